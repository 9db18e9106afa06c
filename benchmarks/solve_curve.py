"""The time of exact solving of `seals` by the number of empty spaces.

`python benchmarks/solve_curve.py [POSITIONS_PER_POINT]`. Positions come from random games; those
that a bound or a capture decides at once are part of it, as in real play.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator

import icefield
from icefield.games.seals.position import SealsPosition
from icefield.search import Limits
from icefield.search.exact.solve import solve

LIMIT = 60.0


def positions(empty: int, count: int, seed: int = 1) -> Iterator[icefield.Position]:
    """Unfinished positions with that many empty spaces, met in random games."""
    chance = random.Random(seed)
    game = icefield.game("seals")
    while count:
        position = game.start()
        while position.turn is not None:
            assert isinstance(position, SealsPosition)
            if position.empty_spaces == empty:
                count -= 1
                yield position
                break
            position = position.play(chance.choice(position.moves()))


def main(count: int) -> None:
    solve(next(positions(8, 1)))  # compile
    print("empty  mean ms  median ms   worst ms   nodes (mean)")
    for empty in range(8, 33, 4):
        found = [solve(p, Limits(seconds=LIMIT)) for p in positions(empty, count)]
        ms = [1000 * s.seconds for s in found]
        nodes = statistics.mean(s.nodes for s in found)
        unknown = sum(s.value == "unknown" for s in found)
        note = f"   {unknown} not solved in {LIMIT:.0f} s" if unknown else ""
        print(
            f"{empty:5}{statistics.mean(ms):9.1f}{statistics.median(ms):11.1f}{max(ms):11.1f}"
            f"{nodes:15,.0f}{note}",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
