"""The piece of each seat beside the board."""

from __future__ import annotations

import icefield
from icefield.core.abilities import HasSeatCards


def test_a_seat_is_shown_by_its_token() -> None:
    position = icefield.game("seals").start()
    assert isinstance(position, HasSeatCards)
    cards = [position.seat_card(seat) for seat in (0, 1)]
    assert [card.picture[0].symbol for card in cards] == ["seals/seal", "seals/bear"]
    assert not any(card.holdings for card in cards)
