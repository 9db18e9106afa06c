"""Small strategies of seals by brute force, and a slow second way to check them.

Both use the reference rules only, which share no code with the engine.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from ..games.seals.kernel.reference import Reference, square_of
from ..games.seals.positions import solved

SIDES = ("s", "b")
LEAF = 255

# -- strategies, by brute force on the reference rules --------------------------------------------

_won: dict[Reference, bool] = {}


def seals_win(position: Reference) -> bool:
    """Whether the seals win, by trying everything."""
    if position not in _won:
        winner = position.winner()
        if winner is None:
            after = (seals_win(position.play(move)) for move in position.moves())
            _won[position] = any(after) if position.mover == "s" else all(after)
        else:
            _won[position] = winner == "seals"
    return _won[position]


def wins(seat: int, position: Reference) -> bool:
    return seals_win(position) == (seat == 0)


def ordered(position: Reference) -> list[str]:
    """The legal moves in the order of strategies."""

    def place(move: str) -> list[tuple[int, int]]:
        names = [] if move == "pass" else [move[:2], move[3:]]
        return [(row, column) for column, row in map(square_of, names)]

    return sorted(position.moves(), key=place)


@dataclass(frozen=True)
class Made:
    """A strategy in parts, so that a test can spoil any of them."""

    start: str
    seat: int
    answers: bytes
    game: str = "seals"
    positions: int | None = None
    leaves: int | None = None

    def header(self) -> dict[str, object]:
        return {
            "format": "icefield strategy 1",
            "game": self.game,
            "start": self.start,
            "seat": self.seat,
            "positions": len(self.answers) if self.positions is None else self.positions,
            "leaves": self.answers.count(LEAF) if self.leaves is None else self.leaves,
        }

    def file(self) -> bytes:
        return json.dumps(self.header()).encode() + b"\n" + lzma.compress(self.answers)

    def with_answer(self, number: int, answer: int) -> Made:
        return replace(
            self, answers=self.answers[:number] + bytes([answer]) + self.answers[number + 1 :]
        )


@cache
def made(start: str, seat: int = 0, leaf: int = 0) -> Made:
    """The first winning moves of a seat; leaves where so few spaces are empty."""
    answers = bytearray()
    seen: set[Reference] = set()

    def visit(position: Reference) -> None:
        if position.winner() is not None:
            assert wins(seat, position)
        elif position.mover != SIDES[seat]:
            for move in ordered(position):
                visit(position.play(move))
        elif position not in seen:
            seen.add(position)
            if position.score() <= leaf:
                answers.append(LEAF)
                return
            moves = ordered(position)
            best = next(i for i, m in enumerate(moves) if wins(seat, position.play(m)))
            answers.append(best)
            visit(position.play(moves[best]))

    visit(Reference.read(start))
    return Made(start, seat, bytes(answers))


@dataclass(frozen=True)
class Found:
    """What a walk finds: a fault (its code and the line to it), or the numbers."""

    code: str | None
    line: tuple[str, ...]
    positions: int = 0
    leaves: int = 0


class _Fault(Exception):  # noqa: N818
    pass


def slow(strategy: Made) -> Found:
    """The second way: the same walk over the reference rules."""
    answers = iter(strategy.answers)
    seen: set[Reference] = set()
    leaves: list[tuple[Reference, tuple[str, ...]]] = []

    def visit(position: Reference, line: tuple[str, ...]) -> None:
        winner = position.winner()
        if winner is not None:
            if winner != ("seals", "bears")[strategy.seat]:
                raise _Fault("lost-line", line)
            return
        moves = ordered(position)
        if position.mover == SIDES[strategy.seat]:
            if position in seen:
                return
            seen.add(position)
            answer = next(answers, None)
            if answer is None:
                raise _Fault("too-short", line)
            if answer == LEAF:
                leaves.append((position, line))
                return
            if answer >= len(moves):
                raise _Fault("out-of-range", line)
            moves = [moves[answer]]
        for move in moves:
            visit(position.play(move), (*line, move))

    try:
        visit(Reference.read(strategy.start), ())
        if len([*answers]) > 0:
            raise _Fault("too-long", ())
        for position, line in leaves:
            if not wins(strategy.seat, position):
                raise _Fault("lost-leaf", line)
    except _Fault as fault:
        return Found(*fault.args)
    return Found(None, (), len(seen), len(leaves))


@cache
def starts() -> tuple[tuple[str, int], ...]:
    """Late positions that a seat wins, with that seat."""
    late = [each for each in solved() if Reference.read(each.position).score() <= 12]
    return tuple((each.position, 0 if each.winner == "seals" else 1) for each in late)


def strategies() -> Iterator[Made]:
    for start, seat in starts():
        empty = Reference.read(start).score()
        for leaf in {0, empty - 6, empty - 3, empty}:
            yield made(start, seat, leaf)


@cache
def rich() -> Made:
    """A strategy with many answers and many leaves."""
    return max(
        (s for s in strategies() if s.seat == 0),
        key=lambda s: min(s.answers.count(LEAF), len(s.answers) - s.answers.count(LEAF)),
    )
