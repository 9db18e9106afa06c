"""The stored positions of an independent program: legal moves and who has won."""

from __future__ import annotations

import pytest

from ..positions import Stored, play, read, solved, stored


def test_the_stored_positions_are_all_here() -> None:
    assert len(stored()) == 200
    assert len(solved()) == 50
    assert {each.over for each in stored()} == {None, "seals", "bears"}


@pytest.mark.parametrize("each", stored(), ids=lambda each: each.position)
def test_a_stored_position_has_the_same_moves_and_winner(each: Stored) -> None:
    position = read(each.position)
    assert str(position) == each.position
    assert [move.text for move in position.moves()] == sorted(each.moves)
    if each.over is None:
        assert position.outcome is None
    else:
        assert position.outcome is not None
        assert position.outcome.winners == (("seals", "bears").index(each.over),)


@pytest.mark.parametrize("each", solved(), ids=lambda each: each.position)
def test_best_and_winning_moves_are_legal(each: Stored) -> None:
    position = read(each.position)
    for text in each.best + each.winning:
        assert play(position, text).before == position
