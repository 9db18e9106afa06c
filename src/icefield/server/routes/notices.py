"""Notices over a live connection: news of tables that wait for players."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from ...core.errors import IcefieldError
from ..asgi.guard import is_same_origin
from ..service.table_service import TableService
from ..storage.errors import DatabaseError
from ..tables.departures import site_of
from ..views.models.table import TableNotice
from ..views.table.notices import build_notice, count_free, is_waiting
from ..views.viewer import Viewer
from .depends import get_service, get_viewer
from .table.live import RESTART, WRONG_ORIGIN, push_while_connected

router = APIRouter()

MAX_WAITING: Final = 12
"""The tables that one page can wait for."""
_MAX_ID: Final = 32


@router.websocket("/api/me/live")
async def notices(socket: WebSocket) -> None:
    """Push notices about the `tables` of the query, as long as one waits.

    While it is open, the visitor counts as present: their tables stay in the lobby.
    """
    await socket.accept()
    if not is_same_origin(socket.headers):
        await socket.close(WRONG_ORIGIN)
        return
    named = socket.query_params.get("tables", "")[: MAX_WAITING * (_MAX_ID + 1)].split(",")
    tables = tuple(dict.fromkeys(id_ for id_ in named if 0 < len(id_) <= _MAX_ID))[:MAX_WAITING]
    await push_while_connected(socket, _push_notices(socket, tables))


async def _push_notices(socket: WebSocket, tables: tuple[str, ...]) -> None:
    service, viewer = get_service(socket), get_viewer(socket)
    identity = viewer.identity or ""
    poll_s = socket.app.state.settings.poll_s
    free: dict[str, int | None] = dict.fromkeys(tables)
    with (
        contextlib.suppress(WebSocketDisconnect, RuntimeError),
        service.hub.subscribe(*tables) as subscription,
        contextlib.ExitStack() as there,
    ):
        present = False
        while free and not service.hub.closing:
            subscription.clear()
            with contextlib.suppress(DatabaseError):  # tried again with the next poll
                for notice in await run_in_threadpool(_find_notices, service, viewer, free):
                    await socket.send_json(notice)
            if free and not present:
                present = True
                there.enter_context(service.presence.at(site_of(identity), identity))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(poll_s):
                    if free:
                        await subscription.wait()
        await socket.close(RESTART if service.hub.closing else 1000)


def _find_notices(
    service: TableService, viewer: Viewer, free: dict[str, int | None]
) -> list[TableNotice]:
    """What is new at tables with so many free seats.

    Updates the numbers, and drops tables that no longer wait.
    """
    found: list[TableNotice] = []
    for table_id, before in list(free.items()):
        try:
            with service.locked(table_id) as table:
                notice = build_notice(table, viewer, before)
                still, now_free = is_waiting(table, viewer), count_free(table)
        except IcefieldError:  # no such table, or one of another version
            still, now_free = False, 0
            notice = {"type": "notice", "table": table_id, "kind": "done", "sentence": None}
        if notice is not None:
            found.append(notice)
        if still:
            free[table_id] = now_free
        else:
            del free[table_id]
    return found
