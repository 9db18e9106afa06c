"""The live connection to a table: a WebSocket that pushes updates."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from ....core.errors import IcefieldError
from ...asgi.guard import is_same_origin
from ...asgi.uvicorn_patches.compression import compress_message
from ...errors import status_of
from ...service.broadcast import Broadcast, Update, Watcher
from ...service.table_service import TableService
from ...storage.errors import DatabaseError, report_database_error
from ...tables.events import Event
from ...tables.table import Table
from ...views.models.table import LivePresence
from ...views.table import live as views
from ...views.viewer import Viewer
from ..depends import MAX_NUMBER, get_service, get_viewer

router = APIRouter()

WRONG_ORIGIN: Final = 4403
RESTART: Final = 1012
"""Close code "service restart"."""


class LiveRenderer(views.LiveRenderer):
    """Renders the messages of live connections.

    It compresses them in the same thread rather than on the event loop.
    """

    def write_update(
        self,
        table: Table,
        events: Sequence[Event],
        viewer: Viewer,
        held: views.KnownState | None,
    ) -> str:
        """The text of an update with these events and the state they led to."""
        text = super().write_update(table, events, viewer, held)
        compress_message(text.encode())
        return text


@router.websocket("/api/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Push messages about a table until the connection ends.

    `update` messages have the events after `since` and the state they led to, or the patch that
    changes the state that the client holds. It holds the one of the version `held`, at the
    beginning, or none if that is empty; without `held` there are no patches. `presence` messages
    have the seats whose player is connected.
    """
    await socket.accept()
    if not is_same_origin(socket.headers):
        await socket.close(WRONG_ORIGIN)
        return
    since_text = socket.query_params.get("since", "0")
    known = int(since_text[:12]) if since_text.isascii() and since_text.isdigit() else 0
    held = socket.query_params.get("held")
    await push_while_connected(socket, _push_changes(socket, id, min(known, MAX_NUMBER), held))


async def push_while_connected(socket: WebSocket, push: Coroutine[Any, Any, None]) -> None:
    """Run what pushes messages, until it returns or the client disconnects."""
    tasks = asyncio.create_task(push), asyncio.create_task(_wait_for_disconnect(socket))
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


async def _wait_for_disconnect(socket: WebSocket) -> None:
    """Wait until the client disconnects; what it sends is ignored."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


async def _push_changes(socket: WebSocket, id_: str, since: int, held: str | None) -> None:
    service, viewer = get_service(socket), get_viewer(socket)
    broadcast: Broadcast[Viewer, views.KnownState] = socket.app.state.broadcast
    poll_s = socket.app.state.settings.poll_s
    sender = _Sender(socket, service, id_)
    with (
        contextlib.suppress(WebSocketDisconnect, RuntimeError),
        service.hub.subscribe(id_) as subscription,
        contextlib.ExitStack() as there,
    ):
        watcher = Watcher[Viewer, views.KnownState](viewer, since, subscription, held)
        there.enter_context(broadcast.watch(id_, watcher))
        present = False
        while not service.hub.closing:
            subscription.clear()
            if watcher.is_behind:
                try:
                    await broadcast.refresh(id_, watcher)
                except (IcefieldError, DatabaseError) as error:
                    await sender.close_with(error, viewer.language)
                    return
            if not present:  # the table exists, so a viewer can be present
                present = True
                there.enter_context(service.hub.notify_presence_after(id_))
                there.enter_context(service.presence.at(id_, viewer.identity or ""))
                service.hub.notify_presence(id_)
            while watcher.waiting:
                update = watcher.waiting.popleft()
                watcher.sent = update.number
                await sender.send(update)
            try:
                async with asyncio.timeout(poll_s):  # `wait_for` may overlook a disconnect
                    await subscription.wait()
            except TimeoutError:
                if not subscription.is_set():  # otherwise another connection has just done so
                    service.hub.notify_presence_now(id_)
        await socket.close(RESTART)


class _Sender:
    """Sends updates to a client, and presence where it has changed."""

    def __init__(self, socket: WebSocket, service: TableService, table_id: str):
        self._socket = socket
        self._service = service
        self._table_id = table_id
        self._seen: tuple[list[bool], int] | None = None

    async def send(self, update: Update) -> None:
        """Send an update; starts the clocks where all players are present."""
        if update.text is not None:
            await self._socket.send_text(update.text)
        if (update.seats, update.watching) != self._seen:
            self._seen = update.seats, update.watching
            presence: LivePresence = {
                "type": "presence",
                "seats": update.seats,
                "watching": update.watching,
            }
            await self._socket.send_json(presence)
        if update.starts_clocks:
            await run_in_threadpool(self._service.start_clocks, self._table_id)

    async def close_with(self, error: Exception, language: str) -> None:
        """Tell an error and close the connection."""
        if isinstance(error, DatabaseError):
            error = report_database_error(error)
        assert isinstance(error, IcefieldError)
        problem = error
        await self._socket.send_json({"type": "problem", **problem.to_json(language)})
        await self._socket.close(4000 + status_of(problem))
