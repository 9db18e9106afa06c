"""The lobby: open seats of listed tables, and tables that can be watched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from fastapi import Request, Response

from ...core.game import Position
from ...games import keys
from ..service.table_service import TableService
from ..tables.table import OVER, PLAYING, WAITING
from ..views.board import draw_picture
from ..views.games import build_clock_choices
from ..views.models.games import TableRow
from ..views.table.rows import build_row
from ..views.viewer import Viewer
from .depends import (
    CurrentViewer,
    Service,
    TableId,
    get_service,
    get_viewer,
    suggest_unknown_name,
)
from .json_router import JsonRouter, problem_responses
from .site.cards import build_card
from .site.pages import page

router = JsonRouter(responses=problem_responses(404, 409, 422, 503))

MAX_ROWS: Final = 60


# -- lists of tables ------------------------------------------------------------------------------


def list_own_games(
    service: TableService,
    viewer: Viewer,
    *,
    over: bool,
    most: int = MAX_ROWS,
    game: str | None = None,
    result: str | None = None,
) -> list[TableRow]:
    """The last games of a visitor, those in which they are to move first.

    Only those of a `game` or with a `result`, where that is given.
    """
    identity = viewer.identity or ""
    ids = service.store.sat_at(identity, most, over=over, game=game, result=result)
    rows = service.render_all(ids, lambda table: build_row(table, viewer))
    games = [row for row in rows if over or row["stage"] != OVER]
    return sorted(games, key=lambda row: (row["stage"] == OVER, not row["deciding"]))


def list_open_seats(service: TableService, viewer: Viewer) -> list[TableRow]:
    """The listed tables with a free seat."""
    ids = service.store.listing(WAITING, MAX_ROWS)
    listed = service.render_all(ids, lambda table: build_row(table, viewer))
    waiting = [row for row in listed if row["stage"] == WAITING]
    return [row for row in waiting if any(seat["kind"] == "open" for seat in row["seats"])]


def list_playing(service: TableService, viewer: Viewer) -> list[TableRow]:
    """The listed tables with a game in progress."""
    ids = service.store.listing(PLAYING, MAX_ROWS)
    listed = service.render_all(ids, lambda table: build_row(table, viewer))
    return [row for row in listed if row["stage"] == PLAYING]


@router.get("/api/lobby", summary="Listed tables with a free seat")
def lobby(service: Service, viewer: CurrentViewer) -> list[TableRow]:
    return list_open_seats(service, viewer)


@router.get("/api/watch", summary="Listed tables at which something is played")
def watch(service: Service, viewer: CurrentViewer) -> list[TableRow]:
    return list_playing(service, viewer)


# -- the pages ------------------------------------------------------------------------------------


@router.get("/lobby", include_in_schema=False)
def lobby_page(request: Request) -> Response:
    rows = list_open_seats(get_service(request), get_viewer(request))
    name = suggest_unknown_name(get_service(request), get_viewer(request))
    return _rows_page(request, "lobby/lobby.html", rows, suggested_name=name)


@router.get("/watch", include_in_schema=False)
def watch_page(request: Request) -> Response:
    rows = list_playing(get_service(request), get_viewer(request))
    return _rows_page(request, "lobby/watch.html", rows)


def _rows_page(request: Request, template: str, rows: list[TableRow], **values: Any) -> Response:
    language = get_viewer(request).language
    cards = [build_card(key, language) for key in keys()]
    return page(
        request, template, rows=rows, cards=cards, clocks=build_clock_choices(language), **values
    )


@router.get("/pictures/tables/{id}", include_in_schema=False)
def picture(id: TableId, service: Service, viewer: CurrentViewer) -> Response:
    """The board as a spectator sees it, small."""
    with service.locked(id) as table:
        view = table.position.view(None)
    return Response(_draw(view, viewer.language), media_type="image/svg+xml")


@lru_cache(maxsize=200)
def _draw(view: Position, language: str) -> str:
    return draw_picture(view, language)
