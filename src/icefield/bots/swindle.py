"""Swindles: the move most likely to provoke an error, where all moves lose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..core.abilities import HasSwindles
from ..core.game import Position
from ..search import Rated, Report

_HOPELESS: Final = -0.7
"""The value below which the result of a search is replaced by a swindle."""


def choose_swindle(position: Position, report: Report) -> Report:
    """The report with the move that is most likely to win after all.

    Only where every move seems lost and the game estimates such chances. The value of the position
    stays.
    """
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
