"""The contract for learners: how moves are numbered and what a seat observes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core import jit
from ..core.game import Position
from ..core.jit import Tag, bind

if TYPE_CHECKING:
    from ..core.game import Game
    from .sample import Playthrough

_JUNK = 77  # no plane shows it by chance all over
_MOST = 1500  # positions looked at


def _seen(tag: Tag, position: Position, seat: int, junk: int = 0) -> np.ndarray:
    planes, rows, columns = jit.shape(tag, position.state)
    out = np.full((int(planes), int(rows * columns)), junk, dtype=np.int8)
    jit.planes(tag, position.state, seat, out)
    return out


def _numbers(tag: Tag, position: Position, seat: int) -> list[int]:
    return [int(jit.action(tag, position.state, move.code)) for move in position.moves(seat)]


class LearnerContract:
    """The checks of `observe`, part of `GameContract`.

    They pass for a game without an `observe` module.
    """

    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...

        def replayed(self) -> list[Playthrough]: ...

        def positions(self, most: int | None = None) -> list[Position]: ...

    @property
    def observed(self) -> Tag | None:
        """The game's tag, if it has observations."""
        tag = bind(self.game)
        return tag if tag.find("planes") is not None else None

    def test_actions_number_the_legal_moves(self) -> None:
        tag = self.observed
        if tag is None:
            return
        for play in self.replayed():
            room = int(jit.actions(tag, play.positions[0].state))
            for position in play.positions:
                assert int(jit.actions(tag, position.state)) == room
                for seat in position.deciders:
                    numbers = _numbers(tag, position, seat)
                    assert all(0 <= n < room for n in numbers), f"{position}: {numbers}"
                    assert len(set(numbers)) == len(numbers), f"{position}: {numbers}"

    def test_planes_are_named_and_written_whole(self) -> None:
        tag = self.observed
        if tag is None:
            return
        for position in self.positions(_MOST):
            names = tag.find("names")
            assert names is not None, "planes without names"
            for seat in range(position.seats):
                seen = _seen(tag, position, seat)
                assert len(names(position.seats)) == len(seen), f"{position}: {seen.shape}"
                assert (seen == _seen(tag, position, seat, _JUNK)).all(), f"{position}: left over"
                assert seen.min() >= 0, f"{position}: {names(position.seats)[seen.min(1).argmin()]}"

    def test_planes_show_nothing_a_seat_may_not_know(self) -> None:
        tag = self.observed
        if tag is None:
            return
        for position in self.positions(_MOST):
            for seat in range(position.seats):
                whole, view = (_seen(tag, p, seat) for p in (position, position.view(seat)))
                assert (whole == view).all(), f"{position}: seat {seat} sees more than its view"

    def test_what_looks_the_same_allows_the_same(self) -> None:
        tag = self.observed
        if tag is None:
            return
        for play in self.replayed():
            allowed: dict[bytes, set[int]] = {}
            for position in play.positions:
                for seat in position.deciders:
                    numbers = set(_numbers(tag, position, seat))
                    seen = _seen(tag, position, seat).tobytes()
                    assert allowed.setdefault(seen, numbers) == numbers, str(position)
