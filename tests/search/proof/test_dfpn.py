"""Proof-number search finds what the exact solver finds, in any division of work."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from icefield.core import jit
from icefield.core.errors import IllegalMove
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.search.exact.solve import solve
from icefield.search.proof import dfpn
from icefield.search.proof.parallel import ParallelProof

from .searched import SEALS, TAG, proven, turned

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")


def late(count: int, seed: int, plies: int) -> Iterator[Position]:
    """Positions of random games after so many plies."""
    rng = random.Random(seed)
    while count:
        position = SEALS.start()
        for _ in range(plies):
            if position.turn is None:
                break
            position = position.play(rng.choice(list(position.moves())))
        if position.turn is not None:
            count -= 1
            yield position


def test_all_eight_views_of_a_position_are_one() -> None:
    for position in late(40, 1, 12):
        keys = {
            int(jit.identity(TAG, turned(position, bool(k & 1), bool(k & 2), bool(k & 4)).state))
            for k in range(8)
        }
        assert len(keys) == 1


def test_other_positions_are_others() -> None:
    positions = {str(p) for p in late(400, 2, 9)}
    keys = {int(jit.identity(TAG, SEALS.read(text).state)) for text in positions}
    assert len(keys) > 0.98 * len(positions)  # some are views of each other


def test_ice_that_nobody_can_use_is_gone() -> None:
    with_ice = "oooo/oooooo/bo2oobo/1oso2oo/soo1oooo/oooooooo/oooooo/ooo1 s -"
    without = with_ice.replace("/ooo1 ", "/oooo ")
    less = with_ice.replace("soo1oooo", "soooooo" + "o")
    keys = [int(jit.identity(TAG, SEALS.read(text).state)) for text in (with_ice, without, less)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.slow
def test_what_is_certain_at_sight_is_true() -> None:
    seen = {1: 0, -1: 0}
    for position in late(160, 3, 26):
        said = int(jit.verdict(TAG, position.state))
        if said:
            seen[said] += 1
            wins = (solve(position).value == "win") == (position.turn == 0)
            assert wins == (said > 0), str(position)
    assert seen[1] > 10


@pytest.mark.parametrize("plies", [23, 25, 27])
@pytest.mark.slow
def test_it_finds_what_the_exact_solver_finds(plies: int) -> None:
    won = 0
    for position in late(25, plies, plies):
        wins = (solve(position).value == "win") == (position.turn == 0)
        pn, dn, _ = proven(position)
        assert (pn == 0, dn == 0) == (wins, not wins), str(position)
        won += wins
    assert won > 0


def test_a_tiny_table_costs_time_and_nothing_else() -> None:
    for position in late(8, 7, 22):
        large, small = proven(position), proven(position, megabytes=0)
        assert large[:2] == small[:2]


def test_a_budget_is_kept() -> None:
    pn, dn, nodes = proven(SEALS.start(), budget=2000)
    assert nodes == 2000
    assert min(pn, dn) > 0


@pytest.fixture(scope="module")
def middle() -> Position:
    """A position that takes some ten thousand nodes."""
    found = next(p for p in late(60, 5, 15) if 20_000 < proven(p)[2] < 200_000)
    return found


@pytest.mark.slow
def test_cut_into_pieces_it_is_the_same(middle: Position) -> None:
    pn, _, _ = proven(middle)
    for jobs, share in ((1, 400), (3, 1000)):
        proofs = ParallelProof(middle, dfpn.new_proof_table(4), jobs=jobs, share=share)
        assert proofs.run() is (pn == 0)
        assert proofs.nodes > 0
        assert proofs.progress(0.0).decided > 1


def test_interrupted_and_carried_elsewhere_it_goes_on(middle: Position, tmp_path: Path) -> None:
    pn, _, _ = proven(middle)
    file = tmp_path / "proof.json"
    rounds = 0
    while True:
        proofs = ParallelProof(middle, dfpn.new_proof_table(4), share=400)
        if file.exists():
            proofs.resume(json.loads(file.read_text()))
        before = proofs.nodes
        stop = After(before + 5000, proofs)
        value = proofs.run(stop=stop, on_progress=lambda _: None)
        assert proofs.nodes >= before
        file.write_text(json.dumps(proofs.to_json()))
        rounds += 1
        if value is not None:
            break
    assert value is (pn == 0)
    other = ParallelProof(SEALS.start(), dfpn.new_proof_table(1))
    with pytest.raises(ValueError, match="another proof"):
        other.resume(json.loads(file.read_text()))


class After(threading.Event):
    """Set once so many nodes are done."""

    def __init__(self, nodes: int, proofs: ParallelProof):
        super().__init__()
        self._nodes = nodes
        self._proofs = proofs

    def is_set(self) -> bool:
        return self._proofs.nodes >= self._nodes


@pytest.mark.slow
def test_what_to_try_first_does_not_change_what_is_found(middle: Position) -> None:
    pn, _, _ = proven(middle)
    names = [move.text for move in middle.moves()]
    proofs = ParallelProof(
        middle, dfpn.new_proof_table(4), share=400, believed=[[name] for name in names[:1]]
    )
    assert proofs.run() is (pn == 0)


def test_a_line_that_is_believed_may_leave_moves_open(middle: Position) -> None:
    pn, _, _ = proven(middle)
    moves = [move.text for move in middle.moves()]
    proofs = ParallelProof(
        middle, dfpn.new_proof_table(4), share=400, believed=[["*", "*"], [moves[0], "*"]]
    )
    assert proofs.run() is (pn == 0)


def test_a_line_that_is_believed_must_be_legal(middle: Position) -> None:
    with pytest.raises(IllegalMove):
        ParallelProof(middle, dfpn.new_proof_table(4), believed=[["a1-a2"]])
