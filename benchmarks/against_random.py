"""How often one searching seat wins against random play in all the others.

`python benchmarks/against_random.py KEY [--seats N] [--games 400] [--nodes 2000] [--jobs N]`.
The searching seat rotates; a shared victory counts 1/winners; the error is two standard errors.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor

import icefield
from icefield.search import Limits
from icefield.search.registry import SEARCHES, suited


def play(key: str, seats: int, strong: int, nodes: int, seed: int) -> float:
    """One game; returns the share of the victory that the searching seat got."""
    game = icefield.game(key)
    search = SEARCHES[suited(game)[0]]
    chance = random.Random(seed)
    position = game.start(seats)
    count = 0
    while position.turn is not None:
        seat = position.turn
        if seat == strong:
            count += 1
            view = position.view(seat)
            found = search(view, Limits(nodes=nodes), seat=seat, seed=1000 * seed + count)
            move = found.best
        else:
            move = chance.choice(position.moves())
        position = position.play(move, seat)
    assert position.outcome is not None
    winners = position.outcome.winners
    return 1 / len(winners) if strong in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key", choices=icefield.keys())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    game = icefield.game(chosen.key)
    seats = chosen.seats or game.seats[0]
    play(chosen.key, seats, 0, 2, 0)  # compile before the processes start
    began = time.perf_counter()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        tasks = [
            pool.submit(play, chosen.key, seats, n % seats, chosen.nodes, n)
            for n in range(chosen.games)
        ]
        shares = [task.result() for task in tasks]
    mean = sum(shares) / len(shares)
    error = 2 * math.sqrt(sum((s - mean) ** 2 for s in shares)) / len(shares)
    print(
        f"{chosen.key}, {seats} seats, {chosen.nodes} nodes a decision: "
        f"{100 * mean:.1f} % ± {100 * error:.1f} of {chosen.games} games "
        f"(par {100 / seats:.0f} %), {time.perf_counter() - began:.0f} s on {chosen.jobs} jobs"
    )


if __name__ == "__main__":
    main()
