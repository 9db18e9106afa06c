"""`icefield puzzles make | check | list`: positions with exactly one winning move."""

from __future__ import annotations

import argparse
import threading
from typing import TYPE_CHECKING, Final

from ...core.message import Message, message
from ..arguments import Commands, Parser, Run
from ..columns import Line
from ..console import BadUsage, Console

if TYPE_CHECKING:
    from ...analysis.puzzles import Puzzle
    from ...core.game import Game

_MOST: Final = 100_000
_DEFAULT: Final = 320


def add(commands: Commands) -> None:
    parser = commands.add("puzzles", nothing)
    deeds = parser.add_subparsers(metavar="DEED", dest="deed")

    def deed(name: str, run: Run) -> Parser:
        made: Parser = deeds.add_parser(
            name,
            help=commands.text(f"cli.puzzles.{name}"),
            description=commands.text(f"cli.puzzles.{name}.about"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        commands.languages(made)
        made.set_defaults(run=run)
        return made

    making = deed("make", make)
    commands.key(making)
    making.add_argument(
        "--count",
        metavar="N",
        type=commands.whole(1, _MOST),
        default=_DEFAULT,
        help=commands.text("cli.puzzles.count"),
    )
    making.add_argument(
        "--seed",
        metavar="S",
        type=commands.whole(0),
        default=1,
        help=commands.text("cli.puzzles.seed"),
    )
    making.add_argument(
        "--workers", metavar="N", type=commands.whole(1, 256), help=commands.text("cli.workers")
    )
    commands.cluster(making)
    making.add_argument("--out", metavar="FILE", help=commands.text("cli.puzzles.out"))

    checking = deed("check", check)
    checking.add_argument("key", metavar="KEY", nargs="?", help=commands.text("cli.puzzles.key"))
    checking.add_argument("--file", metavar="FILE", help=commands.text("cli.puzzles.file"))

    listing = deed("list", show)
    commands.key(listing)
    listing.add_argument(
        "--grade",
        metavar="G",
        type=commands.whole(1, 5),
        help=commands.text("cli.puzzles.grade"),
    )
    commands.flag(listing, "--solutions", "cli.puzzles.solutions")


def nothing(_options: argparse.Namespace, _console: Console) -> int:
    """Raise BadUsage: no subcommand was given."""
    raise BadUsage(message("cli.puzzles.nothing"))


# -- make -----------------------------------------------------------------------------------------


def make(options: argparse.Namespace, console: Console) -> int:
    """Make puzzles and write them; Ctrl-C writes those found so far, status 130.

    An existing file is never overwritten, and without puzzles no file is written."""
    from ...analysis.puzzles.book import write
    from ...analysis.puzzles.generator import make_puzzles as make_puzzles
    from ...analysis.puzzles.generator import recipe
    from ...games import game
    from ..interruptible import Work
    from ..record_files import check_new, write_new

    chosen = game(options.key)
    recipe(chosen)
    if options.out is not None:
        check_new(options.out)
    if not _table(chosen, console):
        return 130
    stop, far = threading.Event(), [0, 0]  # puzzles and games

    def heard(*numbers: int) -> None:
        far[:] = numbers

    def words(_passed: float) -> Message:
        found, games = far
        return message("cli.puzzles.making", found=found, count=options.count, games=games)

    work = Work(
        lambda: make_puzzles(
            chosen,
            options.count,
            options.seed,
            workers=options.workers,
            cluster=options.ray,
            stop=stop,
            on_progress=heard,
        ),
        stop,
    )
    line = Line(console, words)
    try:
        puzzles = work.wait(line.tick)
    finally:
        line.clear()
    if options.out is None:
        console.say(write(puzzles), end="")
    else:
        said = message("cli.puzzles.found_none")
        if puzzles:
            write_new(options.out, write(puzzles))
            said = message("cli.puzzles.made", n=len(puzzles), file=options.out)
        console.note(said)
    return 130 if work.interrupted else 0


def _table(game: Game, console: Console) -> bool:
    """Build the tablebase of a game that has one; return False after Ctrl-C."""
    from ...search.exact import tablebase
    from ..interruptible import Work

    position = game.start()
    if tablebase.space_of(position) is None or tablebase.build_stamp(position) is not None:
        return True
    stop = threading.Event()
    work = Work(lambda: tablebase.build(position, stop=stop), stop)
    line = Line(console, lambda _: message("cli.puzzles.building", game=game.title))
    try:
        built = work.wait(line.tick)
    finally:
        line.clear()
    if built is None:
        console.note(message("cli.solve.stopped"))
    return built is not None


# -- check ----------------------------------------------------------------------------------------


def check(options: argparse.Namespace, console: Console) -> int:
    """Prove all puzzles again, and print the wrong ones."""
    from ...analysis.puzzles import book, with_books
    from ...analysis.puzzles.book import read
    from ...games import game
    from ..record_files import read_text

    if options.key is None and options.file is not None:
        raise BadUsage(message("cli.puzzles.file.key"))
    for key in (options.key,) if options.key else with_books():
        chosen = game(key)
        puzzles = book(key) if options.file is None else read(key, read_text(options.file))
        if not puzzles:
            raise BadUsage(message("cli.puzzles.none", game=chosen.title))
        if not _table(chosen, console):
            return 130
        if not _checked(chosen, puzzles, console):
            return 130
    return 0


def _checked(game: Game, puzzles: tuple[Puzzle, ...], console: Console) -> bool:
    """Check one book; False when interrupted. Raises BadUsage for a wrong puzzle."""
    from ...analysis.puzzles.verification import PuzzleVerifier, find_duplicates
    from ..interruptible import Work

    stop, done = threading.Event(), [0]
    faults: list[tuple[int, Message]] = [
        (second, message("analysis.puzzles.twin", first=first))
        for first, second in find_duplicates(puzzles, game)
    ]
    faults += [
        (puzzle.number, message("analysis.puzzles.number"))
        for number, puzzle in enumerate(puzzles, 1)
        if puzzle.number != number
    ]

    def prove() -> None:
        checker = PuzzleVerifier(game, stop)
        for puzzle in puzzles:
            if stop.is_set():
                return
            found = checker.faults(puzzle)
            if not stop.is_set():
                faults.extend((puzzle.number, fault) for fault in found)
            done[0] += 1

    def words(_passed: float) -> Message:
        return message("cli.puzzles.checking", done=done[0], count=len(puzzles))

    work = Work(prove, stop)
    line = Line(console, words)
    try:
        work.wait(line.tick)
    finally:
        line.clear()
    for number, fault in sorted(faults, key=lambda entry: entry[0]):
        console.say(message("cli.puzzles.fault", number=number, fault=fault))
    if faults:
        count = len({number for number, _ in faults})
        raise BadUsage(message("cli.puzzles.wrong", n=count, game=game.title))
    if not work.interrupted:
        console.say(message("cli.puzzles.right", n=len(puzzles), game=game.title))
    return not work.interrupted


# -- list -----------------------------------------------------------------------------------------


def show(options: argparse.Namespace, console: Console) -> int:
    """Print a line per puzzle: its number, grade, the seat to move, and the position."""
    from ...analysis.puzzles import book
    from ...games import game

    chosen = game(options.key)
    puzzles = [p for p in book(chosen.key) if options.grade in (None, p.grade)]
    if not puzzles:
        raise BadUsage(message("cli.puzzles.none", game=chosen.title))
    for puzzle in puzzles:
        turn = puzzle.start(chosen).turn
        assert turn is not None
        who = console.text(chosen.seat_name(turn))
        words = [f"{puzzle.number:>4}  {'*' * puzzle.grade:<5}  {who}: {puzzle.position}"]
        if options.solutions:
            words.append(f"      {' '.join(puzzle.line)}")
        for each in words:
            console.say(each)
    return 0
