"""The choice of a search for a position, for the engine and for hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..search.registry import Search


def names(game: Game) -> tuple[str, ...]:
    """Return the searches that can play a game, the default first."""
    from ..search.registry import suited

    return suited(game)


def search(name: str, position: Position) -> Search:
    """Return the search of that name, or the next best for this number of seats."""
    from ..search.registry import SEARCHES, able

    return SEARCHES[able(name, position)]
