"""The page on which a finished game is played again; its address never changes. A game that is not
over yet is at its table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathParameter
from fastapi.responses import RedirectResponse

from ...core.game import Game
from ..errors import NoSuchPly
from ..service.table_service import TableService
from ..tables.events import Extended, NextGameBegun, Opened
from ..tables.table import Table
from ..views import dates
from ..views import table as views
from .pages import page
from .tables import desk_of, viewer_of

replays_router = APIRouter(include_in_schema=False)

Id = Annotated[str, PathParameter(max_length=32)]
Number = Annotated[int | None, Query(ge=1, le=2**31 - 1)]


@replays_router.get("/replays/{id}")
def replay(request: Request, id: Id, game: Number = None) -> Response:
    desk, viewer = desk_of(request), viewer_of(request)
    with desk.locked(id) as table:
        over = finished(table)
        if not over:
            return RedirectResponse(f"/tables/{id}", 303)
        number = over[-1] if game is None else game
        if number not in over:
            raise NoSuchPly()
        state = replay_json(table, viewer, number)
        first = views.ply_json(table, viewer, number, 0)
        kind: Game = table.game
    began = _began(desk, id, number)
    return page(
        request,
        "replay.html",
        state=state,
        game=kind,
        drawing=first["svg"],
        facts=first["facts"],
        day=dates.day(began, viewer.language),
        began=datetime.fromtimestamp(began / 1000, UTC).isoformat(timespec="seconds"),
        origin=str(request.base_url).rstrip("/"),
    )


def finished(table: Table) -> list[int]:
    """The games of the match that are over; they count from 1."""
    played = range(table.match.number + 1)
    return [number + 1 for number in played if table.match.outcome_of(number) is not None]


def replay_json(table: Table, viewer: views.Viewer, number: int) -> dict[str, Any]:
    """What the page knows of a finished game of the match."""
    state = views.state_json(table, viewer)
    row = state["sheet"]["rows"][number - 1]
    last = views.ply_json(table, viewer, number, len(table.plies(number - 1)) - 1)
    seating = table.match.sheet.rows[number - 1].seating
    return {
        "id": table.id,
        "number": number,
        "games": finished(table),
        "game": state["game"],
        "options": state["options"],
        "plies": last["plies"],
        "seats": [
            {
                "seat": seat,
                "role": row["roles"][player],
                "name": state["sheet"]["players"][player],
                "points": row["points"][player],
                "won": seat in last["outcome"]["winners"],
            }
            for seat, player in enumerate(seating)
        ],
        "outcome": last["outcome"],
        "caption": last["caption"],
        "moves": [move for move in state["moves"] if move["game"] == number],
        "sheet": {**state["sheet"], "rows": [row]},
        "can": {"rematch": state["can"]["rematch"], "review": state["can"]["review"]},
        "exports": state["exports"],
    }


def _began(desk: TableService, id_: str, number: int) -> int:
    """When a game of the match began, in milliseconds."""
    begun = [
        e.at
        for e in desk.store.events(id_, 0)
        if isinstance(e.payload, Opened | NextGameBegun | Extended)
    ]
    return begun[number - 1]
