"""The exact value of every legal move: its result, plies, and whether it holds.

Knowledge (`search.knowledge`) comes first. Else a search goes a ply deeper after every move in
turn, until all of them are proven or the limits are reached. Moves that are not proven are
`unknown`.

A search knows which positions of the game end it when they are repeated. A tablebase only looks
ahead: of the history it sees that a move ends the game at once, such as by a third occurrence of a
position; further on, earlier occurrences do not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..core import jit
from ..core.abilities import HasSolitaire, Repeating
from ..core.errors import BadOption, GameOver
from ..core.game import Move, Position
from ..core.jit import bind
from ..core.message import message
from ..search import Limits, Stop, alphabeta
from ..search.alphabeta import INFINITE, MAX_PLY, Searcher
from ..search.deadline import Deadline
from ..search.exact import tablebase
from ..search.exact.solve import Solution
from ..search.knowledge import Knowledge, known
from ..search.registry import suited
from ..search.transposition import Table, new_table
from ..search.verdict import Verdict
from .values import (
    DRAW,
    LOSS,
    PROVEN,
    SEARCH,
    UNKNOWN,
    WIN,
    MoveVerdict,
    PositionVerdict,
)

_RESULTS: Final = {1: WIN, 0: DRAW, -1: LOSS}  # by the sign of a utility
_TABLE_MB: Final = 64


def can_judge(position: Position) -> bool:
    """Whether moves can be judged in games like this one."""
    game = position.game
    if position.seats == 1:
        return isinstance(game, HasSolitaire)
    return tablebase.space_of(position) is not None or suits_alphabeta(position)


def suits_alphabeta(position: Position) -> bool:
    """Whether alpha-beta suits the position: two seats, open, compiled rules."""
    if position.seats != 2 or not hasattr(position.game, "kernel"):
        return False
    return suited(position.game)[0] == "alphabeta"


def judge_moves(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    stop: Stop | None = None,
    solution: Solution | None = None,
    table: Table | None = None,
) -> PositionVerdict:
    """The exact value of every move, as far as it is known or a search proves it.

    A `solution` found before, and the transposition `table` it left, are used. Raises GameOver,
    BadTable, BadOption where nothing can be judged, and at solitaire NotNow when a board is too
    large.
    """
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not can_judge(position):
        raise BadOption(message("analysis.cannot", game=position.game.title), detail="no-analysis")
    knowledge = known(position)
    if knowledge is not None and knowledge.complete:
        return verdict_of(position, knowledge, limits, stop)
    if not suits_alphabeta(position):
        return _concluded(position, [MoveVerdict(m, UNKNOWN) for m in position.moves()], SEARCH)
    table = new_table(_TABLE_MB) if table is None else table
    searched = [*_search_moves(position, limits, table, stop or Stop())]
    if solution is not None and solution.value != UNKNOWN:
        searched = [_with_solution(verdict, solution, position) for verdict in searched]
    found = _concluded(position, searched, SEARCH, solution)
    if knowledge is not None and found.value == UNKNOWN:
        return verdict_of(position, knowledge)
    return found


def _concluded(
    position: Position,
    moves: Sequence[MoveVerdict],
    source: str,
    solution: Solution | None = None,
) -> PositionVerdict:
    """The value of the position and the moves that hold it, by its moves."""
    best = min(moves, key=lambda verdict: verdict.rank)
    sure = best.value == WIN or all(verdict.value != UNKNOWN for verdict in moves)
    value, plies, score = (best.value if sure else UNKNOWN), None, None
    if solution is not None and solution.value != UNKNOWN:
        value, plies, score = solution.value, solution.plies, solution.score
    elif sure and _is_best(best, moves, position):
        plies, score = best.plies, best.score

    def holds(verdict: MoveVerdict) -> bool | None:
        if verdict.holds is not None or value == UNKNOWN:
            return verdict.holds
        return None if verdict.value == UNKNOWN else verdict.value == value

    judged = tuple(replace(verdict, holds=holds(verdict)) for verdict in moves)
    return PositionVerdict(value, plies, score, judged, source)


def _is_best(best: MoveVerdict, moves: Sequence[MoveVerdict], position: Position) -> bool:
    """Whether no unproven move can be better than the best proven one."""
    if all(verdict.value != UNKNOWN for verdict in moves):
        return True
    return best.value == WIN and not alphabeta.has_scores(position)  # shorter ones came first


# -- knowledge ------------------------------------------------------------------------------------


def verdict_of(
    position: Position,
    knowledge: Knowledge,
    limits: Limits | None = None,
    stop: Stop | None = None,
) -> PositionVerdict:
    """The verdict that follows from the knowledge about a position.

    A proof does not include every move of the winner. A small search may decide others; it runs as
    long as the limits allow it, and without limits not at all.
    """
    whole = knowledge.moves[knowledge.best]
    if knowledge.source in PROVEN:
        whole = Verdict(knowledge.value, knowledge.plies or None)

    def holds(found: Verdict) -> bool:
        """Whether a move holds: a shortest solution at solitaire, else the same result."""
        return found.plies == whole.plies if knowledge.alone else found.value == whole.value

    verdicts = {
        move: MoveVerdict(move, found.value, found.plies, holds=holds(found))
        for move, found in knowledge.moves.items()
    }
    began, stop = time.perf_counter(), stop or Stop()
    for move in (m for m in position.moves() if m not in verdicts):
        late = limits is None or stop.is_set()
        if not late and limits is not None and limits.seconds is not None:
            late = time.perf_counter() - began > limits.seconds
        verdicts[move] = MoveVerdict(move, UNKNOWN) if late else _verdict_beside(position, move)
    ordered = tuple(verdicts[move] for move in position.moves())
    return PositionVerdict(whole.value, whole.plies, None, ordered, knowledge.source)


def _verdict_beside(position: Position, move: Move) -> MoveVerdict:
    """The verdict on a move that a proof of the position does not include."""
    after = position.play(move)
    if after.turn is None:
        return replace(_verdict_at_end(position, after, move), score=None)
    found = known(after)
    if found is None:
        return MoveVerdict(move, UNKNOWN)
    won = found.winner == position.turn
    plies = None if found.plies is None else found.plies + 1
    return MoveVerdict(move, WIN if won else LOSS, plies, None, won)


# -- search ---------------------------------------------------------------------------------------


def _search_moves(
    position: Position, limits: Limits, table: Table, stop: Stop
) -> Iterator[MoveVerdict]:
    """The values that a search proves of every move.

    The moves take turns, each time a ply deeper, so that the nearest ends are found first wherever
    they are.
    """
    searchers: dict[Move, tuple[Position, Searcher]] = {}
    proven: dict[Move, MoveVerdict] = {}
    for move in position.moves():
        after = position.play(move)
        if after.turn is None:
            proven[move] = _verdict_at_end(position, after, move)
        else:
            searchers[move] = after, Searcher(after, table_for(after, table))
    for _, first in [*searchers.values()][:1]:
        first.window(0, -INFINITE, INFINITE)  # compiled before the clock starts
    deepest = MAX_PLY - 1 if limits.depth is None else min(limits.depth, MAX_PLY) - 1
    with Deadline([searcher for _, searcher in searchers.values()], limits.seconds, stop):
        for depth in range(1, deepest + 1):
            for move in [move for move in searchers if move not in proven]:
                after, searcher = searchers[move]
                value, resolved = searcher.window(depth, -INFINITE, INFINITE)
                if searcher.stopped:
                    break
                if not alphabeta.has_scores(position) and alphabeta.is_decided(value, position):
                    resolved = True  # the first end found is the nearest
                if resolved:
                    proven[move] = _verdict_of_value(position, after, move, value)
            if proven.keys() >= searchers.keys() or any(s.stopped for _, s in searchers.values()):
                break
    for move in position.moves():
        yield proven.get(move, MoveVerdict(move, UNKNOWN))


def table_for(position: Position, shared: Table) -> Table:
    """The transposition table for a search of this position.

    It is the shared one, unless repetition can end this game: values that rest on it are true of
    this game only.
    """
    if isinstance(position, Repeating) and position.worn():
        return new_table(_TABLE_MB)
    return shared


def _verdict_at_end(position: Position, after: Position, move: Move) -> MoveVerdict:
    """The verdict on a move that ends the game."""
    utility = int(jit.utility(bind(after.game), after.state))
    own = utility if position.turn == 0 else -utility
    value = _RESULTS[(own > 0) - (own < 0)]
    if value == DRAW:
        return MoveVerdict(move, DRAW)
    scored = alphabeta.has_scores(position)
    score = abs(utility) - alphabeta.smallest_win(position) if scored else None
    return MoveVerdict(move, value, 1, score)


def _verdict_of_value(position: Position, after: Position, move: Move, value: int) -> MoveVerdict:
    """The verdict on a move, from the proven value for the mover of the next position."""
    own = value if after.turn == position.turn else -value
    score, plies = alphabeta.score_and_plies(value, position)
    return MoveVerdict(
        move,
        _RESULTS[(own > 0) - (own < 0)],
        None if plies is None else plies + 1,
        score if alphabeta.has_scores(position) else None,
    )


def _with_solution(verdict: MoveVerdict, solution: Solution, position: Position) -> MoveVerdict:
    """The verdict on a move without one, from the solution of the whole position.

    Where play may be cyclic, a move that the solution does not list may still hold.
    """
    if verdict.value != UNKNOWN:
        return verdict
    text = verdict.move.text
    if solution.value == LOSS:
        return replace(verdict, value=LOSS)
    if text in solution.winning:
        return replace(verdict, value=WIN)
    if not alphabeta.has_scores(position):
        return verdict
    if solution.value == DRAW:
        return replace(verdict, value=DRAW if text in solution.best else LOSS)
    return replace(verdict, holds=False)
