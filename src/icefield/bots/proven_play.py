"""A move by what is proven: the winner plays for points and never leaves what is proven, the loser
sets traps.

The winner's search has an idea of what brings points. It is played when it is proven to keep the
win: by the strategy file, by a small search, or by a larger one. Such a search is limited by nodes
and not by the clock, so what it has shown once it shows again on the next turn, and the bot, which
keeps nothing between moves, finds its way back from wherever an idea has led it. An idea that
cannot be proven in time is not played.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from ..core.game import Game, Move, Position
from ..search import Limits, Rated, Report, Stop, alphabeta
from ..search.proof import lookup
from ..search.proof.bounded import BoundedProof
from ..search.proof.lookup import Proof
from ..search.transposition import Table, new_table

_LINE: Final = 12  # moves of the proof that are told
_LARGE: Final = 300_000
"""The nodes of a larger search: half a second. It shows what an idea leaves, and again what
it left."""
_LARGEST: Final = 16 * _LARGE
"""When a win that was shown to be kept is not found again at once. It has not been seen."""
_IDEAS: Final = 2  # that are tried before what is proven already
_THINKING, _PROVING = 0.4, 0.6  # of the time left, for an idea and for its proof
_TABLE_MB: Final = 64


def choose_proven(
    position: Position,
    seconds: float | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
) -> Report | None:
    """The move of perfect play where the winner is proven, else None. Whoever wins looks for points
    as well, and so does the loser when nothing can go wrong for the winner any more."""
    began = time.perf_counter()
    sure = _sure(position, stop)
    if sure is None:
        return None
    _compile_searches(position.game)
    if position.turn == sure.winner or sure.over:
        clock = _Clock(began, seconds)
        return _PointsSearch(position, sure, clock, threads, stop or Stop()).report()
    return _report(position, sure, sure.moves[0], began)


@dataclass(frozen=True, slots=True)
class _Sure:
    """What is proven of a position."""

    winner: int
    moves: tuple[Move, ...]  # known to win, or all of the loser; what to play without an idea first
    plies: int | None  # of the proof, where they are known
    over: bool = False  # nothing can go wrong any more


def _sure(position: Position, stop: Stop | None) -> _Sure | None:
    """What is proven, by the file and small searches, or by a larger one for the seat that wins
    from the start: some idea of points may have led it off the road."""
    found = lookup.find_proof(position)
    if found is not None:
        return _by_proof(found)
    if position.turn is None or position.turn != lookup.winning_seat(position):
        return None
    searched = BoundedProof(position, _LARGE, stop=stop)
    if searched.winner is None and _was_kept(position, stop):
        searched = BoundedProof(position, _LARGEST, stop=stop)
    moves = searched.winning() if searched.winner == position.turn else ()
    return _Sure(position.turn, moves, None) if moves else None


def _by_proof(found: Proof) -> _Sure:
    moves = [move for move, _ in found.winning] or [reply.move for reply in found.replies]
    return _Sure(found.winner, tuple(moves), found.plies, found.leaf and found.plies == 0)


def _was_kept(position: Position, stop: Stop | None) -> bool:
    """Whether the last move of the seat to move was shown to keep the win."""
    before = position.before
    return before is not None and BoundedProof(before, _LARGE, stop=stop).winner == position.turn


@lru_cache(maxsize=4)
def _compile_searches(game: Game) -> None:
    """Have the searches compiled with the first move of a game."""
    alphabeta.search(game.start(), Limits(depth=1))
    BoundedProof(game.start(), 1)


@dataclass(frozen=True, slots=True)
class _Clock:
    """How much time is left."""

    began: float
    seconds: float | None

    def part(self, share: float) -> float | None:
        """Some of what is left."""
        if self.seconds is None:
            return None
        return max(0.0, share * (self.began + self.seconds - time.perf_counter()))


@dataclass
class _PointsSearch:
    """Looks for the most points among the moves that change nothing about who wins."""

    position: Position
    sure: _Sure
    clock: _Clock
    threads: int
    stop: Stop
    known: Table = field(default_factory=lambda: new_table(_TABLE_MB))

    def report(self) -> Report:
        """The first idea that is proven to keep the result, else the best of what is proven."""
        for idea in self._ideas():
            if self._keeps(idea.best):
                if idea.exact and idea.value == self._value:
                    return idea
                return _report(self.position, self.sure, idea.best, self.clock.began)
        best = self.sure.moves[0]
        if len(self.sure.moves) > 1:
            best = self._search(self.sure.moves).best
        return _report(self.position, self.sure, best, self.clock.began)

    @property
    def _value(self) -> float:
        return 1.0 if self.position.turn == self.sure.winner else -1.0

    def _ideas(self) -> Iterator[Report]:
        """What the search would play, the best first. Only the first may claim to be perfect."""
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
            Limits(seconds=self.clock.part(_THINKING)),
            threads=self.threads,
            stop=self.stop,
            known=self.known,
            only=moves,
        )

    def _keeps(self, move: Move) -> bool:
        """Whether a move is certain to change nothing about who wins."""
        winner = self.sure.winner
        if move in self.sure.moves:
            return True
        after = self.position.play(move)
        if after.outcome is not None:
            return after.outcome.winners == (winner,)
        found = lookup.find_proof(after)
        if found is not None:
            return found.winner == winner
        if winner != lookup.winning_seat(self.position):
            return False
        left = self.clock.part(_PROVING)
        return BoundedProof(after, _LARGE, seconds=left, stop=self.stop).winner == winner


def _report(position: Position, sure: _Sure, move: Move, began: float) -> Report:
    value = 1.0 if position.turn == sure.winner else -1.0
    moves = (move, *(m for m in sure.moves if m != move))
    return Report(
        best=move,
        value=value,
        nodes=0,
        depth=0,
        seconds=time.perf_counter() - began,
        line=(move, *lookup.proof_line(position.play(move), _LINE - 1)),
        rated=tuple(Rated(m, 0, value) for m in moves),
        exact=True,
        plies=sure.plies,
    )
