"""`icefield bench`: measure the speed of rules and search on one thread."""

from __future__ import annotations

import argparse
import json

from ...core.message import message
from ..arguments import Commands
from ..console import Console


def add(commands: Commands) -> None:
    parser = commands.add("bench", bench)
    parser.add_argument("keys", metavar="KEY", nargs="*", help=commands.text("cli.bench.keys"))
    commands.flag(parser, "--json", "cli.bench.json")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=commands.seconds,
        default=1.0,
        help=commands.text("cli.bench.seconds"),
    )


def bench(options: argparse.Namespace, console: Console) -> int:
    """Measure the games named, or all of them."""
    from ...analysis.speed import measure_speed
    from ...games import game, keys
    from ..interruptible import wait_for

    chosen = [game(key) for key in dict.fromkeys(options.keys or keys())]
    found: dict[str, dict[str, int]] = {}
    for measured in chosen:
        speed = wait_for(lambda g=measured: measure_speed(g, options.seconds))  # type: ignore[misc]
        found[measured.key] = speed.to_json()
        if not options.json:
            console.say(message("cli.bench.heading", title=measured.title))
            for name, value in speed.to_json().items():
                number = f"{value:>14,}".replace(",", " ")
                console.say(message(f"cli.bench.{name}", number=number))
    if options.json:
        console.say(json.dumps(found))
    return 0
