"""Wins within the own turn, and moves that keep the next player from one.

Every level takes a win that is certain within its turn: a search of few positions spreads them over
the decisions of a turn and may not see it, and a soft level may choose something nearly as good.
From the middle of the scale on a level also looks whether the next player would win at once.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..core.game import Move, Position
from ..search import Rated, Report
from ..search.alphabeta import has_scores
from ..search.own_turn import find_safe_move, find_win


def choose_win(position: Position, seat: int) -> Report | None:
    """The report of the nearest certain win of this turn; None without one."""
    began = time.perf_counter()
    win = find_win(position, seat)
    if win is None:
        return None
    best, score = win.move, None
    if win.plies == 1:
        best, points = _highest_win(position, seat)
        score = points if has_scores(position) else None
    return Report(
        best=best,
        value=1.0,
        nodes=win.nodes,
        depth=win.plies,
        seconds=time.perf_counter() - began,
        line=_winning_line(position, seat, best),
        rated=(Rated(best, 1, 1.0),),
        exact=True,
        score=score,
        plies=win.plies,
    )


def _highest_win(position: Position, seat: int) -> tuple[Move, int]:
    """The move that ends the game with the most points, among those that win at once."""
    found: tuple[Move, int] | None = None
    for move in position.moves(seat):
        outcome = position.play(move, seat).outcome
        if outcome is None or outcome.winners != (seat,):
            continue
        if found is None or outcome.scores[seat] > found[1]:
            found = move, outcome.scores[seat]
    assert found is not None
    return found


def _winning_line(position: Position, seat: int, move: Move) -> tuple[Move, ...]:
    """The moves of the win, as far as they depend on nothing but the seat."""
    line = [move]
    position = position.play(move, seat)
    while position.turn == seat and (win := find_win(position, seat)) is not None:
        line.append(win.move)
        position = position.play(win.move, seat)
    return tuple(line)


def choose_defence(position: Position, seat: int, report: Report) -> Report:
    """The report with a move that keeps the next player from a win, if there is one.

    The move of the report stays if the turn can still end well after it. Else the moves are tried
    in the order in which the search prefers them.
    """
    rated = {each.move: each for each in report.rated}
    moves = dict.fromkeys([report.best, *rated, *position.moves(seat)])
    safe = find_safe_move(position, moves, seat)
    if safe is None or safe == report.best:
        return report
    value = rated[safe].value if safe in rated else report.value
    return replace(report, best=safe, value=value, line=(safe,), score=None, plies=None)
