"""Make the weights of the guess of `seals` again: play games, then fit.

    python benchmarks/seals_weights.py play 1 170 games1.npy     # seed, seconds, file
    python benchmarks/seals_weights.py fit games1.npy games2.npy

`play` lets alpha-beta with a small budget play itself from random openings, with a random move now
and then; a game counts by its result. `fit` is a logistic regression on `evaluate.features`, with
weights that change with the number of empty spaces; it prints the rows for `weights.py`.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import numpy as np

import icefield
from icefield.core.jit import compiled
from icefield.games.seals.board import BOARD
from icefield.games.seals.kernel import State
from icefield.games.seals.kernel.evaluate import features, reachable
from icefield.games.seals.kernel.weights import FEW, FITTED, MANY, SOME
from icefield.search import Limits, alphabeta

GAME = icefield.game("seals")
OPENINGS = (2, 4, 6, 8, 10, 12)  # random moves
BUDGETS = (500, 2000, 2000, 8000)  # nodes
RANDOM = 0.06
PULL = 3.0  # towards small weights
_ICE = np.uint64(BOARD)


def play(seed: int, seconds: float, file: str) -> None:
    """Rows of seals, bears, discs, mover and whether the seals won."""
    rng, rows, began = random.Random(seed), [], time.perf_counter()
    while time.perf_counter() - began < seconds:
        rows += game(rng)
    np.save(file, np.array(rows, dtype=np.uint64))
    print(f"{len(rows)} positions, seals won {np.mean([row[4] for row in rows]):.2f}")


def game(rng: random.Random) -> list[tuple[Any, ...]]:
    position, states = GAME.start(), []
    for _ in range(rng.choice(OPENINGS)):
        if position.turn is not None:
            position = position.play(rng.choice(position.moves()))
    limits, seals_won = Limits(nodes=rng.choice(BUDGETS)), 1
    while position.turn is not None:
        report = alphabeta.search(position, limits)
        states.append(position.state)
        if report.exact:
            seals_won = int((report.value > 0) == (position.turn == 0))
            break
        move = report.best if rng.random() >= RANDOM else rng.choice(position.moves())
        position = position.play(move)
    if position.outcome is not None:
        seals_won = int(0 in position.outcome.winners)
    return [(s.seals, s.bears, s.discs, s.mover, seals_won) for s in states]


@compiled
def _describe(rows: np.ndarray, out: np.ndarray, used: np.ndarray) -> None:
    for i in range(len(rows)):
        st = State(rows[i, 0], rows[i, 1], rows[i, 2], np.int64(rows[i, 3]), 0, 0)
        found = features(st)
        for j in range(len(found)):
            out[i, j] = found[j]
        safe = st.seals & ~reachable(st.bears, _ICE & ~st.discs) != np.uint64(0)
        used[i] = not safe and not (st.mover == 1 and found[9] == 1 and found[11] == 1)


def fit(files: list[str]) -> None:
    rows = np.concatenate([np.load(file) for file in files])
    described = np.zeros((len(rows), len(FITTED)))
    used = np.zeros(len(rows), dtype=np.bool_)
    _describe(rows, described, used)
    x, won = described[used], rows[used, 4].astype(float)
    low = np.interp(x[:, 15], (FEW, SOME), (1, 0))
    high = np.interp(x[:, 15], (SOME, MANY), (0, 1))
    phases = (low, 1 - low - high, high)
    y = np.concatenate([x * phase[:, None] for phase in phases], axis=1)
    scale = y.std(axis=0)
    scale[scale == 0] = 1
    y /= scale
    weights = np.zeros(y.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(y @ weights, -30, 30)))
        slope = y.T @ (won - chance) - PULL * weights
        bend = (y * (chance * (1 - chance))[:, None]).T @ y + PULL * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    chance = np.clip(1 / (1 + np.exp(-y @ weights)), 1e-9, 1 - 1e-9)
    loss = -(won * np.log(chance) + (1 - won) * np.log(1 - chance))
    for few, many in ((0, 14), (14, 22), (22, 30), (30, 52)):
        part = (x[:, 15] >= few) & (x[:, 15] < many)
        print(f"# {few}-{many} empty spaces: {part.sum()} positions, loss {loss[part].mean():.4f}")
    for row in (1000 * weights / scale).round().astype(int).reshape(3, -1).T:
        print(f"    ({row[0]}, {row[1]}, {row[2]}),")


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
    else:
        fit(sys.argv[2:])
