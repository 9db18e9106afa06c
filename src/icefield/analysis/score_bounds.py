"""Bounds of the score of an unsolved position, by a small side search."""

from __future__ import annotations

from dataclasses import replace

from ..core.game import CHANCE, Position
from ..search import Limits, Stop
from ..search.exact import score_bounds
from ..search.exact.score_bounds import ScoreBounds

_SECONDS, _NODES = 0.2, 60_000
"""The most that a side search may take."""


def find_bounds(
    position: Position,
    limits: Limits,
    *,
    winner: int | None = None,
    threads: int = 1,
    stop: Stop | None = None,
) -> ScoreBounds | None:
    """The bounds found within these limits; None in games without bounds."""
    if (
        position.turn in (None, CHANCE)
        or position.concealed
        or not score_bounds.can_bound(position)
    ):
        return None
    known = None if winner is None else score_bounds.bounds_of_win(winner)
    return score_bounds.search(position, limits, threads=threads, stop=stop, known=known)


def side_search_limits(limits: Limits) -> Limits:
    """The limits of a side search: never more than the main search has."""
    seconds = _SECONDS if limits.seconds is None else min(_SECONDS, limits.seconds)
    nodes = _NODES if limits.nodes is None else min(_NODES, limits.nodes)
    return replace(limits, seconds=seconds, nodes=nodes, depth=None)
