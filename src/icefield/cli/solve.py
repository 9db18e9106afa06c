"""`icefield solve KEY POSITION`: the exact value of a position and every best move."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from typing import TYPE_CHECKING

from ..core.message import Message, message
from .arguments import Commands, read_position
from .console import Console

if TYPE_CHECKING:
    from ..core.game import Position
    from ..search import Report
    from ..search.solve import Solution


def add(commands: Commands) -> None:
    parser = commands.add("solve", solve)
    commands.key(parser)
    parser.add_argument(
        "position", metavar="POSITION", nargs="+", help=commands.text("cli.solve.position")
    )
    commands.flag(parser, "--json", "cli.solve.json")
    parser.add_argument(
        "--seconds", metavar="S", type=commands.seconds, help=commands.text("cli.solve.seconds")
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=commands.whole(1, 256),
        default=1,
        help=commands.text("cli.solve.threads"),
    )


def solve(options: argparse.Namespace, console: Console) -> int:
    """Solve and print. Ctrl-C ends the search; what is known by then is printed, status 130."""
    from ..games import game
    from ..search import Limits
    from ..search.solve import solve as find
    from .waiting import Work

    position = read_position(game(options.key), options.position)
    progress = _Progress(console)
    stop = threading.Event()
    work = Work(
        lambda: find(
            position,
            Limits(seconds=options.seconds),
            threads=options.threads,
            stop=stop,
            on_report=progress.report,
        ),
        stop,
    )
    solution = work.wait(progress.tick)
    progress.clear()
    if options.json:
        console.say(json.dumps(solution.to_json()))
    else:
        _tell(solution, position, console)
    return 130 if work.interrupted else 0


def _tell(solution: Solution, position: Position, console: Console) -> None:
    """The answer in words."""
    turn = position.turn
    assert turn is not None
    who = position.game.seat_name(turn)
    console.say(message(f"cli.solve.{solution.value}", who=who))
    if solution.score is not None:
        console.say(message("cli.solve.score", score=solution.score))
    if solution.plies is not None:
        console.say(message("cli.solve.plies", n=solution.plies))
    if solution.best:
        console.say(message("cli.solve.best", moves=" ".join(sorted(solution.best))))
    if set(solution.winning) - set(solution.best):
        console.say(message("cli.solve.winning", moves=" ".join(sorted(solution.winning))))
    console.say(_effort(solution.nodes, solution.seconds))


def _effort(nodes: int, seconds_: float) -> Message:
    number = f"{nodes:,}".replace(",", " ")
    return message("cli.solve.effort", n=nodes, number=number, seconds=f"{seconds_:.1f}")


class _Progress:
    """A line on standard error that says how far it is; on a terminal only."""

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
