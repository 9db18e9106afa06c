"""Who wins when equal bots play: `python benchmarks/seat_balance.py KEY [--seats N] [--level L]
[--games 400] [--jobs N]`. Prints the share of each seat, of draws, and the length of games."""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
from concurrent.futures import ProcessPoolExecutor

import icefield
from icefield.bots import bot
from icefield.play import Match


def play(key: str, seats: int, level: str, seed: int) -> tuple[tuple[int, ...], int]:
    """One game; returns the winners and the number of decisions."""
    game = icefield.game(key)
    match = Match(game, seats=seats, chance=random.Random(seed))
    player = bot(game, level)
    while not match.over:
        found = player.choose(match.position, seed=1000 * seed + match.decision)
        match.submit(found.best)
    outcome = match.position.outcome
    assert outcome is not None
    return outcome.winners, match.decision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key", choices=icefield.keys())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="4")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    game = icefield.game(chosen.key)
    seats = chosen.seats or game.seats[0]
    play(chosen.key, seats, chosen.level, 0)  # compile before the processes start
    with ProcessPoolExecutor(chosen.jobs) as pool:
        tasks = [pool.submit(play, chosen.key, seats, chosen.level, n) for n in range(chosen.games)]
        games = [task.result() for task in tasks]
    print(f"{chosen.key}, {seats} seats, level {chosen.level}, {len(games)} games")
    for seat in range(seats):
        share = sum(1 / len(w) for w, _ in games if seat in w) / len(games)
        error = 2 * math.sqrt(share * (1 - share) / len(games))
        print(f"  {game.seat_name(seat)!s:16} {100 * share:5.1f} % ± {100 * error:.1f}")
    draws = sum(not w for w, _ in games) / len(games)
    lengths = [length for _, length in games]
    print(f"  draws            {100 * draws:5.1f} %")
    print(f"  decisions        median {statistics.median(lengths):.0f}, longest {max(lengths)}")


if __name__ == "__main__":
    main()
