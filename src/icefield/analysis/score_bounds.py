"""Between which bounds the score of a position lies, where it is not solved: a small search for
that beside the others."""

from __future__ import annotations

from dataclasses import replace

from ..core.game import CHANCE, Position
from ..search import Limits, Stop
from ..search.exact import score_bounds
from ..search.exact.score_bounds import ScoreBounds

_SECONDS, _NODES = 0.2, 60_000
"""What a look beside another search may take at most."""


def find_bounds(
    position: Position,
    limits: Limits,
    *,
    winner: int | None = None,
    threads: int = 1,
    stop: Stop | None = None,
) -> ScoreBounds | None:
    """What is certain about the score within these limits; None in games where nothing can be."""
    if (
        position.turn in (None, CHANCE)
        or position.concealed
        or not score_bounds.can_bound(position)
    ):
        return None
    known = None if winner is None else score_bounds.bounds_of_win(winner)
    return score_bounds.search(position, limits, threads=threads, stop=stop, known=known)


def side_search_limits(limits: Limits) -> Limits:
    """The limits of a look beside another search: never more than that search has."""
    seconds = _SECONDS if limits.seconds is None else min(_SECONDS, limits.seconds)
    nodes = _NODES if limits.nodes is None else min(_NODES, limits.nodes)
    return replace(limits, seconds=seconds, nodes=nodes, depth=None)
