"""A test game with all that the server must handle: a secret ballot, then a coin.

Both vote a or b; the coin gives the point to seat 0 (heads) or seat 1 (tails).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Self

from icefield.core.errors import BadNotation, Refusal
from icefield.core.game import CHANCE, Game, Move, Outcome, Position, Rule
from icefield.core.message import Message, message
from icefield.core.scene import Control, Scene

Line = tuple[tuple[int, str], ...]  # who did what


class BallotPosition(Position):
    def __init__(self, line: Line = (), before: Self | None = None):
        self.line = line
        self._before = before

    @property
    def votes(self) -> dict[int, str]:
        return {seat: text for seat, text in self.line if seat != CHANCE}

    seats = 2
    state = None

    @property
    def deciders(self) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if seat not in self.votes)

    @property
    def turn(self) -> int | None:
        if self.deciders:
            return self.deciders[0]
        return CHANCE if len(self.line) == 2 else None

    @property
    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        winner = 0 if self.line[-1][1] == "heads" else 1
        scores = (1, 0) if winner == 0 else (0, 1)
        return Outcome(scores, (winner,), message("web.title"), "B1")

    @property
    def history(self) -> tuple[Move, ...]:
        return tuple(_move(text) for _, text in self.line)

    @property
    def before(self) -> Self | None:
        return self._before

    @property
    def concealed(self) -> bool:
        return any(text == "?" for _, text in self.line)

    def view(self, seat: int | None = None) -> BallotPosition:
        if not self.deciders:
            return self
        line = tuple((who, text if who == seat else "?") for who, text in self.line)
        return BallotPosition(line, self._before and self._before.view(seat))

    def odds(self) -> dict[Move, Fraction]:
        if self.turn != CHANCE:
            return {}
        return {_move(side): Fraction(1, 2) for side in ("heads", "tails")}

    def __str__(self) -> str:
        return " ".join(f"{seat}{text}" for seat, text in sorted(self.line)) or "-"

    def _moves(self, seat: int) -> tuple[Move, ...]:
        return tuple(map(_move, ("heads", "tails") if seat == CHANCE else ("vote-a", "vote-b")))

    def _apply(self, move: Move, seat: int) -> BallotPosition:
        return BallotPosition((*self.line, (seat, move.text)), self)

    def _parse(self, text: str) -> Move:
        raise BadNotation(message("web.title"))

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return Refusal("no", "B1", message("web.title"))

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return Refusal("no", "B1", message("web.title"))

    def scene(self, seat: int | None = None) -> Scene:
        controls = tuple(Control(v, message("web.title"), "vote") for v in ("vote-a", "vote-b"))
        shown = message("web.player.named", name=str(self))
        return Scene("ballot", 1, 1, shown, controls=controls)


def _move(text: str) -> Move:
    return Move(text, (text,))


class Ballot(Game):
    key: ClassVar[str] = "ballot"
    title: ClassVar[str] = "Ballot"
    designer: ClassVar[str] = "nobody"
    year: ClassVar[int] = 2026
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    rules: tuple[Rule, ...] = ()

    def _start(self, seats: int, options: dict[str, Any]) -> Position:
        return BallotPosition()

    def read(self, text: str, **options: Any) -> Position:
        raise NotImplementedError

    def seat_name(self, seat: int) -> Message:
        return message("web.player.person", number=seat + 1)


BALLOT = Ballot()
BallotPosition.game = BALLOT
