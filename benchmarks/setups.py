"""How even the setups of `seals` are (S2, S2a), played by equal bots.

    python benchmarks/setups.py [--levels 5,6,7,8] [--setups standard,lone] [--games 200]
                                [--opening 0] [--seed 0] [--jobs N]

So that games differ though no bot plays at random, each decision may look at between half and twice
the positions that the level may; `--opening` has games begin with random moves as well. Prints the
table of the game's README: what the bears won, with the 95 % interval (Wilson), what each side
scored in a game on average (S11), and how many moves a game had.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import icefield
from icefield.bots import levels
from icefield.games.seals.board import BEARS, SEALS
from icefield.search import Limits
from icefield.search.registry import SEARCHES

KEY = "seals"
NORMAL = 1.96  # standard errors in which 95 of 100 lie


class Played(NamedTuple):
    """One finished game."""

    winner: int
    scores: tuple[int, ...]
    moves: int


def play(setup: str, name: str, opening: int, seed: int) -> Played:
    """One game of a level against itself."""
    game = icefield.game(KEY)
    (level,) = [each for each in levels(game) if each.name == name]
    if level.nodes is None or level.softness:
        raise SystemExit(f"level {name} is not limited by nodes alone")
    rng = random.Random(f"{setup} {name} {seed}")
    position = game.start(setup=setup)
    while position.turn is not None:
        if len(position.history) < opening:
            position = position.play(rng.choice(position.moves()))
            continue
        nodes = round(level.nodes * 2 ** rng.uniform(-1, 1))
        position = position.play(SEARCHES[level.search](position, Limits(nodes=nodes)).best)
    assert position.outcome is not None
    (winner,) = position.outcome.winners
    return Played(winner, position.outcome.scores, len(position.history))


def interval(won: int, games: int) -> tuple[float, float]:
    """Where the true share lies, in 95 of 100 cases."""
    share, square = won / games, NORMAL**2 / games
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def row(setup: str, level: str, played: list[Played]) -> str:
    games = len(played)
    won = sum(each.winner == BEARS for each in played)
    low, high = (100 * end for end in interval(won, games))
    points = [sum(each.scores[seat] for each in played) / games for seat in (SEALS, BEARS)]
    length = sum(each.moves for each in played) / games
    return (
        f"| `{setup}` | {level} | {games} | {100 * won / games:.0f} % ({low:.0f}–{high:.0f}) "
        f"| {points[SEALS]:.1f} | {points[BEARS]:.1f} | {length:.0f} |"
    )


def main() -> None:
    (option,) = icefield.game(KEY).options
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default="5,6,7,8")
    parser.add_argument("--setups", default=",".join(option.choices))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opening", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    print("| setup | level | games | won by the bears | points, seals | points, bears | moves |")
    print("|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for setup in chosen.setups.split(","):
            for level in chosen.levels.split(","):
                seeds = range(chosen.seed, chosen.seed + chosen.games)
                tasks = [pool.submit(play, setup, level, chosen.opening, seed) for seed in seeds]
                print(row(setup, level, [task.result() for task in tasks]), flush=True)


if __name__ == "__main__":
    main()
