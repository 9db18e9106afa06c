"""Bots: levels that choose moves in a game."""

from __future__ import annotations

import math
import os
import random
from dataclasses import replace

from ..core.arguments import checks_arguments
from ..core.errors import BadOption
from ..core.game import Game, Position
from ..core.message import message
from ..search import Limits, Listener, Report, Stop, alphabeta
from ..search.deadline import TimeBudget
from ..search.registry import SEARCHES, able
from .levels import PROVING, Level, levels
from .own_turn import choose_defence, choose_win
from .proven_play import choose_proven, prepare
from .swindle import choose_swindle


class Bot:
    """Chooses moves at a level; stateless, so one may serve many tables."""

    def __init__(self, game: Game, level: Level | str):
        """With a name, use the level of that name for each number of seats."""
        self.game = game
        self._level = level

    def level(self, seats: int | None = None) -> Level:
        """The level for so many seats."""
        if isinstance(self._level, Level):
            return self._level
        return find(self.game, self._level, seats)

    def choose(
        self,
        position: Position,
        *,
        seat: int | None = None,
        seed: int = 0,
        threads: int | None = None,
        stop: Stop | None = None,
        on_report: Listener | None = None,
    ) -> Report:
        """The move for this seat (default: the turn's). Blocks; releases the GIL.

        A win that is certain within the turn is taken. The same position, level and seed give the
        same move, except at levels limited by time; only these use more than one core, all of them
        unless `threads` says how many."""
        if seat is not None and seat not in position.deciders:
            raise BadOption(message("bots.not_its_turn", seat=seat + 1))
        who = position.turn if seat is None else seat
        if who is None or who not in position.deciders:
            return self.search(position, seat=seat, seed=seed, threads=threads, stop=stop)
        win = choose_win(position, who)
        if win is not None:
            return win
        report = self.search(
            position, seat=seat, seed=seed, threads=threads, stop=stop, on_report=on_report
        )
        if self.level(position.seats).defends and not report.exact:
            return choose_defence(position, who, report)
        return report

    def search(
        self,
        position: Position,
        *,
        seat: int | None = None,
        seed: int = 0,
        threads: int | None = None,
        stop: Stop | None = None,
        on_report: Listener | None = None,
    ) -> Report:
        """What the level's search chooses by itself, without a look at the turn."""
        level = self.level(position.seats)
        threads = (threads or os.cpu_count() or 1) if level.all_cores else 1
        if level.all_cores:
            prepare(position)
        budget = TimeBudget(level.seconds)
        if level.all_cores:
            proven = choose_proven(position, budget, threads=threads, stop=stop)
            if proven is not None:
                return choose_swindle(position, proven)
        if level.proof and position.seats == 2:
            limits = Limits(seconds=budget.part(PROVING), nodes=level.proof)
            sure = alphabeta.search(position, limits, stop=stop)
            if sure.exact:
                return sure
        limits = replace(level.limits, seconds=budget.left)
        report = SEARCHES[able(level.search, position)](
            position,
            limits,
            seat=seat,
            seed=seed,
            threads=threads,
            stop=stop,
            on_report=on_report,
        )
        if level.all_cores:
            return choose_swindle(position, report)
        if level.softness <= 0 or report.exact:
            return report
        return _soften(report, level, random.Random(seed))


def _soften(report: Report, level: Level, chance: random.Random) -> Report:
    """A random choice among moves that are nearly as good as the best.

    By their values where every move has one, else by their visits.
    """
    top = report.rated[0]
    if level.search == "ranked":
        weights = [math.exp((rated.value - top.value) / level.softness) for rated in report.rated]
    elif (most := max(rated.visits for rated in report.rated)) == 0:
        return report  # stopped before any visit
    else:
        weights = [(rated.visits / most) ** (1 / level.softness) for rated in report.rated]
    chosen = chance.choices(report.rated, weights)[0]
    if chosen.move == report.best:
        return report
    return replace(report, best=chosen.move, value=chosen.value, line=(chosen.move,))


def find(game: Game, name: str, seats: int | None = None) -> Level:
    """The level of that name; raises BadOption, which lists the levels."""
    known = levels(game, seats)
    found = next((entry for entry in known if entry.name == name), None)
    if found is None:
        names = ", ".join(entry.name for entry in known)
        raise BadOption(message("bots.unknown_level", level=name[:20], known=names))
    return found


@checks_arguments
def bot(game: Game, level: str) -> Bot:
    """The bot of that level; raises BadOption, which lists the levels."""
    for seats in game.seats:
        if seats > 1:
            find(game, level, seats)
    return Bot(game, level)
