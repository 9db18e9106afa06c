"""Bots of `strait` against a greedy walker, and the lengths of their games.

    python benchmarks/strait_bots.py 4 --games 200
    python benchmarks/strait_bots.py 6 --games 50 --seats 4 --against 6

The walker always decides so that its own way home becomes shortest (`evaluate.bare_way`), floes and
explorers alike; equal decisions are drawn. Seats rotate. Games run on all cores.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from statistics import median

import icefield
from icefield.bots import bot
from icefield.core.game import CHANCE, Move, Position
from icefield.games.strait import kernel
from icefield.games.strait.kernel import state as s
from icefield.games.strait.kernel.evaluate import find_walking_distance

GAME = icefield.game("strait")
WALKER = "walker"
Player = Callable[[Position, random.Random], Move]


def walker(position: Position, rng: random.Random) -> Move:
    """The decision after which the own way is shortest."""
    seat = position.turn

    def left(move: Move) -> tuple[float, float]:
        after = kernel.apply(position.state.copy(), move.code)
        won = kernel.turn(after) < CHANCE and after[s.WINNER] == seat
        return (-math.inf if won else float(find_walking_distance(after, seat)), rng.random())

    return min(position.moves(), key=left)


def player(name: str) -> Player:
    if name == WALKER:
        return walker
    chosen = bot(GAME, name)
    return lambda position, rng: chosen.choose(position, seed=rng.randrange(1 << 30)).best


@dataclass(frozen=True)
class Result:
    won: bool
    drawn_hex: bool
    turns: int
    seconds: float  # per decision of the level


def play(level: str, against: str, seats: int, seed: int) -> Result:
    """One game; the level sits at seat `seed` modulo seats."""
    rng = random.Random(seed)
    own = seed % seats
    players = [player(level if seat == own else against) for seat in range(seats)]
    position, spent, decisions = GAME.start(seats=seats), 0.0, 0
    while position.turn is not None:
        if position.turn == CHANCE:
            odds = position.odds()
            move = rng.choices(list(odds), [float(odd) for odd in odds.values()])[0]
        else:
            seat, began = position.turn, time.perf_counter()
            move = players[seat](position, rng)
            if seat == own:
                spent, decisions = spent + time.perf_counter() - began, decisions + 1
        position = position.play(move)
    assert position.outcome is not None
    winners = position.outcome.winners
    turns = int(position.state[s.TURNS])
    return Result(own in winners, not winners, turns, spent / max(decisions, 1))


def told(chosen: argparse.Namespace, results: list[Result]) -> str:
    """What is known so far; the error is two standard errors."""
    share = sum(r.won for r in results) / len(results)
    error = 2 * math.sqrt(share * (1 - share) / len(results))
    return (
        f"level {chosen.level} against {chosen.against}, {chosen.seats} seats: "
        f"{100 * share:.1f} % ± {100 * error:.1f} won of {len(results)} games, "
        f"{sum(r.drawn_hex for r in results)} drawn, "
        f"median {median(r.turns for r in results):.0f} turns, "
        f"{1000 * median(r.seconds for r in results):.0f} ms a decision"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("level")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--against", default=WALKER)
    parser.add_argument("--first", type=int, default=0, help="the first game's seed")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop asking after this")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.games)
    began, results = time.perf_counter(), []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(play, chosen.level, chosen.against, chosen.seats, i) for i in seeds]
        for job in as_completed(jobs):
            if job.cancelled():
                continue
            results.append(job.result())
            if time.perf_counter() - began > 60 * chosen.minutes:
                for waiting in jobs:
                    waiting.cancel()
            print(f"\r{told(chosen, results)}", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
