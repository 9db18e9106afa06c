"""Practice (G11): the shortest way to the goal, against the slow reference."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.games.glide.board import read_level
from icefield.games.glide.solitaire import count_shortest, shortest, solve

from .kernel.reference import count_shortest as reference_count
from .kernel.reference import solve_one
from .positions import play, random_level, read, start


def small_level(rng: random.Random) -> str:
    """A level that the reference solves in a moment."""
    side, floes = rng.choice(((3, 4), (3, 5), (5, 3), (5, 4), (7, 3)))
    while True:
        level = random_level(rng, 1, side)
        if 1 < sum(sign in "P*" for sign in level) <= floes:
            return level


@pytest.mark.parametrize("part", range(4))
def test_G11_shortest_ways_are_those_of_the_reference(part: int) -> None:
    rng, lengths = random.Random(f"practice {part}"), set()
    for _ in range(25):
        level = small_level(rng)
        found = solve_one(level)
        assert shortest(level) == (None if found is None else tuple(found)), level
        assert count_shortest(level) == reference_count(level), level
        lengths.add(count_shortest(level)[0])
    assert len(lengths) > 5


def test_G11_the_shortest_way_leads_to_the_goal() -> None:
    rng, solved = random.Random(7), 0
    for _ in range(40):
        level = random_level(rng, 1, rng.choice((5, 5, 7, 9, 11)))
        try:
            found = solve(level, most=200_000)
        except icefield.core.errors.NotNow:
            continue
        if found is None or len(found.moves) > 60:
            continue
        position = play(start(board=level, repetition="continue"), *found.moves[:-1])
        assert position.outcome is None
        assert play(position, found.moves[-1]).outcome is not None
        assert found.count >= 1
        solved += 1
    assert solved > 10


def test_G11_the_standard_board_alone() -> None:
    level = "*.*.*/.*.*./*...*/.*.*./P.*.*"
    wanted = ("right", "right", "up", "left", "down", "down", "right", "up")
    assert shortest(level) == wanted
    assert count_shortest(level) == (8, 12)
    assert shortest(read_level(level)) == shortest(start(board=level)) == wanted
    assert shortest(play(start(board=level), *wanted[:3])) == wanted[3:]
    assert shortest(play(start(board=level), *wanted)) == ()


def test_G11_a_board_without_a_way_has_no_solution() -> None:
    level = "*../.../..P"
    assert shortest(level) is None
    assert count_shortest(level) == (-1, 0)


def test_G11_is_for_one_player_and_for_boards_that_can_be_searched() -> None:
    for board in ("*.Q/.../P.*", start()):
        with pytest.raises(icefield.core.errors.NotNow) as caught:
            shortest(board)
        assert caught.value.rule == "G11"
    with pytest.raises(icefield.core.errors.NotNow, match="too many"):
        solve("*.*.*/.*.*./*...*/.*.*./P.*.*", most=100)
    with pytest.raises(icefield.BadNotation):
        shortest("P../.../")


def test_G11_draws_do_not_matter_for_the_shortest_way() -> None:
    position = read("*.*.*/.*.*./*...*/.*.*./P.*.* P 398")
    found = solve(position)
    assert found is not None
    assert len(found.moves) == 8
