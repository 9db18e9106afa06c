"""The speed of a game on this machine: random play and UCT, one thread, compiled."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import jit
from ..core.game import Game
from ..core.jit import bind, compiled
from ..search import Limits
from ..search.mcts import uct

_LARGEST_BATCH = 200  # games between two reads of the clock


@compiled
def play_random_games(
    tag: Any, start: np.ndarray, games: int, rng: np.ndarray, buffer: np.ndarray
) -> int:
    """Play that many random games; returns the decisions of seats (not of chance)."""
    decisions = 0
    for _ in range(games):
        st = jit.load(tag, start)
        seat = jit.turn(tag, st)
        while seat != jit.OVER:
            st = jit.apply(tag, st, jit.pick(tag, st, rng, buffer))
            if seat >= 0:
                decisions += 1
            seat = jit.turn(tag, st)
    return decisions


@dataclass(frozen=True, slots=True)
class Speed:
    """Rates per second on one thread; a ply is one decision of a seat in random play."""

    playouts_per_s: float
    plies_per_s: float
    uct_per_s: float

    def to_json(self) -> dict[str, int]:
        return {
            "playouts_per_s": round(self.playouts_per_s),
            "plies_per_s": round(self.plies_per_s),
            "uct_per_s": round(self.uct_per_s),
        }


class RandomPlay:
    """Random games of one game from its start position, ready to run."""

    def __init__(self, game: Game, seed: int = 1):
        self.tag = bind(game)
        self.start = jit.rows(self.tag, 1)
        jit.save(self.tag, game.start().state, self.start[0])
        self.rng = jit.generator(seed)
        self.buffer = np.empty(self.tag.max_moves, dtype=np.int64)

    def run(self, games: int) -> int:
        """Play; returns the decisions made."""
        return int(play_random_games(self.tag, self.start[0], games, self.rng, self.buffer))

    def run_for(self, seconds: float) -> tuple[int, int, float]:
        """Play for about that long; returns games, decisions and the elapsed time."""
        games = decisions = 0
        batch = 1  # a game of strait takes a hundred times as long as one of seals
        began = time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            decisions += self.run(batch)
            games += batch
            batch = min(2 * batch, _LARGEST_BATCH)
        return games, decisions, passed


def measure_speed(game: Game, seconds: float = 1.0) -> Speed:
    """Measure a game without compilation."""
    play = RandomPlay(game)
    play.run(1)
    uct.search(game.start(), Limits(nodes=1))
    games, decisions, passed = play.run_for(seconds)
    report = uct.search(game.start(), Limits(seconds=seconds))
    return Speed(games / passed, decisions / passed, report.nodes_per_second)
