"""`icefield analyse RECORD`: grade every decision of a game, explain mistakes.

With `--position KEY`: evaluate a single position.
"""

from __future__ import annotations

import argparse
import json
import threading
from typing import TYPE_CHECKING, Any, Final

from ...core.message import Message, message
from ..arguments import Commands, read_position
from ..columns import Line
from ..console import BadUsage, Console
from ..text_files import record_in

if TYPE_CHECKING:
    from ...analysis.review import Review
    from ...analysis.values import GradedMove, PositionValue
    from ...core.game import Move, Position
    from ...play import Record

_HEIGHT: Final = 7  # lines of the curve
_COLUMNS: Final = 60  # positions side by side; a longer game is drawn by every second, third …
_TOLD: Final = 8  # moves of a line
_INDENT: Final = " " * 8


def add(commands: Commands) -> None:
    parser = commands.add("analyse", analyse)
    parser.add_argument(
        "record", metavar="RECORD", nargs="*", help=commands.text("cli.analyse.record")
    )
    parser.add_argument("--position", metavar="KEY", help=commands.text("cli.analyse.position"))
    parser.add_argument(
        "--game",
        metavar="N",
        type=commands.whole(1),
        help=commands.text("cli.analyse.game"),
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=commands.seconds,
        default=0.3,
        help=commands.text("cli.analyse.seconds"),
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=commands.whole(1, 256),
        default=1,
        help=commands.text("cli.solve.threads"),
    )
    commands.flag(parser, "--json", "cli.analyse.json")


def analyse(options: argparse.Namespace, console: Console) -> int:
    """Review a game or evaluate a position; on Ctrl-C print what is done, status 130."""
    if options.position is not None:
        return _one(options, console)
    if len(options.record) != 1:
        raise BadUsage(message("cli.analyse.nothing"))
    record = record_in(options.record[0], options.game)
    positions = record.replay()
    found, interrupted = _reviewed(positions, options, console)
    if options.json:
        console.say(json.dumps(_json(record, found, console.language), ensure_ascii=False))
    else:
        _tell(record, found, console)
    return 130 if interrupted else 0


def _reviewed(
    positions: tuple[Position, ...], options: argparse.Namespace, console: Console
) -> tuple[Review, bool]:
    from ...analysis.evaluate import Evaluator
    from ...analysis.review import review
    from ...search import Limits
    from ..interruptible import Work

    stop, far = threading.Event(), [0, 0]  # decisions done, and of how many

    def heard(*numbers: int) -> None:
        far[:] = numbers

    evaluator = Evaluator(Limits(seconds=options.seconds), threads=options.threads, stop=stop)
    work = Work(lambda: review(positions, evaluator, heard), stop)
    line = Line(console, lambda _: message("cli.analyse.progress", done=far[0], of=far[1]))
    try:
        return work.wait(line.tick), work.interrupted
    finally:
        line.clear()


# -- a single position ----------------------------------------------------------------------------


def _one(options: argparse.Namespace, console: Console) -> int:
    """Print the value of a position and its principal variation."""
    from ...analysis.evaluate import Evaluator
    from ...analysis.wording import position_words
    from ...core.errors import NotNow
    from ...core.game import CHANCE
    from ...games import game
    from ...search import Limits
    from ..interruptible import Work

    position = read_position(game(options.position), options.record or None)
    if position.turn == CHANCE:
        raise NotNow(message("cli.analyse.chance"))
    stop = threading.Event()
    evaluator = Evaluator(Limits(seconds=options.seconds), threads=options.threads, stop=stop)
    work = Work(lambda: evaluator.evaluate(position), stop)
    worth = work.wait()
    words = position_words(position, worth)
    if options.json:
        told = _worth_json(position, worth, words, console.language)
        console.say(json.dumps(told, ensure_ascii=False))
    else:
        console.say(words)
        console.say(message("cli.analyse.line", line=_line(worth.line)))
    return 130 if work.interrupted else 0


def _worth_json(
    position: Position, worth: PositionValue, words: Message, language: str
) -> dict[str, Any]:
    from ...analysis.wording import win_chance, zero_sum_part

    return {
        "position": str(position),
        "seat": worth.seat,
        "value": round(worth.value, 3),
        "chance": win_chance(zero_sum_part(worth.value, worth.payoffs), position.seats),
        "exact": worth.exact,
        "bounds": None if worth.bounds is None else worth.bounds.to_json(),
        "words": words.text(language),
        "line": [move.text for move in worth.line],
    }


def _line(line: tuple[Move, ...]) -> str:
    return " ".join(move.text for move in line[:_TOLD])


# -- a game in words ------------------------------------------------------------------------------


def _tell(record: Record, found: Review, console: Console) -> None:
    graded = {entry.ply: entry for entry in found.graded}
    width = max((len(move) for move in record.moves), default=0)
    for ply, position in enumerate(found.positions[:-1]):
        if ply in graded:
            _tell_decision(graded[ply], position, width, console)
    console.say()
    for row in _curve(found):
        console.say(row)
    console.say()
    for line in _summary(found):
        console.say(line)


def _tell_decision(entry: GradedMove, position: Position, width: int, console: Console) -> None:
    """Print a line for a decision; for a mistake also the better move and a reason."""
    from ...analysis.values import WORSE
    from ...analysis.wording import SIGNS, graded_words

    who = console.text(position.seat_name(entry.seat))
    worth = console.text(graded_words(position, entry))
    sign = SIGNS[entry.grade]
    line = f"{entry.ply + 1:>4}. {who}: {entry.move.text:<{width}} {sign:<2}  {worth}"
    console.say(line.rstrip())
    if entry.grade not in WORSE:
        return
    better = message("cli.analyse.better", line=_line(entry.better))
    console.say(_indented(console.text(better), console))
    if entry.reason is not None:
        words = console.text(entry.reason.text)
        rule = f" ({entry.reason.rule})" if entry.reason.rule else ""
        console.say(_indented(words + rule, console))


def _indented(words: str, console: Console) -> str:
    import textwrap

    return textwrap.fill(
        words,
        console.width,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _curve(found: Review) -> list[str | Message]:
    """Return the value curve as text, one column per position or per few positions.

    With two players the curve is the first seat's expectation, else a letter for each seat."""
    from ...analysis.wording import win_chances

    first = found.positions[0]
    step = max(1, -(-len(found.positions) // _COLUMNS))
    columns = [None if at is None else win_chances(at, first.seats) for at in found.curve[::step]]
    signs = "*" if first.seats <= 2 else "1234"
    shown = range(1) if first.seats <= 2 else range(first.seats)
    rows = [[" "] * len(columns) for _ in range(_HEIGHT)]
    for x, column in enumerate(columns):
        for seat in shown if column is not None else ():
            assert column is not None
            y = round((100 - column[seat]) / 100 * (_HEIGHT - 1))
            rows[y][x] = signs[seat] if rows[y][x] == " " else "+"
    labels = {0: "100 %", _HEIGHT // 2: " 50 %", _HEIGHT - 1: "  0 %"}
    if first.seats <= 2:
        title = message("cli.analyse.curve", who=first.seat_name(0))
    else:
        title = message("cli.analyse.curves")
    drawn = [f"{labels.get(y, ''):>5} |{''.join(row)}".rstrip() for y, row in enumerate(rows)]
    names = [
        message("cli.analyse.curve_name", sign=signs[seat], who=first.seat_name(seat))
        for seat in shown
        if first.seats > 2
    ]
    return [title, *drawn, f"      +{'-' * len(columns)}", *names]


def _summary(found: Review) -> list[Message]:
    """Return a summary line for each seat's play."""
    from ...analysis.wording import given_away_words, grade_words

    first = found.positions[0]
    lines = []
    for seat in range(first.seats):
        told: Message | None = None
        for grade, n in found.counts(seat).items():
            if n:
                one = message("cli.analyse.count", count=n, grade=grade_words(grade))
                told = one if told is None else message("cli.analyse.and", first=told, second=one)
        if told is not None:
            who = first.seat_name(seat)
            lost = given_away_words(found, seat)
            lines.append(message("cli.analyse.seat", who=who, counts=told, given=lost))
    return lines


def _json(record: Record, found: Review, language: str) -> dict[str, Any]:
    from ...analysis.review import to_json
    from ...analysis.wording import win_chances

    seats = found.positions[0].seats
    return {
        "game": record.game,
        "moves": list(record.moves),
        "decisions": [to_json(entry, language) for entry in found.graded],
        "curve": [None if at is None else win_chances(at, seats) for at in found.curve],
        "seats": [
            {
                "grades": found.counts(seat),
                "given_away": round(found.given_away(seat), 3),
            }
            for seat in range(seats)
        ],
    }
