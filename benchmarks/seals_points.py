"""Bounds of the points of `seals` from its start, and the points of `max`.

    python benchmarks/seals_points.py most 300 512             # seconds, megabytes
    python benchmarks/seals_points.py play 0.5 20 5 6 8 max    # seconds, games, levels

`most` refutes from above that the seals can be sure of so many points. `play` lets `max` play the
seals with that much time for a move, against the bears of each level, with every first move of the
bears in turn.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import replace

import numpy as np

import icefield
from icefield.bots import Bot, levels
from icefield.core import jit
from icefield.core.jit import bind
from icefield.search.deadline import Deadline
from icefield.search.exact import score_bounds
from icefield.search.proof import dfpn

GAME = icefield.game("seals")


class Refutation:
    """The search from above."""

    def __init__(self, megabytes: int):
        self._tag = bind(GAME)
        self._row = jit.rows(self._tag, 1)[0]
        jit.save(self._tag, GAME.start().state, self._row)
        self._line = dfpn.new_search_stack(self._tag, self._tag.max_moves)
        self._shelf = dfpn.new_proof_table(megabytes)
        self.control = np.zeros(dfpn.CONTROL_SIZE, dtype=np.int64)
        self.control[dfpn.BUDGET] = np.iinfo(np.int64).max

    def halt(self) -> None:
        self.control[dfpn.HALT] = 1

    def refutes(self, points: int) -> bool:
        """Whether the seals cannot be sure of that many."""
        self.control[dfpn.GOAL] = points
        dfpn.search(self._tag, self._row, self._shelf, self._line, self.control)
        return bool(self.control[dfpn.REFUTATION] == 0)


def most(seconds: float, megabytes: int) -> None:
    search, began, nodes = Refutation(megabytes), time.perf_counter(), 0
    points = score_bounds.static_bounds(GAME.start()).high
    with Deadline([search], seconds, None):
        while search.refutes(points):
            points -= 1
            nodes += int(search.control[dfpn.NODES])
            spent = time.perf_counter() - began
            print(f"at most {points}   {nodes:12,} positions   {spent:6.0f} s", flush=True)


def play(seconds: float, games: int, names: list[str]) -> None:
    top = replace(levels(GAME)[-1], seconds=seconds)
    seals = Bot(GAME, top)
    for name in names:
        bears = Bot(GAME, top if name == top.name else name)
        points = [game(seals, bears, number) for number in range(games)]
        won = [found for found in points if found is not None]
        print(
            f"{name:>4}: {len(won)} of {games} won, {statistics.mean(won):.1f} points on average, "
            f"{min(won)} to {max(won)}",
            flush=True,
        )


def game(seals: Bot, bears: Bot, number: int) -> int | None:
    """The points of the seals, None when they lose.

    The first move of the bears goes by the number; when all have been played, the second is random.
    """
    position, replies, rng = GAME.start(), 0, random.Random(number)
    while position.turn is not None:
        moves = sorted(position.moves(), key=lambda move: move.text)
        if position.turn == 0:
            chosen = seals.choose(position).best
        elif replies == 0:
            chosen = moves[number % len(moves)]
        elif replies == 1 and number >= 16:
            chosen = rng.choice(moves)
        else:
            chosen = bears.choose(position, seed=number).best
        replies += position.turn == 1
        position = position.play(chosen)
    assert position.outcome is not None
    return position.outcome.scores[0] if position.outcome.winners == (0,) else None


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "most":
        most(float(rest[0]), int(rest[1]))
    else:
        play(float(rest[0]), int(rest[1]), rest[2:])
