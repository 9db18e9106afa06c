"""The lobby, where seats of listed tables wait for somebody, and the tables that can be watched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response

from ...core.game import Position
from ...games import keys
from ..views import table as views
from . import forms
from .home import card, clocks_json
from .pages import page
from .table_lists import going_on, open_seats
from .tables import At, By, Id, desk_of, viewer_of

lobby_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (404, 409, 422, 503)},
)


@lobby_router.get("/api/lobby", summary="Listed tables with a free seat")
def lobby(desk: At, viewer: By) -> list[dict[str, Any]]:
    return open_seats(desk, viewer)


@lobby_router.get("/api/watch", summary="Listed tables at which something is played")
def watch(desk: At, viewer: By) -> list[dict[str, Any]]:
    return going_on(desk, viewer)


@lobby_router.get("/lobby", include_in_schema=False)
def lobby_page(request: Request) -> Response:
    return _page(request, "lobby.html", open_seats(desk_of(request), viewer_of(request)))


@lobby_router.get("/watch", include_in_schema=False)
def watch_page(request: Request) -> Response:
    return _page(request, "watch.html", going_on(desk_of(request), viewer_of(request)))


def _page(request: Request, template: str, rows: list[dict[str, Any]]) -> Response:
    language = viewer_of(request).language
    cards = [card(key, language) for key in keys()]
    return page(request, template, rows=rows, cards=cards, clocks=clocks_json(language))


@lobby_router.get("/pictures/tables/{id}", include_in_schema=False)
def picture(id: Id, desk: At, viewer: By) -> Response:
    """The board as a spectator sees it, small."""
    with desk.locked(id) as table:
        shown = table.position.view(None)
    return Response(_drawn(shown, viewer.language), media_type="image/svg+xml")


@lru_cache(maxsize=200)
def _drawn(shown: Position, language: str) -> str:
    return views.picture(shown, language)
