"""A tiny game with chance: a coin is tossed, the seat to move says yes or no.

A position is written as the letters so far, `.` at the start: `h` and `t` by the coin, `y` and `n`
by the seats in turn. After two turns the coin decides: seat 0 scores the heads it said yes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Self

from icefield.core.errors import BadNotation, Refusal
from icefield.core.game import CHANCE, Game, Move, Outcome, Position, Rule
from icefield.core.message import Message, message
from icefield.core.scene import Scene

SAID = message("core.game_over")  # any sentence: it is not read here
LENGTH = 4


class CoinPosition(Position):
    def __init__(self, letters: str, before: Self | None = None):
        self._letters = letters
        self._before = before

    @property
    def seats(self) -> int:
        return 2

    @property
    def turn(self) -> int | None:
        if len(self._letters) == LENGTH:
            return None
        return CHANCE if len(self._letters) % 2 == 0 else len(self._letters) // 2

    @property
    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        pairs = (self._letters[:2], self._letters[2:])
        scores = tuple(int(pair == "hy") for pair in pairs)
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Outcome(scores, winners, SAID, "C1")

    @property
    def history(self) -> tuple[Move, ...]:
        if self._before is None:
            return ()
        return (*self._before.history, Move(self._letters[-1]))

    @property
    def before(self) -> Self | None:
        return self._before

    @property
    def state(self) -> Any:
        return self._letters

    def __str__(self) -> str:
        return self._letters or "."

    def odds(self) -> dict[Move, Fraction]:
        if self.turn != CHANCE:
            return {}
        return {Move("h"): Fraction(3, 4), Move("t"): Fraction(1, 4)}

    def _moves(self, seat: int) -> tuple[Move, ...]:
        return tuple(Move(letter) for letter in ("ht" if seat == CHANCE else "yn"))

    def _apply(self, move: Move, seat: int) -> CoinPosition:
        return CoinPosition(self._letters + move.text, self)

    def _parse(self, text: str) -> Move:
        if text not in tuple("htyn"):
            raise BadNotation(SAID)
        return Move(text)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return Refusal("not-now", "C1", SAID)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return Refusal("not-now", "C1", SAID)

    def scene(self, seat: int | None = None) -> Scene:
        raise NotImplementedError


class Coin(Game):
    key: ClassVar[str] = "coin"
    title: ClassVar[str] = "Coin"
    designer: ClassVar[str] = "nobody"
    year: ClassVar[int] = 2000
    version: ClassVar[int] = 3
    seats: ClassVar[tuple[int, ...]] = (2,)
    kernel: ClassVar[str] = "nowhere"

    def _start(self, seats: int, options: dict[str, Any]) -> CoinPosition:
        return CoinPosition("")

    def read(self, text: str, **options: Any) -> CoinPosition:
        self.check(options)
        if any(letter not in "htyn" for letter in text.strip(".")):
            raise BadNotation(SAID)
        return CoinPosition(text.strip("."))

    @property
    def rules(self) -> tuple[Rule, ...]:
        return ()

    def seat_name(self, seat: int) -> Message:
        return SAID


COIN = Coin()
CoinPosition.game = COIN
