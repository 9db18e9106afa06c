"""`icefield solve KEY POSITION`: the exact value of a position and its moves.

With `--build` and `--check`: build or check the tablebase of a board, for games that have one.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from ...core.message import Message, message
from ..arguments import Commands, board_text, read_position
from ..console import BadUsage, Console
from . import prove

if TYPE_CHECKING:
    from ...analysis.solve import Study
    from ...analysis.values import PositionVerdict
    from ...core.game import Position
    from ...search import Report

_SAMPLE: Final = 2_000_000  # positions whose successors `--check` verifies
_BAR: Final = 30  # characters


def add(commands: Commands) -> None:
    parser = commands.add("solve", solve)
    commands.key(parser)
    parser.add_argument(
        "position", metavar="POSITION", nargs="*", help=commands.text("cli.solve.position")
    )
    commands.flag(parser, "--json", "cli.solve.json")
    parser.add_argument("--board", metavar="BOARD", help=commands.text("cli.solve.board"))
    commands.flag(parser, "--build", "cli.solve.build")
    commands.flag(parser, "--check", "cli.solve.check")
    parser.add_argument(
        "--seconds", metavar="S", type=commands.seconds, help=commands.text("cli.solve.seconds")
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=commands.whole(1, 256),
        help=commands.text("cli.solve.threads"),
    )
    prove.add(commands, parser)


def solve(options: argparse.Namespace, console: Console) -> int:
    """Solve and print; on Ctrl-C print what is known by then, status 130."""
    from ...analysis.solve import study
    from ...games import game
    from ...search import Limits
    from ..interruptible import Work

    if options.verify:
        return prove.verify(options, console)
    if options.start or options.prove:
        return prove.prove(options, console)
    if options.work or options.strategy or options.believe or options.given:
        raise BadUsage(message("cli.prove.alone"))
    if options.build or options.check:
        return table(options, console)
    if not options.position and options.board is None:
        raise BadUsage(message("cli.solve.nothing"))
    position = (
        read_position(game(options.key), options.position)
        if options.position
        else _on_board(options)
    )
    progress = _Progress(console)
    stop = threading.Event()
    work = Work(
        lambda: study(
            position,
            Limits(seconds=options.seconds),
            threads=options.threads or 1,
            stop=stop,
            on_report=progress.report,
        ),
        stop,
    )
    found = work.wait(progress.tick)
    progress.clear()
    if options.json:
        console.say(json.dumps(found.to_json()))
    else:
        _tell(found, position, console)
    return 130 if work.interrupted else 0


def _on_board(options: argparse.Namespace) -> Position:
    """Return the start position of the board that was named, which may be a file."""
    from ...games import game

    chosen: dict[str, Any] = {}
    if options.board is not None:
        chosen["board"] = board_text(options.board)
    return game(options.key).start(**chosen)


def table(options: argparse.Namespace, console: Console) -> int:
    """Build or check the tablebase of a board, with progress on standard error."""
    from ...search.exact import tablebase
    from ..interruptible import Work

    position = _on_board(options)
    bar = _Bar(console)
    stop = threading.Event()
    if options.build:
        work = Work(
            lambda: tablebase.build(
                position, threads=options.threads, stop=stop, on_progress=bar.progress
            ),
            stop,
        )
        built = work.wait(bar.tick)
        bar.clear()
        if built is None:
            console.note(console.text(message("cli.solve.stopped")))
            return 130
    else:
        built = tablebase.find(position)
        if built is None:
            raise BadUsage(message("cli.solve.not_built"))
    if options.check:
        sampled = Work(lambda: built.check(sample=_SAMPLE)).wait()
        wrong = sampled + (built.recount() != built.totals)
        if wrong:
            raise BadUsage(message("cli.solve.wrong", n=wrong))
    totals = asdict(built.totals)
    if options.json:
        console.say(json.dumps({"space": built.space.name, **totals}))
    else:
        numbers = {name: f"{value:,}".replace(",", " ") for name, value in totals.items()}
        console.say(message("cli.solve.totals", name=built.space.name, **numbers))
        if options.check:
            console.say(message("cli.solve.checked", count=f"{_SAMPLE:,}".replace(",", " ")))
    return 0


def _tell(found: Study, position: Position, console: Console) -> None:
    """Print the value of the position in words."""
    from ...analysis.wording import bounds_words

    solution, turn = found.solution, position.turn
    assert turn is not None
    who = position.game.seat_name(turn)
    console.say(message(f"cli.solve.{solution.value}", who=who))
    if solution.score is not None:
        console.say(message("cli.solve.score", score=solution.score))
    elif (bounds := bounds_words(position, found.bounds)) is not None:
        console.say(bounds)
    if solution.plies is not None:
        console.say(message("cli.solve.plies", n=solution.plies))
    if solution.best:
        console.say(message("cli.solve.best", moves=" ".join(sorted(solution.best))))
    if set(solution.winning) - set(solution.best):
        console.say(message("cli.solve.winning", moves=" ".join(sorted(solution.winning))))
    _tell_moves(found.verdicts, console)
    console.say(_effort(solution.nodes, solution.seconds))


def _tell_moves(verdicts: PositionVerdict, console: Console) -> None:
    """Print every move with its verdict, the best first, and how many keep the value."""
    from ...analysis.wording import holding_words, verdict_words

    console.say(message("cli.solve.moves"))
    width = max(len(verdict.move.text) for verdict in verdicts.moves)
    for verdict in verdicts.ranked:
        sign = "*" if verdict.holds else " "
        words = console.text(verdict_words(verdict, verdicts.source))
        console.say(f"{sign} {verdict.move.text:<{width}}  {words}")
    console.say(holding_words(verdicts))


def _effort(nodes: int, seconds_: float) -> Message:
    number = f"{nodes:,}".replace(",", " ")
    return message("cli.solve.effort", n=nodes, number=number, seconds=f"{seconds_:.1f}")


class _Bar:
    """A progress bar on standard error while a table is built; on a terminal only."""

    def __init__(self, console: Console):
        self._console = console
        self._distance, self._share, self._shown = 0, 0.0, False

    def progress(self, distance: int, share: float) -> None:
        self._distance, self._share = distance, share

    def tick(self, passed: float) -> None:
        if not sys.stderr.isatty():
            return
        full = round(_BAR * self._share)
        words = self._console.text(
            message("cli.solve.building", distance=self._distance, seconds=round(passed))
        )
        self._console.note(f"\r\x1b[K[{'█' * full}{'·' * (_BAR - full)}] {words}", end="")
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._console.note("\r\x1b[K", end="")


class _Progress:
    """A progress line on standard error; on a terminal only."""

    def __init__(self, console: Console):
        self._console = console
        self._shown = False
        self._nodes = 0

    def report(self, report: Report) -> None:
        self._nodes = report.nodes

    def tick(self, passed: float) -> None:
        if passed < 1 or not sys.stderr.isatty():
            return
        words = self._console.text(_effort(self._nodes, passed))
        self._console.note(f"\r\x1b[K{words}", end="")
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._console.note("\r\x1b[K", end="")
