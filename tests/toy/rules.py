"""The toy as a game of the contract; its text is both calls and the coin."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from icefield.core.errors import BadNotation, Refusal
from icefield.core.game import CHANCE, Game, Move, Outcome, Position, Rule
from icefield.core.message import Message, message
from icefield.core.scene import Control, Scene

from . import kernel

SAID = message("core.game_over")  # the toy has no catalogue of its own
LETTERS = "-ht?"
NAMES = {kernel.HEADS: "heads", kernel.TAILS: "tails"}
HIDDEN = 3


class ToyPosition(Position):
    """A position of the toy; a call that is hidden from the viewer has the number 3."""

    def __init__(self, calls: tuple[int, int, int], *before: Any):
        self._calls = calls
        self._before: ToyPosition | None = before[0] if before else None
        self._made: tuple[Move, ...] = before[1] if before else ()
        self._last = self._made[-1] if self._made else None

    seats = 2

    @property
    def state(self) -> kernel.State:
        return kernel.State(*self._calls)

    @property
    def history(self) -> tuple[Move, ...]:
        return self._made

    @property
    def before(self) -> ToyPosition | None:
        return self._before

    @property
    def deciders(self) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if self._calls[seat] == 0)

    @property
    def turn(self) -> int | None:
        if self._calls[2]:
            return None
        return self.deciders[0] if self.deciders else CHANCE

    @property
    def outcome(self) -> Outcome | None:
        if not self._calls[2]:
            return None
        right = tuple(seat for seat in (0, 1) if self._calls[seat] == self._calls[2])
        return Outcome(tuple(int(seat in right) for seat in (0, 1)), right, SAID, "T3")

    def __str__(self) -> str:
        return "".join(LETTERS[call] for call in self._calls)

    def _moves(self, seat: int) -> tuple[Move, ...]:
        return tuple(Move(text, (text,), code) for code, text in NAMES.items())

    def _apply(self, move: Move, seat: int) -> ToyPosition:
        first, second, _ = self._calls
        if seat == CHANCE:
            return ToyPosition((first, second, move.code), self, (*self._made, move))
        if (
            seat == 0 and second and self._before is not None
        ):  # the order of arrival leaves no trace
            opening = ToyPosition((move.code, 0, 0), self._before, (move,))
            return ToyPosition((move.code, second, 0), opening, (move, *self._made))
        calls = (move.code, second, 0) if seat == 0 else (first, move.code, 0)
        return ToyPosition(calls, self, (*self._made, move))

    def odds(self) -> dict[Move, Fraction]:
        if self.turn != CHANCE:
            return {}
        heads, tails = self.moves()
        return {heads: Fraction(1, 3), tails: Fraction(2, 3)}

    @property
    def concealed(self) -> bool:
        return HIDDEN in self._calls

    def view(self, seat: int | None = None) -> ToyPosition:
        if not self.deciders:
            return self
        calls = [HIDDEN if call and who != seat else call for who, call in enumerate(self._calls)]
        return ToyPosition((calls[0], calls[1], 0))

    def _parse(self, text: str) -> Move:
        if text not in ("heads", "tails", "edge"):
            raise BadNotation(SAID)
        return Move(text)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return Refusal("no-edge", "T1", SAID)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return Refusal("no-touch", "T1", SAID)

    def scene(self, seat: int | None = None) -> Scene:
        shown = str(self.view(seat))
        controls = tuple(Control(name, SAID, name) for name in NAMES.values())
        facts = (message("core.unknown_game", key=shown, known="-"),)
        return Scene("toy", 1, 1, SAID, controls=controls, facts=facts)


class Toy(Game):
    """Heads or tails."""

    key: ClassVar[str] = "toy"
    title: ClassVar[str] = "Heads or tails"
    designer: ClassVar[str] = "nobody"
    year: ClassVar[int] = 2025
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    kernel: ClassVar[str] = "tests.toy.kernel"

    def _start(self, seats: int, options: dict[str, Any]) -> ToyPosition:
        return ToyPosition((0, 0, 0))

    def read(self, text: str, **options: Any) -> ToyPosition:
        self.check(options)
        if len(text) != 3 or any(letter not in LETTERS for letter in text):
            raise BadNotation(SAID)
        first, second, coin = (LETTERS.index(letter) for letter in text)
        if coin == HIDDEN or (coin and {first, second} & {0, HIDDEN}):
            raise BadNotation(SAID, column=3)
        return ToyPosition((first, second, coin))

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(Rule(f"T{n}", SAID, SAID) for n in (1, 2, 3))

    def seat_name(self, seat: int) -> Message:
        return message("core.not_your_decision", seat=seat + 1)

    @property
    def promise(self) -> Message:
        return SAID

    def aim(self, seat: int, **options: Any) -> Message:
        return SAID


TOY = Toy()
ToyPosition.game = TOY
