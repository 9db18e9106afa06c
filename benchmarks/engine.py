"""How fast the engine is: `python benchmarks/engine.py [KEY…]`.

Random play, UCT and alpha-beta on one and two threads, perft, and the start of the command line,
cold (empty cache) and warm. Figures are printed beside the prototype that was measured before the
architecture was decided, as ratios; run it on a quiet machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import icefield
from icefield.analysis.perft import perft
from icefield.analysis.speed import RandomPlay
from icefield.search import Limits, alphabeta
from icefield.search.mcts import uct

PROTOTYPE = {  # per second on one quiet core, and seconds for the start
    "seals": {"plies, one thread": 26e6, "UCT, one thread": 550e3, "warm start": 0.35},
}
SECONDS = 2.0


def plies(game: icefield.Game, threads: int) -> float:
    """Decisions per second in random play."""
    players = [RandomPlay(game, seed) for seed in range(1, threads + 1)]
    players[0].run(1)
    with ThreadPoolExecutor(threads) as pool:
        runs = list(pool.map(lambda player: player.run_for(SECONDS), players))
    return sum(decisions / passed for _, decisions, passed in runs)


def searches(game: icefield.Game, threads: int) -> dict[str, float]:
    """Nodes per second of each search from the start position."""
    start = game.start()
    uct.search(start, Limits(nodes=1))
    figures = {
        "UCT": float(uct.search(start, Limits(seconds=SECONDS), threads=threads).nodes_per_second)
    }
    if start.seats == 2:
        alphabeta.search(start, Limits(depth=1))
        report = alphabeta.search(start, Limits(seconds=SECONDS), threads=threads)
        figures["alpha-beta"] = float(report.nodes_per_second)
    return figures


def start_up(key: str) -> tuple[float, float]:
    """Seconds of `icefield perft KEY 1` with an empty cache, and with a full one."""
    command = [sys.executable, "-m", "icefield", "perft", key, "1"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "ICEFIELD_CACHE": cache}
        times = []
        for _ in range(6):
            began = time.perf_counter()
            subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - began)
    return times[0], min(times[1:])


def show(key: str, name: str, figure: float, unit: str) -> None:
    known = PROTOTYPE.get(key, {}).get(name)
    ratio = ""
    if known is not None:
        better = known / figure if unit == "s" else figure / known
        ratio = f"{better:8.2f} × prototype"
    text = f"{figure:14.2f}" if unit == "s" else f"{figure:14,.0f}"
    print(f"  {name:24}{text} {unit:4}{ratio}")


def main(keys: list[str]) -> None:
    for key in keys or icefield.keys():
        game = icefield.game(key)
        print(f"{key}: {game.title}")
        for threads, name in ((1, "one thread"), (2, "two threads")):
            show(key, f"plies, {name}", plies(game, threads), "/s")
            for search, figure in searches(game, threads).items():
                show(key, f"{search}, {name}", figure, "/s")
        depth = 4
        while (leaves := perft(game.start(), depth)) < 10_000_000:
            depth += 1
        began = time.perf_counter()
        perft(game.start(), depth)
        show(key, f"perft {depth}", leaves / (time.perf_counter() - began), "/s")
        cold, warm = start_up(key)
        show(key, "cold start", cold, "s")
        show(key, "warm start", warm, "s")


if __name__ == "__main__":
    main(sys.argv[1:])
