"""What is shown of each player beside the board."""

from __future__ import annotations

from itertools import combinations

from icefield.core.abilities import HasSeatCards
from icefield.core.scene import Piece
from icefield.render.text import is_detail

from ..positions import FOUR, play, put, start


def test_a_seat_card_has_points_pyramids_coins_and_the_torch() -> None:
    position = put(f"{FOUR} SB@a2", scores="7,0,0,0", coins="1320", torch="S")
    assert isinstance(position, HasSeatCards)
    names = [[str(h.name) for h in position.seat_card(seat).holdings] for seat in range(4)]
    assert names == [
        ["7 points", "2 pyramids left", "ace coin", "the torch"],
        ["0 points", "1 pyramid left", "ace coin", "2 coin"],
        ["0 points", "1 pyramid left", "2 coin"],
        ["0 points", "1 pyramid left"],
    ]
    assert position.seat_card(2).picture[0].symbol == "torch/pawn-crown"


def test_pyramids_in_hand_stand_clear_of_each_other_and_of_the_torch() -> None:
    position = play(start(), "roll:5", "roll:1", "roll:2", "roll:0")
    scene = position.scene()
    for seat in range(4):
        loose = [p for p in scene.pieces if p.seat == seat and p.space is None]
        hand = [p for p in loose if p.symbol.startswith("torch/pyramid")]
        assert len(hand) == 6
        assert all(_clear(a, b) for a, b in combinations(hand, 2))
        assert all(_clear(a, p) for a in hand for p in loose if p.id == "torch")
        listed = [str(p.name) for p in hand if not is_detail(p)]
        assert listed == ["A B C D E F to place"]


def _clear(a: Piece, b: Piece) -> bool:
    return abs(a.x - b.x) + abs(a.y - b.y) > (a.size + b.size) / 2
