"""Proofs of puzzles by a tablebase."""

from __future__ import annotations

import pytest

from icefield.analysis.puzzles.proof import prover

from ...games.glide.small_tablebase import GAME as GLIDE
from ...games.glide.small_tablebase import LEVEL

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def test_G7_a_table_proves_wins_draws_and_losses() -> None:
    proving = prover(GLIDE.start(board=LEVEL), 0)
    assert proving.prove(GLIDE.start(board=LEVEL)) is None  # two moves win there
    found = 0
    for puzzle_text in _around(LEVEL):
        position = GLIDE.read(puzzle_text)
        proof = proving.prove(position)
        if proof is None:
            continue
        found += 1
        after = position
        for text in proof.line:
            after = after.play(text)
        assert after.outcome is not None
        assert after.outcome.winners == (position.turn,)
        assert len(proof.line) == proof.plies
        for other in proving.others(position, proof).values():
            assert other.value in ("draw", "loss")
            assert len(other.line) == (6 if other.plies is None else other.plies - 1)
    assert found > 3


def _around(level: str) -> list[str]:
    """The positions that come up within a few moves."""
    seen = {str(GLIDE.start(board=level))}
    for _ in range(4):
        for text in sorted(seen):
            position = GLIDE.read(text)
            afters = (position.play(move) for move in position.moves())
            seen |= {str(after) for after in afters if after.turn is not None}
    return sorted(seen)
