"""A person's results in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...games import game as find_game
from ...games import keys
from ..tables.results import DRAW, LOST, WON
from .models.games import GameStatistics


def build_statistics(counts: Mapping[tuple[str, str], int]) -> list[GameStatistics]:
    """The results by game that was played; `counts` by game and result."""
    return [
        {
            "game": {"key": key, "title": find_game(key).title},
            "games": played,
            "won": counts.get((key, WON), 0),
            "lost": counts.get((key, LOST), 0),
            "drawn": counts.get((key, DRAW), 0),
        }
        for key in keys()
        if (played := sum(count for (game, _), count in counts.items() if game == key))
    ]
