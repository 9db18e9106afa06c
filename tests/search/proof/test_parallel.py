"""The games that the parallel proof accepts, and proofs without a verdict."""

from __future__ import annotations

import pytest

from icefield.core.jit import INTERPRETED
from icefield.games import game
from icefield.search.exact.solve import solve
from icefield.search.proof import dfpn
from icefield.search.proof.parallel import ParallelProof, can_prove

from ...toy.rules import Toy
from ..late_positions import late_positions
from . import plain_kernel
from .searched import SEALS


@pytest.mark.parametrize(
    ("key", "accepted"), [("seals", True), ("glide", False), ("strait", False), ("torch", False)]
)
def test_can_prove_accepts_games_for_two_without_chance_and_cycles(
    key: str, accepted: bool
) -> None:
    assert can_prove(game(key).start()) is accepted


def test_can_prove_refuses_hidden_choices_and_chance() -> None:
    assert not can_prove(Toy().start())


def test_can_prove_needs_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SEALS), "kernel", plain_kernel.__name__)
    assert can_prove(SEALS.start())


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_run_proves_without_verdict_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = list(late_positions(6, most=8, seed=41))
    wins = [(solve(position).value == "win") == (position.turn == 0) for position in positions]
    monkeypatch.setattr(type(SEALS), "kernel", plain_kernel.__name__)
    found = [ParallelProof(position, dfpn.new_proof_table(1)).run() for position in positions]
    assert found == wins
    assert {*found} == {True, False}
