"""Positions that are the same up to symmetry."""

from __future__ import annotations

import pytest

from icefield.analysis.puzzles.symmetry import canonical_form

from ...games.glide.small_tablebase import GAME as GLIDE
from .shipped import SEALS

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def test_positions_look_alike_turned_mirrored_and_with_players_exchanged() -> None:
    position = GLIDE.read("*.*.Q/.*.*./*...*/.*.*./P.**. P 0")
    turned = GLIDE.read("P.*.*/.*.*./*...*/**.*./..*.Q P 0")
    mirrored = GLIDE.read("Q.*.*/.*.*./*...*/.*.*./.**.P P 0")
    exchanged = GLIDE.read("*.*.P/.*.*./*...*/.*.*./Q.**. Q 3")
    other = GLIDE.read("*.*.P/.*.*./*...*/.*.*./Q.**. P 0")
    assert (
        canonical_form(position)
        == canonical_form(turned)
        == canonical_form(mirrored)
        == canonical_form(exchanged)
    )
    assert canonical_form(position) != canonical_form(other)


def test_seals_and_bears_are_never_exchanged() -> None:
    assert canonical_form(SEALS.read("4/s4b/8/8/8/8/s4b/4 s -")) != canonical_form(
        SEALS.read("4/s4b/8/8/8/8/s4b/4 b -")
    )
