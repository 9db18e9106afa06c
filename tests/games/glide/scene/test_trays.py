"""The piece of each seat beside the board."""

from __future__ import annotations

import icefield
from icefield.core.abilities import HasSeatCards


def test_a_seat_is_shown_by_its_piece() -> None:
    position = icefield.game("glide").start(4)
    assert isinstance(position, HasSeatCards)
    found = [position.seat_card(seat).picture[0].symbol for seat in range(4)]
    assert found == [f"glide/player-{sign}" for sign in "pqrs"]
