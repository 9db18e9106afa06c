"""A side that is lost hopes for a mistake: where a search sees nothing but a loss, the game may
know which move makes one likely."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..core.abilities import HasSwindles
from ..core.game import Position
from ..search import Rated, Report

_HOPELESS: Final = -0.7
"""A value below which a search is not listened to. Where it sees a real chance, it is."""


def choose_swindle(position: Position, report: Report) -> Report:
    """The report, with the move that is most likely to win after all where everything seems lost
    and the game has an idea of that. What is said of the position stays."""
    if report.value >= _HOPELESS or not isinstance(position, HasSwindles):
        return report
    hopes = position.hopes()
    if not hopes:
        return report
    best = max(hopes, key=hopes.__getitem__)
    if best == report.best:
        return report
    rest = tuple(rated for rated in report.rated if rated.move != best)
    return replace(
        report,
        best=best,
        line=(best,),
        rated=(Rated(best, 0, report.value), *rest),
        score=None,
        plies=None,
    )
