"""Positions of `seals`: the typed, checking face over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from ...core.abilities import SeatCard
from ...core.errors import Refusal
from ...core.game import Game, Move, Outcome, Position
from ...core.message import message
from ...core.scene import Scene
from . import kernel
from .board import BEARS, SEALS, SQUARES, name
from .explain.move_words import move_words
from .explain.refusals import explain_move, explain_touches
from .game import SEALS_GAME
from .text.moves import PASS, move_text, read_move
from .text.positions import position_text

_ENDS: Final = {
    kernel.ALL_CAPTURED: ("S8", BEARS),
    kernel.ISOLATED: ("S9", SEALS),
    kernel.BOTH_PASSED: ("S10", SEALS),
}


class SealsPosition(Position):
    """A position of Go with the Floe."""

    game: ClassVar[Game] = SEALS_GAME
    _state: kernel.State

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return 2

    @property
    def turn(self) -> int | None:
        return int(self._state.mover) if self._state.end == kernel.GOING_ON else None

    @cached_property
    def outcome(self) -> Outcome | None:
        if self._state.end == kernel.GOING_ON:
            return None
        rule, winner = _ENDS[int(self._state.end)]
        scores = [0, 0]
        scores[winner] = self.empty_spaces
        alone = rule == "S8" and self._state.bears != 0  # a catch costs a bear: there was one only
        said = f"{rule}-alone" if alone else rule
        reason = message(f"seals.end.{said}", n=self.empty_spaces)
        return Outcome(tuple(scores), (winner,), reason, rule)

    def stake(self) -> int:
        return self.empty_spaces  # S11

    def hopes(self) -> Mapping[Move, float]:
        """Known for the bears, early and while no seal has been caught."""
        from .swindle import EARLY, chance

        pairs = self._state.seals.bit_count(), self._state.bears.bit_count()
        if self.turn != BEARS or self.empty_spaces < EARLY or pairs != (2, 2):
            return {}
        after = {move: self.play(move) for move in self.moves()}
        return {
            move: chance(later.state) if later.outcome is None else 0.0
            for move, later in after.items()
        }

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return position_text(self._state)

    def _moves(self, seat: int) -> tuple[Move, ...]:  # noqa: ARG002
        out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
        count = kernel.moves(self._state, out)
        return tuple(self._move(int(code)) for code in out[:count])

    def _apply(self, move: Move, seat: int) -> SealsPosition:  # noqa: ARG002
        state = kernel.typed(kernel.apply(self._state, move.code))
        return SealsPosition(state, self, move)

    def _move(self, code: int) -> Move:
        text = move_text(self._state, code)
        touches = (PASS,) if code == kernel.PASS else (name(code >> 6), name(code & 63))
        return Move(text, touches, code, move_words(self, code))

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return explain_move(self, move.text, seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return explain_touches(self, tuple(touches), seat)

    def with_state(self, state: kernel.State) -> SealsPosition:
        return SealsPosition(kernel.typed(state))

    def _parse(self, text: str) -> Move:
        read = read_move(text)
        if read is None:
            return Move(text, (PASS,))
        return Move(text, (name(read[0]), name(read[1])))

    def seat_card(self, seat: int) -> SeatCard:
        from .scene.trays import seat_card

        return seat_card(seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self, seat)

    # -- facts for scene and analysis -----------------------------------------------------------

    @property
    def empty_spaces(self) -> int:
        """Spaces without disc and token: what the winner scores (S11)."""
        return int(kernel.empty_spaces(self._state))

    @cached_property
    def discs(self) -> frozenset[str]:
        return _names(self._state.discs)

    @cached_property
    def isolated(self) -> frozenset[str]:
        """The seals that are isolated (S9)."""
        return _names(kernel.isolated(self._state.seals, self._state.discs))

    @cached_property
    def tokens(self) -> dict[str, str]:
        """The square of each token still in the game, by an id it keeps while it moves."""
        if self._before is None or self._last is None:
            seals = sorted(_names(self._state.seals))
            bears = sorted(_names(self._state.bears))
            return {f"seal-{i}": s for i, s in enumerate(seals, 1)} | {
                f"bear-{i}": s for i, s in enumerate(bears, 1)
            }
        tokens = self._before.tokens
        if self._last.text == PASS:
            return tokens
        start, end = self._last.touches
        if "x" in self._last.text:
            return {t: s for t, s in tokens.items() if s not in (start, end)}
        return {t: end if s == start else s for t, s in tokens.items()}


def _names(squares: int | np.uint64) -> frozenset[str]:
    return frozenset(name(s) for s in SQUARES if int(squares) >> s & 1)
