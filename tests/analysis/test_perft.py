"""Perft and its split against the slow reference, and the figures of `bench`."""

from __future__ import annotations

import json

import pytest

import icefield
from icefield.analysis import speed
from icefield.analysis.perft import perft, perft_by_move

from ..games.seals.kernel import reference
from ..games.seals.kernel.reference import Reference
from ..games.seals.positions import after_random_moves, all_but, put, start

SEALS = icefield.game("seals")


def test_the_first_depths_from_the_start() -> None:
    assert [perft(start(), depth) for depth in range(6)] == [1, 16, 256, 4710, 85838, 1608792]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_split_adds_up(depth: int) -> None:
    for seed in range(10):
        position = after_random_moves(seed, 2 * seed)
        parts = perft_by_move(position, depth)
        assert list(parts) == [move.text for move in position.moves()]
        assert sum(parts.values()) == perft(position, depth)


@pytest.mark.parametrize("seed", range(40))
def test_the_slow_reference_counts_the_same(seed: int) -> None:
    position = after_random_moves(seed, seed)
    theirs = Reference.read(str(position))
    for depth in (0, 1, 2):
        assert perft(position, depth) == reference.perft(theirs, depth), str(position)
    if position.turn is not None:
        assert perft_by_move(position, 2) == {
            move: reference.perft(theirs.play(move), 1) for move in theirs.moves()
        }


def test_late_positions_are_counted_to_the_end() -> None:
    position = put("a3 c3", "h5 f5", discs=all_but("a3 c3 h5 f5 a4 b4 g5 h6 f6"), turn="s")
    theirs = Reference.read(str(position))
    counts = [perft(position, depth) for depth in range(9)]
    assert counts == [reference.perft(theirs, depth) for depth in range(9)]
    assert perft(position, 40) == 0  # no game lasts that long; leaves are counted at the end only


def test_a_finished_game_has_nothing_below_it() -> None:
    over = put("d4", "h5", discs=all_but("d4 h5 h4"), turn="b")
    assert over.outcome is not None
    assert perft(over, 0) == 1
    assert perft(over, 1) == perft(over, 5) == 0
    assert perft_by_move(over, 3) == {}


def test_a_forced_pass_is_one_move() -> None:
    position = put("a3", "h6", discs=all_but("a3 a4 a5 h6"), turn="b")
    assert perft_by_move(position, 1) == {"pass": 1}
    assert perft(position, 2) == perft(position.play("pass"), 1)


# -- speed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", icefield.keys())
@pytest.mark.slow
def test_speed_is_measured(key: str) -> None:
    found = speed.measure_speed(icefield.game(key), seconds=0.02)
    figures = found.to_json()
    assert set(figures) == {"playouts_per_s", "plies_per_s", "uct_per_s"}
    assert all(figure > 0 for figure in figures.values())
    assert found.plies_per_s > found.playouts_per_s
    assert json.loads(json.dumps(figures)) == figures


def test_random_play_is_the_same_for_a_seed() -> None:
    one, same, other = (speed.RandomPlay(SEALS, seed=seed) for seed in (4, 4, 5))
    assert [one.run(50) for _ in range(3)] == [same.run(50) for _ in range(3)]
    assert [one.run(50) for _ in range(3)] != [other.run(50) for _ in range(3)]


def test_random_play_counts_decisions_of_whole_games() -> None:
    play = speed.RandomPlay(SEALS, seed=1)
    decisions = play.run(1000)
    assert 10_000 < decisions < 60_000  # a random game of seals lasts some 25 turns
    games, counted, passed = play.run_for(0.01)
    assert games > 0
    assert counted > games
    assert passed >= 0.01
