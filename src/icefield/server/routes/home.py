"""The home page: the games with their links, and the visitor's games."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response

from ...games import keys
from ..views.games import build_clock_choices
from .depends import get_service, get_viewer
from .json_router import QueuedRouter
from .lobby import list_own_games
from .site.cards import build_card
from .site.pages import page

router = QueuedRouter(include_in_schema=False)

_MAX_OWN_GAMES: Final = 6  # the others are at /me


@router.get("/")
def home(request: Request) -> Response:
    viewer = get_viewer(request)
    games = list_own_games(get_service(request), viewer, over=False, most=2 * _MAX_OWN_GAMES)
    return page(
        request,
        "home.html",
        cards=[build_card(key, viewer.language) for key in keys()],
        clocks=build_clock_choices(viewer.language),
        games=games[:_MAX_OWN_GAMES],
    )
