"""The home page: the games, each with everything one can do with it, and one's own games."""

from __future__ import annotations

from typing import Any, Final

from babel.lists import format_list
from fastapi import APIRouter, Request, Response

from ...analysis.puzzles import with_books
from ...core.abilities import Boarded, Drawn, Practised
from ...core.message import message
from ...games import game as find_game
from ...games import keys
from ...lessons import course
from ...search.proof import lookup
from ..views.choices import CLOCKS, choices, clock_name
from ..views.levels import strengths
from .pages import page
from .table_lists import own_games
from .tables import desk_of, viewer_of

home_router = APIRouter(include_in_schema=False)

_SHOWN: Final = 6  # own games on the home page; the others are on one's own page


def clocks_json(language: str) -> list[dict[str, Any]]:
    """The clocks to choose from, in words."""
    return [{"clock": clock, "words": clock_name(clock).text(language)} for clock in CLOCKS]


def card(key: str, language: str) -> dict[str, Any]:
    """What pages tell of a game to choose. Nothing compiled is needed for it."""
    game = find_game(key)
    return {
        "game": game,
        "counts": format_list([str(count) for count in game.seats], "or", locale=language),
        "roles": [game.seat_name(seat) for seat in range(max(game.seats))],
        "levels": strengths(game, language),
        "choices": choices(game),
        "drawn": isinstance(game, Drawn),
        "boarded": isinstance(game, Boarded),
        "practised": isinstance(game, Practised),
        "puzzled": key in with_books(),
        "taught": course(key) is not None,
        "solved": message("solved.link") if lookup.available(game) else None,
    }


@home_router.get("/")
def home(request: Request) -> Response:
    viewer = viewer_of(request)
    games = own_games(desk_of(request), viewer, over=False, most=2 * _SHOWN)
    return page(
        request,
        "home.html",
        cards=[card(key, viewer.language) for key in keys()],
        clocks=clocks_json(viewer.language),
        games=games[:_SHOWN],
    )
