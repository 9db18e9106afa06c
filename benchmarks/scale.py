"""How many tables one server holds, and ten: a simulation from `costs.py`.

    python benchmarks/scale.py COSTS.json [--tables 20000] [--servers 1] [--workers 2] [--seed 1]
    python benchmarks/scale.py COSTS.json --check LOAD.json

Without options it shows the day of one server, of ten, and of a million tables with as many servers
as that takes. A day is simulated event by event: tables are opened along a curve that is highest in
the evening; each is played by people and bots of the levels that people choose; every move is work
for a worker (a process, which does one thing at a time), a write in the one database, and a view
for every connection, made by the worker that happens to hold it. Bots think on the processors that
are left. Queues are first come, first served, and nothing is lost: all that arrives ends.

`--check` puts the load of a run of `load.py` (its `--json`) through the same queues, and says how
far the simulation is from what was measured.
"""

from __future__ import annotations

import argparse
import heapq
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DAY = 86_400.0
_NIGHT = [2, 1.2, 0.8, 0.6, 0.5, 0.6, 1, 1.8, 2.6, 3.2, 3.6, 4]
_NOON = [4.8, 4.8, 4.4, 4.6, 5.2, 6, 7.2, 8.6, 9.4, 9, 7, 4.6]
CURVE = np.array([*_NIGHT, *_NOON])
"""How many of a day's tables are opened in each hour."""
GAMES = {"seals": (0.4, 34), "glide": (0.25, 28), "strait": (0.2, 110), "torch": (0.15, 70)}
"""The share of the tables and how many decisions a game has."""
AGAINST_BOTS = 0.6
"""The share of tables at which one person plays bots, who decide half of the time."""
STRONG = 0.5
"""Each level is chosen this much less often than the one below it."""
PAUSE = 7.0  # seconds that a person thinks, in the median; spread as times of people are
SPREAD = 0.9
WATCHERS = 0.5  # connections beside the players', on average
BOT_PAUSE = 0.7  # seconds until a bot's move is shown
_BOT_WRITES = 3  # its event, and the job that is written down and struck out


# -- queues ---------------------------------------------------------------------------------------


def one_by_one(at: Floats, takes: Floats) -> Floats:
    """When each job ends in a queue with one server, in order of arrival.

    `at` is sorted.
    """
    done = np.cumsum(takes)
    ends: Floats = done + np.maximum.accumulate(at - (done - takes))
    return ends


def shared(at: Floats, takes: Floats, places: int) -> Floats:
    """The same for a queue with several places."""
    free = [0.0] * places
    ends = np.empty_like(at)
    for i, (arrives, lasts) in enumerate(zip(at.tolist(), takes.tolist(), strict=True)):
        ends[i] = end = max(arrives, free[0]) + lasts
        heapq.heapreplace(free, end)
    return ends


# -- what is asked for ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """Costs by game: processor seconds of a move, a view, a bot's move by level.

    Also how many events a second the database writes, what its processors do for a move, and bytes.
    """

    move: dict[str, float]
    view: dict[str, float]
    database: float
    written: float
    bots: dict[str, list[float]]
    connection: float  # seconds of processor a second
    connection_bytes: float
    table_bytes: float
    process_bytes: float
    wire: dict[str, float]
    event: dict[str, float]

    @classmethod
    def read(cls, found: dict[str, Any], kind: str) -> Cost:
        costs = found["databases"][kind]
        games, idle = costs["games"], costs["idle"]
        known = [key for key in GAMES if key in games]
        view = {k: max(games[k]["first_view"], games[k]["other_view"], 0.5) for k in known}
        bots = found["bots"]
        return cls(
            move={k: games[k]["move"] / 1000 for k in known},
            view={k: each / 1000 for k, each in view.items()},
            database=float(np.mean([games[k]["database"] for k in known])) / 1000,
            written=max(costs["written"].values()),
            bots={k: [c["cpu_ms"] / 1000 for n, c in bots[k].items() if n != "max"] for k in known},
            connection=max(idle["connection_cpu_ms_per_s"], 0.0) / 1000,
            connection_bytes=max(idle["connection_kb"], 0.0) * 1024,
            table_bytes=max(idle["table_kb"], 0.0) * 1024,
            process_bytes=idle["process_mb"] * 2**20,
            wire={k: games[k]["wire_bytes"] for k in known},
            event={k: games[k]["event_bytes"] for k in known},
        )


@dataclass
class Asked:
    """Every decision of a day in order: its time, cost and number of viewers."""

    at: Floats
    move: Floats
    view: Floats
    crowd: Ints
    bot: Floats  # seconds that a bot thinks; 0 for a person
    ends: Floats  # by table: when its last decision is made
    opened: Floats
    wire: float  # bytes sent in the day
    stored: float

    @property
    def bots(self) -> int:
        return int(np.count_nonzero(self.bot))


def a_day(tables: int, cost: Cost, chance: np.random.Generator) -> Asked:
    """The decisions of so many tables that are opened in a day."""
    hours = chance.choice(24, tables, p=CURVE / CURVE.sum())
    opened = np.sort((hours + chance.random(tables)) * 3600)
    keys = list(cost.move)
    share = np.array([GAMES[k][0] for k in keys])
    which = chance.choice(len(keys), tables, p=share / share.sum())
    length = np.array([GAMES[k][1] for k in keys])[which]
    count = np.maximum(1, chance.poisson(length))
    table = np.repeat(np.arange(tables), count)
    game = which[table]
    with_bots = chance.random(tables) < AGAINST_BOTS
    crowd = np.where(with_bots, 1, 2) + chance.poisson(WATCHERS, tables)
    is_bot = with_bots[table] & (chance.random(len(table)) < 0.5)
    level = np.minimum(chance.geometric(1 - STRONG, tables) - 1, 99)
    bot = np.zeros(len(table))
    for i, key in enumerate(keys):
        costs = np.array(cost.bots[key])
        mine = is_bot & (game == i)
        bot[mine] = costs[np.minimum(level[table[mine]], len(costs) - 1)]
    thought = chance.lognormal(np.log(PAUSE), SPREAD, len(table))
    pause = np.where(is_bot, np.maximum(BOT_PAUSE, bot), thought)
    since = np.cumsum(pause)
    first = np.concatenate(([0], np.cumsum(count)[:-1]))
    at = opened[table] + since - (since[first] - pause[first])[table]
    last = at[np.cumsum(count) - 1]
    order = np.argsort(at, kind="stable")
    game, crowd_of = game[order], crowd[table[order]]
    of = [np.array([values[k] for k in keys]) for values in (cost.wire, cost.event)]
    return Asked(
        at=at[order],
        move=np.array([cost.move[k] for k in keys])[game],
        view=np.array([cost.view[k] for k in keys])[game],
        crowd=crowd_of,
        bot=bot[order],
        ends=last,
        opened=opened,
        wire=float((of[0][game] * crowd_of).sum()),
        stored=float(of[1][game].sum()),
    )


# -- a day of some servers ------------------------------------------------------------------------


@dataclass(frozen=True)
class Day:
    """The result of a day.

    Times are in seconds, uses are shares of the capacity in the busiest hour.
    """

    tables: int
    decisions: int
    ended: int  # jobs of the workers that ended
    jobs: int
    p50: float
    p99: float
    bot_wait_p99: float
    uses: dict[str, float]
    live_tables: int  # at the busiest moment
    megabits: float  # sent in a second of the busiest hour
    gigabytes: float  # written in the day
    memory: float  # gigabytes of a server at the busiest moment

    @property
    def bottleneck(self) -> str:
        return max(self.uses, key=lambda name: self.uses[name])


def busiest(at: Floats, takes: Floats) -> float:
    """How much work arrives in the busiest hour, in seconds of work a second."""
    hours = (at // 3600).astype(np.int64)
    return float(np.bincount(hours, takes).max() / 3600)


def simulate(asked: Asked, cost: Cost, servers: int, workers: int, seed: int) -> Day:
    """A day of some servers with so many workers each and one database.

    There is a processor for each worker.
    """
    chance = np.random.default_rng(seed)
    everybody = servers * workers
    count = len(asked.at)
    # the move itself, and a view for each connection a moment later, each by some worker
    owner = np.repeat(np.arange(count), asked.crowd)
    later = asked.at + asked.move + 1 / cost.written
    at = np.concatenate([asked.at, later[owner]])
    takes = np.concatenate([asked.move, asked.view[owner]])
    of = np.concatenate([np.arange(count), owner])
    order = np.argsort(at, kind="stable")
    at, takes, of = at[order], takes[order], of[order]
    place = chance.integers(everybody, size=len(at))
    ends = np.full(len(at), np.nan)
    by_worker = np.argsort(place, kind="stable")
    for mine in np.split(by_worker, np.cumsum(np.bincount(place, minlength=everybody))[:-1]):
        ends[mine] = one_by_one(at[mine], takes[mine])
    writes = np.where(asked.bot > 0, _BOT_WRITES, 1) / cost.written
    written = one_by_one(asked.at, writes)
    slowest = np.zeros(count)
    np.maximum.at(slowest, of, ends)
    # a view waits for the write as well
    times = slowest - asked.at + (written - asked.at)
    live = _most_at_once(asked.opened, asked.ends)
    crowd = float(asked.crowd.mean()) if count else 0.0
    python = busiest(at, takes) + live * crowd * cost.connection
    thinking = asked.bot > 0
    spare = max(1, round(everybody - python))
    waits = np.zeros(1)
    if thinking.any():
        begins = asked.at[thinking]
        waits = shared(begins, asked.bot[thinking], spare) - begins - asked.bot[thinking]
    bots = busiest(asked.at, asked.bot)
    peak = busiest(asked.at, np.ones(count))
    people = times[~thinking] if (~thinking).any() else times
    held = live * (cost.table_bytes + crowd * cost.connection_bytes) / servers
    return Day(
        tables=len(asked.opened),
        decisions=count,
        ended=int(np.isfinite(ends).sum()),
        jobs=len(at),
        p50=float(np.quantile(people, 0.5)),
        p99=float(np.quantile(people, 0.99)),
        bot_wait_p99=float(np.quantile(waits, 0.99)),
        uses={
            "workers": python / everybody,
            "processors": (python + bots) / everybody,
            "writes": busiest(asked.at, writes),
        },
        live_tables=live,
        megabits=8 * asked.wire / count * peak / 1e6,
        gigabytes=asked.stored / 1e9,
        memory=(workers * cost.process_bytes + held) / 1e9,
    )


def _most_at_once(opened: Floats, ends: Floats) -> int:
    """How many tables are in play at the busiest moment."""
    at = np.concatenate([opened, ends])
    change = np.concatenate([np.ones(len(opened)), -np.ones(len(ends))])
    return int(np.cumsum(change[np.argsort(at, kind="stable")]).max())


# -- what is told ---------------------------------------------------------------------------------


def show(name: str, day: Day) -> None:
    uses = ", ".join(f"{what} {100 * use:.0f} %" for what, use in day.uses.items())
    print(
        f"{name}: {day.tables} tables, {day.decisions} decisions, {day.live_tables} at once\n"
        f"   in the busiest hour: {uses}; first to be full: {day.bottleneck}\n"
        f"   a person's move until all have seen it: p50 {1000 * day.p50:.0f} ms,"
        f" p99 {1000 * day.p99:.0f} ms; bots wait p99 {1000 * day.bot_wait_p99:.0f} ms\n"
        f"   {day.memory:.1f} GB of memory a server, {day.megabits:.0f} Mbit/s sent,"
        f" {day.gigabytes:.1f} GB a day written",
        flush=True,
    )


def holds(cost: Cost, servers: int, workers: int, seed: int, full: float = 0.7) -> int:
    """The tables a day that so many servers hold at that use in the busiest hour."""
    trial = 4000
    day = simulate(a_day(trial, cost, np.random.default_rng(seed)), cost, servers, workers, seed)
    return int(trial * full / max(day.uses.values()))


def check(cost: Cost, load: dict[str, Any], seed: int) -> None:
    """Put the load of a measured run through the queue of one worker."""
    run = load["icefield"]
    chance = np.random.default_rng(seed)
    rate, seconds, key = run["events_per_second"], 120.0, "seals"
    at = np.sort(chance.random(int(rate * seconds)) * seconds)
    views = 2.5  # a player or two, and all others together
    takes = np.full(len(at), cost.move[key] + views * cost.view[key])
    ends = one_by_one(at, takes)
    p50, cores = 1000 * float(np.quantile(ends - at, 0.5)), float(takes.sum() / seconds)
    print(
        f"simulated: {cores:.2f} cores, p50 {p50:.0f} ms; measured: {run['cores']:.2f} cores,"
        f" p50 {run['p50']:.0f} ms; off by {100 * (cores / run['cores'] - 1):+.0f} % in cores"
        f" and {100 * (p50 / run['p50'] - 1):+.0f} % in the median"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="A day of some servers, simulated.")
    parser.add_argument("costs", type=Path, help="what `costs.py --json` wrote")
    parser.add_argument("--tables", type=int, help="opened in a day")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="of a server: its processors")
    parser.add_argument("--database", default="postgresql")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=Path, help="what `load.py --json` wrote")
    args = parser.parse_args()
    found = json.loads(args.costs.read_text())
    cost = Cost.read(found, args.database)
    if args.check:
        check(Cost.read(found, "sqlite"), json.loads(args.check.read_text()), args.seed)
        return
    chance = np.random.default_rng(args.seed)
    if args.tables:
        days = {f"{args.servers} servers": (args.tables, args.servers)}
    else:
        one, ten = (holds(cost, n, args.workers, args.seed) for n in (1, 10))
        million = -(-1_000_000 * 10 // ten)
        days = {"one server": (one, 1), "ten servers": (ten, 10)}
        days[f"a million tables with {million} servers"] = (1_000_000, million)
    for name, (tables, servers) in days.items():
        asked = a_day(tables, cost, chance)
        show(name, simulate(asked, cost, servers, args.workers, args.seed))


if __name__ == "__main__":
    main()
