"""Statistics of games between equal bots: length, choice, results and drama.

The terms:

- A *decision* is a move of a seat; chance does not count. A *turn* is a run of decisions while it
  is the same player's turn. The random opening moves belong to the game.
- *Branching* is the number of legal moves of a decision.
- A game is *decisive* when not all seats share its win.
- *Estimates* are the values of the bots' searches while they choose: for each seat a number from
  −1 (lost) to 1 (won), averaged over the last decisions, as many as there are seats. The *leader*
  is the seat whose estimate is the highest, by a tenth at least; else none leads.
- A *comeback* is a decisive game that the leader of its middle (from two fifths to three fifths of
  the decisions, averaged) did not win. Games without such a leader do not count.
- The lead *changes* when another seat leads than the one that led last.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from ...bots import bot, levels
from ...bots.arena.elo import tally
from ...bots.arena.pool import run_jobs
from ...bots.arena.tournament import (
    MatchSettings,
    concurrent_games,
    open_game,
    random_move,
    shares_of,
)
from ...bots.levels import MAX
from ...core.game import CHANCE, Game, Position
from ...games import game as find_game
from ...search import Report, Stop

PARTS: Final = 20
"""Parts of a game for which the branching is averaged."""
_LEAD: Final = 0.1
_MIDDLE: Final = (0.4, 0.6)
_LONGEST: Final = 20_000  # decisions: a game that does not end by then is a draw
_USUAL: Final = ("3", "6")
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class GameStats:
    """The statistics of one game."""

    level: str
    branching: tuple[int, ...]  # by decision
    turns: int
    shares: tuple[float, ...]  # of the win, by seat
    comeback: bool | None  # None: without a leader or a winner
    changes: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of a number over many games."""

    mean: float
    median: float
    deviation: float
    low: float  # a tenth is below
    high: float  # a tenth is above

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Distribution:
        order = sorted(numbers)
        last = len(order) - 1
        deviation = statistics.stdev(order) if last else 0.0
        tenths = (order[round(0.1 * last)], order[round(0.9 * last)])
        return cls(statistics.fmean(order), statistics.median(order), deviation, *tenths)


@dataclass(frozen=True, slots=True)
class LevelStats:
    """The statistics of the games of one level; errors are two standard errors."""

    level: str
    games: int
    decisions: Distribution
    turns: Distribution
    branching: float  # the mean over all decisions
    curve: tuple[float, ...]  # and over those of each part of the game
    decisive: float
    seats: tuple[float, ...]  # the share of the wins by seat
    seat_error: float
    comebacks: float | None
    comeback_games: int  # that had a leader
    changes: float
    lengths: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


# -- one game -------------------------------------------------------------------------------------


def play_game(setting: MatchSettings, level: str, number: int) -> GameStats:
    """Play one game between equal bots."""
    rng = random.Random(f"{setting.seed} {number} {level}")
    player = bot(find_game(setting.key), level)
    position, decisions = open_game(setting, number), 0
    lead = LeadTracker(setting.seats)
    while (who := position.turn) is not None and decisions < _LONGEST:
        if who == CHANCE:
            position = position.play(random_move(position, rng))
            continue
        report = player.choose(position, seat=who, seed=rng.randrange(1 << 30))
        lead.add(report, who)
        position = position.play(report.best, who)
        decisions += 1
    shares = shares_of(position.outcome, setting.seats)
    branching, turns = branching_and_turns(position)
    return GameStats(level, branching, turns, shares, lead.comeback(shares), lead.changes)


def branching_and_turns(last: Position) -> tuple[tuple[int, ...], int]:
    """The number of moves at each decision of a finished game, and of turns."""
    path = []
    position = last.before
    while position is not None:
        if position.turn != CHANCE:
            path.append(position)
        position = position.before
    path.reverse()
    whose = [p.turn if p.active is None else p.active for p in path]
    turns = sum(i == 0 or whose[i] != whose[i - 1] for i in range(len(whose)))
    return tuple(len(p.moves()) for p in path), turns


class LeadTracker:
    """The leader at each decision, by the estimates of the bots."""

    def __init__(self, seats: int):
        self._seats = seats
        self._estimates: list[tuple[float, ...]] = []

    def add(self, report: Report, seat: int) -> None:
        if report.payoffs and not report.exact:
            self._estimates.append(tuple(report.payoffs))
        elif self._seats == 2:
            own = report.value
            self._estimates.append((own, -own) if seat == 0 else (-own, own))

    def _leader(self, estimates: Sequence[tuple[float, ...]]) -> int | None:
        if not estimates:
            return None
        means = [statistics.fmean(each[s] for each in estimates) for s in range(self._seats)]
        order = sorted(range(self._seats), key=lambda s: -means[s])
        return order[0] if means[order[0]] - means[order[1]] >= _LEAD else None

    @property
    def changes(self) -> int:
        """The number of times that another seat took the lead."""
        window = range(self._seats, len(self._estimates) + 1)
        leaders = [self._leader(self._estimates[end - self._seats : end]) for end in window]
        clear = [leader for leader in leaders if leader is not None]
        return sum(a != b for a, b in pairwise(clear))

    def comeback(self, shares: Sequence[float]) -> bool | None:
        """Whether the leader of the middle did not win."""
        count = len(self._estimates)
        first, last = math.floor(_MIDDLE[0] * count), math.ceil(_MIDDLE[1] * count)
        leader = self._leader(self._estimates[first:last])
        if leader is None or not _decisive(shares):
            return None
        return shares[leader] == 0


def _decisive(shares: Sequence[float]) -> bool:
    return min(shares) == 0


# -- many games -----------------------------------------------------------------------------------


def default_levels(game: Game, seats: int) -> list[str]:
    """The usual levels of a game as far as it has them, and the top one.

    All of them where there are few.
    """
    names = [level.name for level in levels(game, seats) if level.name != MAX]
    if len(names) <= _FEW:
        return names
    return [name for name in names if name in (*_USUAL, names[-1])]


def collect(
    game: Game,
    seats: int,
    names: Sequence[str],
    games: int,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    stop: Stop | None = None,
    on_game: Callable[[int], object] | None = None,
) -> list[LevelStats]:
    """Play so many games of each level, on all cores or on a cluster.

    Ends early when `stop` is set, with the games finished by then.
    """
    setting = MatchSettings(game.key, seats, options=options or {}, seed=seed)
    seen: dict[str, list[GameStats]] = {name: [] for name in names}

    def jobs() -> Iterator[tuple[MatchSettings, str, int]]:
        for number in range(games):
            for name in names:
                yield setting, name, number

    def take(watched: GameStats) -> None:
        seen[watched.level].append(watched)
        if on_game is not None:
            on_game(sum(map(len, seen.values())))

    if workers is None and cluster is None:
        workers = concurrent_games(game, seats, names)
    run_jobs(play_game, jobs(), take, workers=workers, cluster=cluster, stop=stop)
    return [summarise(name, found) for name, found in seen.items() if found]


def summarise(level: str, found: Sequence[GameStats]) -> LevelStats:
    """The statistics of the games of one level, at least one."""
    count, seats = len(found), len(found[0].shares)
    led = [watched.comeback for watched in found if watched.comeback is not None]
    lengths = [len(watched.branching) for watched in found]
    shares = [[watched.shares[s] for watched in found] for s in range(seats)]
    return LevelStats(
        level=level,
        games=count,
        decisions=Distribution.of(lengths),
        turns=Distribution.of([watched.turns for watched in found]),
        branching=sum(sum(w.branching) for w in found) / max(1, sum(lengths)),
        curve=_branching_curve(found),
        decisive=sum(_decisive(w.shares) for w in found) / count,
        seats=tuple(statistics.fmean(each) for each in shares),
        seat_error=max(tally(each, 1 / seats).error for each in shares),
        comebacks=sum(led) / len(led) if led else None,
        comeback_games=len(led),
        changes=statistics.fmean(w.changes for w in found),
        lengths=tuple(sorted(lengths)),
    )


def _branching_curve(found: Sequence[GameStats]) -> tuple[float, ...]:
    """The branching by part of the game.

    A part that no game reaches has the value of the one before it.
    """
    sums, counts = [0.0] * PARTS, [0] * PARTS
    for watched in found:
        length = len(watched.branching)
        for i, moves in enumerate(watched.branching):
            part = i * PARTS // length
            sums[part] += moves
            counts[part] += 1
    curve: list[float] = []
    for total, count in zip(sums, counts, strict=True):
        curve.append(total / count if count else curve[-1])
    return tuple(curve)
