"""`icefield perft KEY DEPTH`: count move sequences, to test a move generator."""

from __future__ import annotations

import argparse

from ..arguments import Commands, read_options, read_position
from ..console import Console

_DEEPEST = 100


def add(commands: Commands) -> None:
    parser = commands.add("perft", perft)
    commands.key(parser)
    parser.add_argument(
        "depth",
        metavar="DEPTH",
        type=commands.whole(0, _DEEPEST),
        help=commands.text("cli.perft.depth"),
    )
    commands.flag(parser, "--split", "cli.perft.split")
    parser.add_argument("--position", metavar="TEXT", help=commands.text("cli.perft.position"))
    commands.options(parser)


def perft(options: argparse.Namespace, console: Console) -> int:
    """Print the count of leaves; with `--split` first a sorted line per first move."""
    from ...analysis.perft import perft as count
    from ...games import game
    from ..interruptible import wait_for

    chosen = game(options.key)
    position = read_position(chosen, options.position, read_options(chosen, options.option))
    depth: int = options.depth
    if not options.split or depth == 0:
        console.say(str(wait_for(lambda: count(position, depth))))
        return 0
    total = 0
    for move in position.moves():
        after = position.play(move)
        leaves = wait_for(lambda after=after: count(after, depth - 1))  # type: ignore[misc]
        console.say(f"{move}: {leaves}")
        total += leaves
    console.say(str(total))
    return 0
