"""Hints: from tables, proofs and solutions, else from a search."""

from __future__ import annotations

import random
import threading

import pytest

import icefield
from icefield.analysis.hints import find_hint
from icefield.core.errors import GameOver, NotNow

SEALS, GLIDE = icefield.game("seals"), icefield.game("glide")


def test_hint_follows_the_proof() -> None:
    start = SEALS.start()
    hint = find_hint(start.view(0), 0)
    assert hint.move.text == "b2-c3"
    assert hint.value.exact
    assert "proven" in str(hint.text)


def test_hint_at_practice_begins_a_shortest_way() -> None:
    puzzle = GLIDE.puzzles()[0]  # type: ignore[attr-defined]
    position = GLIDE.start(**GLIDE.practice_options(puzzle.level))  # type: ignore[attr-defined]
    for left in range(puzzle.length, 0, -1):
        assert len(GLIDE.shortest(position, 1 << 20)) == left  # type: ignore[attr-defined]
        position = position.play(find_hint(position.view(0), 0).move)
    assert position.outcome is not None


def test_hint_is_from_the_view_of_the_seat() -> None:
    rng, position = random.Random(1), icefield.game("torch").start()
    while len(position.deciders) < 2:
        assert position.outcome is None
        position = position.play(rng.choice(position.moves()))
    seat = position.deciders[1]
    stop = threading.Event()
    stop.set()
    assert find_hint(position.view(seat), seat, stop).move in position.moves(seat)


def test_hint_is_refused_after_the_end() -> None:
    position = SEALS.start()
    while position.turn is not None:
        position = position.play(position.moves()[0])
    with pytest.raises(GameOver):
        find_hint(position, 0)


def test_hint_at_practice_says_where_no_way_leads() -> None:
    stuck = GLIDE.start(**GLIDE.practice_options("...../...../...../...../*...P"))  # type: ignore[attr-defined]
    with pytest.raises(NotNow, match="cannot be reached"):
        find_hint(stuck.view(0), 0)
