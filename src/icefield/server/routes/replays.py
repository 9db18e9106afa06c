"""The page that replays a finished game; its URL never changes.

A game that is not over is at its table.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from ..errors import NoSuchPly
from ..views.dates import say_day
from ..views.replays import build_replay, list_finished
from ..views.table.state import build_ply
from .depends import MAX_NUMBER, get_service, get_viewer
from .json_router import QueuedRouter
from .site.pages import page

router = QueuedRouter(include_in_schema=False)

TableId = Annotated[str, Path(max_length=32)]
GameNumber = Annotated[int | None, Query(ge=1, le=MAX_NUMBER)]


@router.get("/replays/{id}")
def replay(request: Request, id: TableId, game: GameNumber = None) -> Response:
    service, viewer = get_service(request), get_viewer(request)
    with service.locked(id) as table:
        over = list_finished(table)
        if not over:
            return RedirectResponse(f"/tables/{id}", 303)
        number = over[-1] if game is None else game
        if number not in over:
            raise NoSuchPly()
        state = build_replay(table, viewer, number)
        first = build_ply(table, viewer, number, 0)
        played, began = table.game, table.begun[number - 1]
    return page(
        request,
        "replay.html",
        state=state,
        game=played,
        drawing=first["svg"],
        facts=first["facts"],
        day=say_day(began, viewer.language),
        began=datetime.fromtimestamp(began / 1000, UTC).isoformat(timespec="seconds"),
        origin=str(request.base_url).rstrip("/"),
    )
