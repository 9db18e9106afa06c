"""Checks of refused moves and touches, for the tests of all games."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.game import Position


def assert_refused_move(position: Position, move: str, code: str, rule: str) -> None:
    """Assert that a move is refused for that reason, and that nothing changes."""
    refusal = position.explain(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    assert str(refusal).endswith(f"({rule})")
    before = str(position)
    with pytest.raises(icefield.IllegalMove) as caught:
        position.play(move)
    assert caught.value.refusal == refusal
    assert str(position) == before


def assert_refused_touches(
    position: Position, touches: tuple[str, ...], code: str, rule: str
) -> None:
    """Assert that touches are refused for that reason."""
    refusal = position.explain_touches(touches)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
