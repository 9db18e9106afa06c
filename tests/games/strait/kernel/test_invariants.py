"""What holds in every position: thousands of random games, and games of bots.

Uniformly random games are long and quiet; lively ones bring explorers and bears together.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import numpy as np
import pytest

import icefield
from icefield import bots
from icefield.core import jit
from icefield.core.game import CHANCE
from icefield.games.strait import kernel
from icefield.games.strait.kernel import state as s
from icefield.games.strait.position import StraitPosition
from icefield.testing.sample import decide

from . import invariants

GAME = icefield.game("strait")
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES = 1 if jit.INTERPRETED else 10_000 if SOAK else 200
TURNS = 5 if jit.INTERPRETED else s.MAX_TURNS
LIVELY = 70  # per cent

Plant = Callable[[StraitPosition], None]


def start(seats: int) -> StraitPosition:
    position = GAME.start(seats=seats)
    assert isinstance(position, StraitPosition)
    return position


def play_games(seats: int, lean: int) -> np.ndarray:
    """Play the games and report broken invariants; returns what happened in them."""
    begin = start(seats)
    tiles = invariants.tiles_of(begin.state)
    tally = np.zeros(invariants.TALLY, dtype=np.int64)
    for number in range(GAMES):
        seed = (10 * lean + seats) * 100_000 + number
        st, rng = begin.state.copy(), jit.generator(seed)
        wrong = invariants.play(st, tiles, lean, TURNS, rng, tally)
        assert wrong == 0, (
            f"game {seed}: {invariants.WRONG[wrong]}\n{StraitPosition(st, on=begin.map)}"
        )
    return tally


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_random_games_keep_what_always_holds(seats: int) -> None:
    tally = play_games(seats, 0)
    assert tally[s.CHOOSING_ACTION] > GAMES


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_lively_games_keep_what_always_holds(seats: int) -> None:
    tally = play_games(seats, LIVELY)
    if not jit.INTERPRETED:
        assert tally[invariants.STEPS] > 100 * GAMES
        assert tally[s.SENDING] > 5 * GAMES
        assert tally[s.BOUNCING] > GAMES
        assert tally[invariants.LIFTS] > 0


# -- the check itself ------------------------------------------------------------------------------


def opened(seats: int = 3) -> StraitPosition:
    """A position after some turns."""
    position = start(seats)
    rng = jit.generator(seats)
    buffer = np.empty(s.MAX_MOVES, dtype=np.int64)
    st = position.state.copy()
    while st[s.TURNS] < 8:
        st = kernel.apply(st, kernel.pick(st, rng, buffer))
    return StraitPosition(st, on=position.map)


def _empty(p: StraitPosition) -> int:
    """A sea hex without anything."""
    return next(i for i in range(len(p.map.sea)) if p.state[s.FLOE + i] < 0)


def _floe(p: StraitPosition) -> int:
    return next(
        i for i in range(len(p.map.sea)) if p.state[s.FLOE + i] >= 0 and not p.state[s.BEARS + i]
    )


def _lose(at: int) -> Plant:
    def plant(p: StraitPosition) -> None:
        p.state[at] -= 1

    return plant


def _move_to(p: StraitPosition, place: int, explorers: list[int]) -> None:
    for i in explorers:
        p.state[s.OCCUPANTS + p.state[s.PLACE_OF + i]] -= 1
        p.state[s.PLACE_OF + i] = place
        p.state[s.OCCUPANTS + place] += 1


def _lose_tile(p: StraitPosition) -> None:
    p.state[s.FLOE + _floe(p)] = -1


def _swap_tile(p: StraitPosition) -> None:
    kinds = [k for k in range(len(p.map.tiles)) if p.state[s.BAG + k]]
    p.state[s.BAG + kinds[0]] -= 1
    p.state[s.BAG + kinds[-1]] += 1


def _miscount(p: StraitPosition) -> None:
    p.state[s.OCCUPANTS + p.state[s.PLACE_OF]] += 1
    p.state[s.OCCUPANTS + _empty(p)] -= 1


def _crowd(p: StraitPosition) -> None:
    _move_to(p, _floe(p), [0, 3, 6])


def _home_twice(p: StraitPosition) -> None:
    _move_to(p, p.map.number["chini"], [0, 1])


def _bears(count: int, explorer: bool) -> Plant:
    def plant(p: StraitPosition) -> None:
        place = _floe(p)
        for other in range(len(p.map.places)):
            p.state[s.SUPPLY + 2] += p.state[s.BEARS + other]
            p.state[s.BEARS + other] = 0
        p.state[s.BEARS + place] = count
        p.state[s.SUPPLY + 2] -= count
        if explorer:
            _move_to(p, place, [0])

    return plant


def _overfill(p: StraitPosition) -> None:
    need = s.RUCKSACK_SIZE + 1 - p.state[s.PACK_ROPE] - p.state[s.PACK_FISH]
    item = 0 if p.supply[0] >= need else 1
    p.state[s.PACK_ROPE + item * (s.PACK_FISH - s.PACK_ROPE)] += need
    p.state[s.SUPPLY + item] -= need


def _owe(p: StraitPosition) -> None:
    p.state[s.SUPPLY + 1] += p.state[s.PACK_FISH] + 1
    p.state[s.PACK_FISH] = -1


def _pending(p: StraitPosition) -> None:
    p.state[s.DEPTH] = 1


def _path(p: StraitPosition) -> None:
    p.state[s.VISITED + 3] = 1


@pytest.mark.parametrize(
    ("number", "plant"),
    [
        (invariants.ROPE_LOST, _lose(s.SUPPLY)),
        (invariants.FISH_LOST, _lose(s.SUPPLY + 1)),
        (invariants.BEARS_LOST, _lose(s.SUPPLY + 2)),
        (invariants.TILES_LOST, _lose_tile),
        (invariants.TILES_LOST, _swap_tile),
        (invariants.MISCOUNTED, _miscount),
        (invariants.CROWDED, _crowd),
        (invariants.TWICE_HOME, _home_twice),
        (invariants.WITH_BEAR, _bears(1, explorer=True)),
        (invariants.FULL_PACK, _overfill),
        (invariants.MANY_BEARS, _bears(3, explorer=False)),
        (invariants.UNSETTLED, _pending),
        (invariants.UNSETTLED, _path),
        (invariants.NEGATIVE, _owe),
    ],
)
def test_the_check_finds_a_planted_error(number: int, plant: Plant) -> None:
    position = opened()
    tiles = invariants.tiles_of(start(3).state)
    assert invariants.broken(position.state, tiles) == 0
    plant(position)
    assert invariants.WRONG[invariants.broken(position.state, tiles)] == invariants.WRONG[number]


# -- bots ------------------------------------------------------------------------------------------


def play_bots(seats: int, seed: int, turns: int) -> None:
    """A game of bots of the two weakest levels, with the check after every move."""
    position = start(seats)
    tiles = invariants.tiles_of(position.state)
    weak, better = (bots.bot(GAME, level.name) for level in bots.levels(GAME)[:2])
    rng = random.Random(f"bots {seats} {seed}")
    number = 0
    while position.turn is not None and position.turns < turns:
        wrong = invariants.broken(position.state, tiles)
        assert wrong == 0, f"game {seats} {seed}: {invariants.WRONG[wrong]}\n{position}"
        if position.turn == CHANCE:
            move = decide(position, rng)[1]
        else:
            bot = better if position.turn % 2 else weak
            move = bot.choose(position, seed=seed * 100_000 + number).best
        after = position.play(move)
        assert isinstance(after, StraitPosition)
        position, number = after, number + 1
    assert invariants.broken(position.state, tiles) == 0


@pytest.mark.skipif(jit.INTERPRETED, reason="a search takes too long without the compiler")
@pytest.mark.parametrize("seed", range(20 if SOAK else 6))
@pytest.mark.slow
def test_whole_games_of_bots_keep_what_always_holds(seed: int) -> None:
    play_bots(2 + seed % 3, 100 + seed, turns=300)
