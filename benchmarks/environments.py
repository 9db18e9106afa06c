"""Decisions a second of the single-game environments, at random, on one core.

Run with `python benchmarks/environments.py`. Time is the process's own, so that other work on the
machine counts little.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel

import icefield
from icefield import env
from icefield.core import jit
from icefield.core.game import CHANCE
from icefield.env.cursor import Cursor, Ground


def cursor(key: str, seats: int) -> Iterator[None]:
    """What the environments are made of: legal actions and nothing else."""
    ground, rng, dice = Ground(icefield.game(key).start(seats)), np.random.default_rng(1), _dice()
    while True:
        at = Cursor(ground)
        at.draw(dice)
        while not at.over:
            at.act(int(rng.choice(at.actions)))
            at.draw(dice)
            yield


def _dice() -> np.ndarray:
    return jit.generator(1)


def pettingzoo(key: str, seats: int) -> Iterator[None]:
    """With observations and masks, wrapped as one gets it."""
    table, rng = env.pettingzoo(key, seats=seats), np.random.default_rng(1)
    seed: int | None = 1
    while True:
        table.reset(seed=seed)
        seed = None
        while not any(table.terminations.values()):
            seen = table.last()[0]
            table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            yield


def gymnasium(key: str, seats: int) -> Iterator[None]:
    """The learner's decisions, against opponents that play at random."""
    seat, rng = env.gymnasium(key, seats=seats, opponent="random"), np.random.default_rng(1)
    while True:
        _, info = seat.reset(seed=1)
        ended = False
        while not ended:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, _, ended, _, info = seat.step(action)
            yield


def openspiel(key: str, seats: int) -> Iterator[None]:
    """Decisions of players in random playouts."""
    game, rng = env.openspiel(key, seats=seats), np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == pyspiel.PlayerId.CHANCE:
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=odds)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
                yield


def position(key: str, seats: int) -> Iterator[None]:
    """For comparison: positions one after the other, with notation and all."""
    rng = np.random.default_rng(1)
    while True:
        at = icefield.game(key).start(seats)
        while at.turn is not None:
            moves = at.moves()
            by_seat = at.turn != CHANCE
            at = at.play(moves[int(rng.integers(len(moves)))])
            if by_seat:
                yield


WAYS: tuple[Callable[[str, int], Iterator[Any]], ...] = (
    cursor,
    pettingzoo,
    gymnasium,
    openspiel,
    position,
)


def speed(way: Callable[[str, int], Iterator[Any]], key: str, seats: int, seconds: float) -> float:
    """Decisions a second, after the first ones have compiled what there is to compile."""
    steps = way(key, seats)
    for _ in range(200):
        next(steps)
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        next(steps)
        count += 1
    return count / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per figure")
    seconds = parser.parse_args().seconds
    print(f"{'':10}", *(f"{way.__name__:>10}" for way in WAYS))
    for key in sorted(icefield.keys()):
        for seats in icefield.game(key).seats:
            found = [f"{speed(way, key, seats, seconds):10,.0f}" for way in WAYS]
            print(f"{key} {seats:<{9 - len(key)}}", *found, flush=True)


if __name__ == "__main__":
    main()
