"""Who wins, within a budget: as exact solving says, and the same every time."""

from __future__ import annotations

import threading

import pytest

from icefield.core.jit import INTERPRETED
from icefield.search.exact.solve import solve
from icefield.search.proof.bounded import BoundedProof

from ...games.seals.positions import start
from ..late_positions import late_positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")


@pytest.mark.slow
def test_it_finds_the_winner_and_moves_that_win() -> None:
    winners = set()
    for position in late_positions(40, most=14, seed=31):
        truth, found = solve(position), BoundedProof(position, 1_000_000)
        assert position.turn is not None
        won = truth.value == "win"
        assert found.winner == (position.turn if won else 1 - position.turn), str(position)
        if won:
            moves = {move.text for move in found.winning_moves()}
            assert moves
            assert moves <= {*truth.winning}, str(position)
        winners.add(found.winner)
    assert winners == {0, 1}


def test_it_finds_the_same_again_and_nothing_without_nodes() -> None:
    for position in late_positions(10, most=22, seed=32):
        first, again = (BoundedProof(position, 20_000) for _ in range(2))
        assert (first.winner, first.winning_moves()) == (again.winner, again.winning_moves())
    assert BoundedProof(start(), 1000).winner is None


def test_it_can_be_stopped() -> None:
    stop = threading.Event()
    stop.set()
    assert BoundedProof(start(), 1 << 40, stop=stop).winner is None
    assert BoundedProof(start(), 1 << 40, seconds=0.05).winner is None
