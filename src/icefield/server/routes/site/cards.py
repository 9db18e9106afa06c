"""The games to choose from, for the templates of the home page and the lobby."""

from __future__ import annotations

from typing import Any

from babel.lists import format_list

from ....analysis.puzzles import with_books
from ....core.abilities import HasBoardEditor, HasBoardFiles, HasSolitaire
from ....core.message import message
from ....games import game as find_game
from ....lessons import course
from ....search.proof import lookup
from ...views.games import build_levels_by_seats, list_choosable


def build_card(key: str, language: str) -> dict[str, Any]:
    """A game to choose; needs no compiled code."""
    game = find_game(key)
    return {
        "game": game,
        "counts": format_list([str(count) for count in game.seats], "or", locale=language),
        "roles": [game.seat_name(seat) for seat in range(max(game.seats))],
        "levels": build_levels_by_seats(game, language),
        "choices": list_choosable(game),
        "drawn": isinstance(game, HasBoardEditor),
        "boarded": isinstance(game, HasBoardFiles),
        "practised": isinstance(game, HasSolitaire),
        "puzzled": key in with_books(),
        "taught": course(key) is not None,
        "solved": message("solved.link") if lookup.available(game) else None,
    }
