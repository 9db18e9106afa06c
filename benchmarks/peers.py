"""Steps per second beside Pgx on the same processor, as ratios.

    python benchmarks/peers.py [--seconds 5] [--n 4096] [--rounds 3] [PAIR …]

Each pair is one of our games and the game of Pgx that is most like it in kind. Both sides step n
games at once on all cores, with random legal actions, games that end begin anew, and every step
makes the observation and the mask of legal actions. Compilation is not counted. Every measurement
runs alone in a process of its own, the sides in turn, and the median of the rounds is shown.

Pgx and JAX are not among the project's dependencies: pip install 'icefield[peers]'.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

PAIRS = {
    "seals": ("othello", {}),
    "glide": ("hex", {}),
    "strait": ("backgammon", {"seats": 2}),
    "torch": ("sparrow_mahjong", {"seats": 3}),
}


def rate(step: Callable[[], None], n: int, seconds: float) -> float:
    """Steps of single games per second."""
    for _ in range(3):
        step()
    began, count = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        step()
        count += n
    return count / passed


def ours(key: str, n: int, seconds: float) -> float:
    from icefield import env

    with env.batch(key, n, **PAIRS[key][1]) as games:
        return rate(lambda: games.step(games.sample()) and None, n, seconds)


def theirs(key: str, n: int, seconds: float) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(PAIRS[key][0])
    step_all = jax.vmap(auto_reset(game.step, game.init))

    @jax.jit
    def play(state, source):  # type: ignore[no-untyped-def]
        choosing, chance = jax.random.split(source)
        mask = state.legal_action_mask
        action = jnp.argmax(jax.random.uniform(choosing, mask.shape) * mask, axis=1)
        return step_all(state, action, jax.random.split(chance, n))

    source = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(source, n))

    def step() -> None:
        nonlocal state, source
        source, now = jax.random.split(source)
        state = play(state, now)
        jax.block_until_ready((state.observation, state.legal_action_mask, state.rewards))

    return rate(step, n, seconds)


def alone(side: str, key: str, args: argparse.Namespace) -> float:
    """One measurement in a process of its own."""
    command = [sys.executable, __file__, "--side", side, "--n", str(args.n)]
    done = subprocess.run(
        [*command, "--seconds", str(args.seconds), key], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{side}, {key}: {done.stderr.strip().splitlines()[-1]}")
    return float(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps per second beside Pgx, as ratios.")
    parser.add_argument("pairs", nargs="*", choices=[[], *PAIRS], metavar="PAIR")
    parser.add_argument("--n", type=int, default=4096, help="games at once")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", choices=("ours", "theirs"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        measure = ours if args.side == "ours" else theirs
        print(json.dumps(measure(args.pairs[0], args.n, args.seconds)))
        return
    peer = importlib.util.find_spec("pgx") is not None
    if not peer:
        print("Pgx is not here, so only our side is measured: pip install 'icefield[peers]'\n")
    print(f"{args.n} games at once, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print(f"{'pair':26} {'ours':>14} {'Pgx':>14} {'ratio':>8}   steps per second")
    for key in args.pairs or PAIRS:
        name = f"{key}–{PAIRS[key][0]}"
        rounds = [
            (alone("ours", key, args), alone("theirs", key, args) if peer else None)
            for _ in range(args.rounds)
        ]
        own = statistics.median(mine for mine, _ in rounds)
        if not peer:
            print(f"{name:26} {own:14,.0f}")
            continue
        other = statistics.median(theirs for _, theirs in rounds if theirs is not None)
        print(f"{name:26} {own:14,.0f} {other:14,.0f} {own / other:8.1f}", flush=True)


if __name__ == "__main__":
    main()
