"""Proofs that exactly one move of a position wins, and the result of the others.

Where the game has a tablebase, it proves it. Elsewhere a search does, all of whose lines end by the
rules; it has a budget of nodes, not of time, so that the same search gives the same answer on every
machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from ...core import jit
from ...core.game import Move, Position
from ...core.jit import bind
from ...search import Stop, alphabeta
from ...search.alphabeta import ALL_THE_WAY, BEST, BUDGET, INFINITE, MAX_PLY, SCALE, Searcher
from ...search.deadline import Deadline
from ...search.exact import tablebase
from ...search.knowledge import best_line, from_table
from ...search.transposition import new_table
from ...search.verdict import DRAW, LOSS, WIN, Continuation, Verdict

_TABLE_MB: Final = 64
_DRAWN_PLIES: Final = 6
"""The moves kept of a drawn line: enough to see that neither side makes progress."""


class UnprovenError(Exception):
    """The budget was spent, or there is no means to prove a draw."""


@dataclass(frozen=True, slots=True)
class UniqueWin:
    """The single winning move and its proof."""

    solution: str
    plies: int
    line: tuple[str, ...]


class Prover(Protocol):
    """Proves positions in sequence; results of one help with the next."""

    def prove(self, position: Position) -> UniqueWin | None:
        """The proof that exactly one move wins; None when none does, or several do.

        Raises UnprovenError.
        """

    def others(self, position: Position, proof: UniqueWin) -> Mapping[str, Continuation]:
        """The result of every other move; raises UnprovenError."""


def prover(position: Position, budget: int, stop: Stop | None = None) -> Prover:
    """The best prover for positions like this one.

    Raises UnprovenError where there is none: where play may be cyclic, only a tablebase can prove.
    """
    if from_table(position) is not None:
        return _TableProver()
    if tablebase.space_of(position) is not None or not alphabeta.has_scores(position):
        raise UnprovenError
    return _SearchProver(budget, stop or Stop())


class _TableProver:
    """Proofs by a tablebase."""

    def prove(self, position: Position) -> UniqueWin | None:
        moves = _table_moves(position)
        winning = [(move, found) for move, found in moves.items() if found.value == WIN]
        if len(winning) != 1:
            return None
        ((move, verdict),) = winning
        assert verdict.plies is not None
        return UniqueWin(move.text, verdict.plies, (move.text, *table_line(position.play(move))))

    def others(self, position: Position, proof: UniqueWin) -> Mapping[str, Continuation]:
        moves = _table_moves(position)
        return {
            move.text: Continuation(
                moves[move].value, moves[move].plies, table_line(position.play(move))
            )
            for move in position.moves()
            if move.text != proof.solution
        }


def _table_moves(position: Position) -> Mapping[Move, Verdict]:
    """The verdicts of a tablebase on every move; raises UnprovenError without one."""
    found = from_table(position)
    if found is None:
        raise UnprovenError
    return found.moves


def table_line(position: Position) -> tuple[str, ...]:
    """Best play by a tablebase, in a draw only its first moves."""
    found = from_table(position)
    if found is None:
        return ()
    most = _DRAWN_PLIES if found.value == DRAW else None
    return tuple(move.text for move in best_line(position, most))


class _SearchProver:
    """Proofs by a search without a horizon, in a game without cycles and draws."""

    def __init__(self, budget: int, stop: Stop):
        self._budget = self._left = budget
        self._stop = stop
        self._known = new_table(_TABLE_MB)

    def prove(self, position: Position) -> UniqueWin | None:
        self._left = self._budget
        threshold = SCALE * alphabeta.smallest_win(position) - MAX_PLY  # however long it takes
        winning: list[Move] = []
        for move in position.moves():
            if self._value(position, move, threshold - 1, threshold) >= threshold:
                winning.append(move)
            if len(winning) > 1:
                return None
        if not winning:
            return None
        line = (winning[0].text, *self._line(position.play(winning[0])))
        return UniqueWin(winning[0].text, len(line), line)

    def others(self, position: Position, proof: UniqueWin) -> Mapping[str, Continuation]:
        self._left = 10 * self._budget  # there are many, and the proof itself is done
        found = {}
        for move in position.moves():
            if move.text != proof.solution:
                line = self._line(position.play(move))
                found[move.text] = Continuation(LOSS, len(line) + 1, line)
        return found

    def _line(self, position: Position) -> tuple[str, ...]:
        """Best play to the end: the most points, then the shortest game."""
        line: list[str] = []
        while position.turn is not None:
            best = self._best(position)
            line.append(best.text)
            position = position.play(best)
        return tuple(line)

    def _best(self, position: Position) -> Move:
        if len(position.moves()) == 1:
            return position.moves()[0]
        searcher = Searcher(position, self._known)
        self._run(searcher, -INFINITE, INFINITE)
        code = int(searcher.control[BEST])
        return next(move for move in position.moves() if move.code == code)

    def _value(self, position: Position, move: Move, low: int, high: int) -> int:
        """The value of a move for the mover, within a window."""
        after = position.play(move)
        if after.turn is None:
            worth = SCALE * int(jit.utility(bind(after.game), after.state))
            return worth if position.turn == 0 else -worth
        searcher = Searcher(after, self._known)
        if after.turn == position.turn:
            return self._run(searcher, low, high)
        return -self._run(searcher, -high, -low)

    def _run(self, searcher: Searcher, low: int, high: int) -> int:
        """The value for the side to move, within a window."""
        if self._left <= 0:
            raise UnprovenError
        searcher.control[BUDGET] = self._left
        with Deadline([searcher], None, self._stop):
            value, resolved = searcher.window(ALL_THE_WAY, low, high)
        self._left -= searcher.nodes
        if searcher.stopped or not resolved:
            raise UnprovenError
        return value
