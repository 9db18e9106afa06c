"""A proof as data, checked by a checker that shares nothing with the search."""

from __future__ import annotations

import json
import threading

import pytest

from icefield.analysis.strategy_check import BadStrategy, check
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.games import game
from icefield.search.proof import dfpn
from icefield.search.proof.parallel import ParallelProof
from icefield.search.proof.strategy_file import Extraction, Interrupted

WON = [
    "4/o4o/s1o4o/1o1o3o/2oooboo/os3oob/o3oo/4 s -",
    "4/ooo2o/4oo2/2o1ooo1/1oooo1o1/bso1ooo1/o2o1b/2s1 b -",
]
pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")


@pytest.fixture(scope="module", params=WON, ids=["seals-to-move", "bears-to-move"])
def won(request: pytest.FixtureRequest) -> tuple[Position, dfpn.ProofTable]:
    """A position that the seals win, and what its proof has left behind."""
    position = game("seals").read(request.param)
    known = dfpn.new_proof_table(8)
    assert ParallelProof(position, known, share=2000).run()
    return position, known


@pytest.mark.parametrize("leaf", [1, 30, 300])
def test_a_strategy_stands_up_to_the_checker(
    won: tuple[Position, dfpn.ProofTable], leaf: int
) -> None:
    position, known = won
    file = Extraction(position, known, jobs=2, leaf=leaf).run()
    checked = check(file)
    assert checked.complete
    assert (checked.start, checked.seat) == (str(position), 0)
    assert checked.positions > 1


def test_smaller_leaves_make_a_larger_file(won: tuple[Position, dfpn.ProofTable]) -> None:
    sizes = [
        json.loads(Extraction(*won, leaf=leaf).run().split(b"\n", 1)[0])["positions"]
        for leaf in (1, 30, 1000)
    ]
    assert sizes[0] > sizes[1] > sizes[2]


def test_what_the_table_has_forgotten_is_found_again(won: tuple[Position, dfpn.ProofTable]) -> None:
    position, _ = won
    extraction = Extraction(position, dfpn.new_proof_table(0), leaf=30)
    assert check(extraction.run()).complete
    assert extraction.searched > 0


def test_a_strategy_for_another_position_is_found_out(
    won: tuple[Position, dfpn.ProofTable],
) -> None:
    position, known = won
    header, packed = Extraction(position, known, leaf=30).run().split(b"\n", 1)
    other = position.play(next(iter(position.moves())))
    says = json.loads(header) | {"start": str(other)}
    with pytest.raises(BadStrategy):
        check(json.dumps(says).encode() + b"\n" + packed)


def test_it_can_be_stopped(won: tuple[Position, dfpn.ProofTable]) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        Extraction(*won, leaf=1).run(stop=stop)
