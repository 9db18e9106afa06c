"""What is shown of each player beside the map."""

from __future__ import annotations

import icefield
from icefield.core.abilities import HasSeatCards


def test_a_seat_card_has_explorer_rucksack_and_explorers_home() -> None:
    position = icefield.game("strait").start(3)
    assert isinstance(position, HasSeatCards)
    card = position.seat_card(1)
    assert card.picture[0].symbol == "strait/explorer-red"
    assert [holding.text for holding in card.holdings] == ["1", "1", "0/3"]
    assert str(card.holdings[0].name) == "1 rope"


def test_explorers_that_wait_stand_clear_of_the_rucksack() -> None:
    for seats in (2, 3, 4):
        scene = icefield.game("strait").start(seats, tiles="drawn").scene()
        slots = [p for p in scene.patches if p.look == "slot"]
        edge = max(x for x, _ in slots[2].outline)  # of the first player's third slot
        waiting = [p for p in scene.pieces if p.id.startswith("explorer-0") and p.space is None]
        assert len(waiting) == 3
        assert all(p.x - p.size / 2 > edge for p in waiting)
