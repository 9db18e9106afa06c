"""Statistics of games for tests."""

from __future__ import annotations

import icefield
from icefield.analysis.statistics.collect import GameStats

GLIDE = icefield.game("glide")


def watched(length: int, shares: tuple[float, ...], comeback: bool | None = None) -> GameStats:
    return GameStats("3", tuple(range(length, 0, -1)), length, shares, comeback, 2)
