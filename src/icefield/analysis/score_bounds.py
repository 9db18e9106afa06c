"""Between which bounds the score of a position lies, where it is not solved: a small search for
that beside the others, and the bounds in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..core.game import CHANCE, Position
from ..core.message import Message, message
from ..search import Limits, Stop
from ..search.exact import score_bounds
from ..search.exact.score_bounds import ScoreBounds

_SECONDS, _NODES = 0.2, 60_000
"""What a look beside another search may take at most."""
_NEWS: Final = 2
"""While nobody is certain to win, bounds are worth telling when they are so much closer to each
other than at sight."""


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


def bounds_words(position: Position, span: ScoreBounds | None) -> Message | None:
    """The bounds in words; None where they say nothing yet."""
    if span is None:
        return None
    least, most = span.points
    if span.winner is None:
        first = score_bounds.static_bounds(position)
        if _NEWS * (span.high - span.low) > first.high - first.low:
            return None
        one, other = position.seat_name(0), position.seat_name(1)
        return message("analysis.span.open", one=one, first=least, other=other, second=most)
    if span.exact:
        return message("analysis.span.exact", points=least)
    if least == 0:
        return message("analysis.span.most", most=most)
    return message("analysis.span.won", least=least, most=most)


def with_bounds(said: Message, position: Position, span: ScoreBounds | None) -> Message:
    """A sentence about a position, and the bounds where they say something."""
    words = bounds_words(position, span)
    return said if words is None else message("analysis.span.and", said=said, span=words)
