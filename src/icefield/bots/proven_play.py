"""Moves where a result is proven: winners play for points, losers set traps.

The winner's search proposes moves that may bring points. A move is played when it is proven to keep
the win: by the strategy file, by a small search, or by a larger one. Such a search is limited by
nodes, so its result is usually the same on the next turn, and the bot, which is stateless, can
continue from a position off the lines of the file. Every search also gets a share of the time of
the decision, so that on a slow machine a move is late by none of them. A move that cannot be proven
in time is not played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from ..core.game import Game, Move, Position
from ..search import Limits, Rated, Report, Stop, alphabeta
from ..search.deadline import TimeBudget
from ..search.knowledge import CALCULATION, TABLE, Knowledge, best_line, known
from ..search.proof import lookup
from ..search.proof.bounded import BoundedProof
from ..search.transposition import Table, new_table
from ..search.verdict import PAYOFFS, WIN, Verdict

_MAX_LINE: Final = 12  # moves of the proof in a report
_LARGE: Final = 300_000
"""The nodes of a larger search: half a second. It shows what an idea leaves, and again what
it left."""
_LARGEST: Final = 16 * _LARGE
"""When a win that was shown to be kept is not found again at once. It has not been seen."""
_IDEAS: Final = 2  # that are tried before the move of the proof
_THINKING, _PROVING = 0.4, 0.6  # of the time left, for an idea and for its proof
_KNOWING, _BEFORE, _AGAIN = 0.4, 0.4, 0.6
"""Of the time left, for finding out whether a position off the lines is won: a larger search, one
of the position before, and the largest. About an eighth of all is left for the search of a move."""
_TABLE_MB: Final = 64


def choose_proven(
    position: Position,
    budget: TimeBudget | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
) -> Report | None:
    """The move of perfect play where the winner is known, else None.

    It uses a part of the budget. By a tablebase that is the quickest win or the longest resistance.
    By a proof the winner looks for points as well, and so does the loser when nothing can go wrong
    for the winner any more.
    """
    budget = budget or TimeBudget()
    sure = _knowledge(position, budget, stop)
    if sure is None:
        return None
    if sure.source == TABLE:
        return _table_report(sure)
    if position.turn == sure.winner or sure.settled:
        return _PointsSearch(position, sure, budget, threads, stop or Stop()).report()
    return _report(position, sure, sure.best, budget)


def prepare(position: Position) -> None:
    """Load the proof of the game and compile its searches, before time counts."""
    if position.turn is not None and lookup.winning_seat(position) is not None:
        _compile_searches(position.game)


def _knowledge(position: Position, budget: TimeBudget, stop: Stop | None) -> Knowledge | None:
    """The knowledge about a position, else the result of a larger search.

    The search is for the seat that wins from the start: a move for points may have left the lines
    of the proof.
    """
    found = known(position)
    if found is not None:
        return found
    if position.turn is None or position.turn != lookup.winning_seat(position):
        return None
    searched = BoundedProof(position, _LARGE, seconds=budget.part(_KNOWING), stop=stop)
    if searched.winner is None and _was_kept(position, budget, stop):
        searched = BoundedProof(position, _LARGEST, seconds=budget.part(_AGAIN), stop=stop)
    moves = searched.winning_moves() if searched.winner == position.turn else ()
    if not moves:
        return None
    verdicts = {move: Verdict(WIN, None) for move in moves}
    return Knowledge(CALCULATION, WIN, None, position.turn, verdicts)


def _table_report(found: Knowledge) -> Report:
    """The report of perfect play by a tablebase."""
    rated = tuple(Rated(move, 0, PAYOFFS[each.value]) for move, each in found.moves.items())
    best = rated[0]
    return Report(
        best=best.move,
        value=best.value,
        nodes=0,
        depth=0,
        seconds=0.0,
        line=(best.move,),
        rated=rated,
        exact=True,
        plies=found.moves[best.move].plies,
    )


def _was_kept(position: Position, budget: TimeBudget, stop: Stop | None) -> bool:
    """Whether the last move of the seat to move was shown to keep the win."""
    before = position.before
    if before is None:
        return False
    searched = BoundedProof(before, _LARGE, seconds=budget.part(_BEFORE), stop=stop)
    return searched.winner == position.turn


@lru_cache(maxsize=4)
def _compile_searches(game: Game) -> None:
    """Compile the searches at the first move of a game."""
    alphabeta.search(game.start(), Limits(depth=1))
    BoundedProof(game.start(), 1)


@dataclass
class _PointsSearch:
    """Looks for the most points among the moves that keep the result."""

    position: Position
    sure: Knowledge
    budget: TimeBudget
    threads: int
    stop: Stop
    table: Table = field(default_factory=lambda: new_table(_TABLE_MB))

    def report(self) -> Report:
        """The first move that is proven to keep the result, else the best proven one."""
        for idea in self._ideas():
            if self._keeps(idea.best):
                if idea.exact and idea.value == self._value:
                    return idea
                return _report(self.position, self.sure, idea.best, self.budget)
        best = self.sure.best
        if len(self.sure.moves) > 1:
            best = self._search(tuple(self.sure.moves)).best
        return _report(self.position, self.sure, best, self.budget)

    @property
    def _value(self) -> float:
        return 1.0 if self.position.turn == self.sure.winner else -1.0

    def _ideas(self) -> Iterator[Report]:
        """The moves that the search prefers, the best first.

        Only the first may claim to be perfect.
        """
        left = list(self.position.moves())
        for number in range(_IDEAS):
            if not left or self.stop.is_set():
                return
            idea = self._search(left)
            yield replace(idea, exact=idea.exact and number == 0)
            left.remove(idea.best)

    def _search(self, moves: Collection[Move]) -> Report:
        return alphabeta.search(
            self.position,
            Limits(seconds=self.budget.part(_THINKING)),
            threads=self.threads,
            stop=self.stop,
            table=self.table,
            only=moves,
        )

    def _keeps(self, move: Move) -> bool:
        """Whether a move is certain to keep the result."""
        winner = self.sure.winner
        if move in self.sure.moves:
            return True
        after = self.position.play(move)
        if after.outcome is not None:
            return after.outcome.winners == (winner,)
        found = known(after)
        if found is not None:
            return found.winner == winner
        if winner != lookup.winning_seat(self.position):
            return False
        left = self.budget.part(_PROVING)
        return BoundedProof(after, _LARGE, seconds=left, stop=self.stop).winner == winner


def _report(position: Position, sure: Knowledge, move: Move, budget: TimeBudget) -> Report:
    value = 1.0 if position.turn == sure.winner else -1.0
    moves = (move, *(m for m in sure.moves if m != move))
    return Report(
        best=move,
        value=value,
        nodes=0,
        depth=0,
        seconds=budget.used,
        line=(move, *best_line(position.play(move), _MAX_LINE - 1)),
        rated=tuple(Rated(m, 0, value) for m in moves),
        exact=True,
        plies=sure.plies,
    )
