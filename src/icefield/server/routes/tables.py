"""The JSON interface and the live connection. A write builds a command, has the service execute it,
and answers with the table as it is then."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from ...bots import levels
from ...core.errors import IcefieldError
from ...games import game as find_game
from ...games import keys
from ...play import Control
from ..asgi.guard import same_origin
from ..asgi.uvicorn_patches.compression import squeezed
from ..errors import status_of
from ..service.broadcast import Broadcast, Watcher
from ..service.table_service import TableService
from ..storage.errors import DatabaseError, problem_of
from ..tables import commands
from ..tables.events import Event
from ..tables.options import TableOptions
from ..tables.players import Player
from ..tables.table import Table
from ..views import live as live_views
from ..views import move_values, route_preview
from ..views import table as views
from ..views.choices import choices_json
from ..views.levels import level_json, strengths
from . import forms
from .flips import flips_of
from .language import language_of

router = APIRouter(
    prefix="/api",
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 413, 415, 422, 503)},
)


def desk_of(connection: HTTPConnection) -> TableService:
    """The table service of this application."""
    desk = connection.app.state.desk
    assert isinstance(desk, TableService)
    return desk


def viewer_of(connection: HTTPConnection) -> views.Viewer:
    """Who asks, in which language, and which boards they look at from the other side."""
    flips = flips_of(connection)
    return views.Viewer(connection.state.identity, language_of(connection), flips)


At = Annotated[TableService, Depends(desk_of)]
By = Annotated[views.Viewer, Depends(viewer_of)]
Id = Annotated[str, Path(description="the table's id", max_length=32)]
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="the last number already known")]
Format = Annotated[
    str, Query(max_length=20, description='"text", or one of the state\'s `exports`')
]
Count = Annotated[int, Path(ge=0, le=2**31 - 1)]
Decision = Annotated[int, Query(ge=0, le=2**31 - 1, description="the state's decision number")]
Asking = Annotated[str, Query(min_length=1, max_length=200, description="a move of `touches`")]
Moment = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="default: the present one")]


@router.get("/games", summary="The games that can be played here")
def games(viewer: By) -> list[dict[str, Any]]:
    listed = []
    for game in map(find_game, keys()):
        listed.append(
            {
                "key": game.key,
                "title": game.title,
                "designer": game.designer,
                "year": game.year,
                "version": game.version,
                "promise": game.promise.text(viewer.language),
                "seats": list(game.seats),
                "roles": [game.seat_name(s).text(viewer.language) for s in range(game.seats[0])],
                "pair": game.pair,
                "options": choices_json(viewer.language, game),
                "levels": [level_json(level, viewer.language) for level in levels(game)],
                "levels_by_seats": strengths(game, viewer.language),
            }
        )
    return listed


@router.post("/tables", status_code=201, summary="Open a table")
def open_table(form: forms.NewTable, desk: At, viewer: By) -> forms.State:
    alone = sum(seat.kind == "person" for seat in form.seats) == 1
    nickname = desk.people.find(viewer.identity).nickname if alone else ""
    players = [_player(seat, viewer.identity, nickname) for seat in form.seats]
    clock = Control.read(form.clock.model_dump())
    return desk.open(
        find_game(form.game),
        players,
        lambda table: live_views.state_json(table, viewer),
        games=form.games,
        game_options=form.options,
        shuffle=form.shuffle,
        options=TableOptions(
            clock=None if clock is None else clock.check(),
            takebacks=form.takebacks,
            listed=form.listed,
            rated=form.rated,
            timer=form.timer,
        ),
        host=viewer.identity,
    )


def _player(seat: forms.Seat, identity: str | None, nickname: str) -> Player:
    if seat.kind == "bot":
        return Player("bot", level=seat.level or "", name=seat.name)
    if seat.kind == "person":
        return Player("person", owner=identity, name=seat.name or nickname)
    return Player(seat.kind, name=seat.name)


@router.post("/tables/{id}/sit", summary="Take an open seat")
def sit(id: Id, form: forms.Sat, desk: At, viewer: By) -> forms.State:
    name = form.name or desk.people.find(viewer.identity).nickname
    return execute(id, commands.Sit(form.seat, name, form.token), desk, viewer)


@router.get("/tables/{id}", summary="The table as I may know it")
def table(id: Id, desk: At, viewer: By) -> forms.State:
    return state(id, desk, viewer)


@router.get("/tables/{id}/events", summary="What happened after a number")
def events(id: Id, desk: At, viewer: By, since: Since = 0) -> list[dict[str, Any]]:
    with desk.locked(id) as table:
        return views.events_json(table, desk.store.events(id, since), viewer)


@router.get("/tables/{id}/plies/{game}/{ply}", summary="One moment of one game of the match")
def ply(id: Id, game: Count, ply: Count, desk: At, viewer: By) -> forms.State:
    with desk.locked(id) as table:
        return views.ply_json(table, viewer, game, ply)


def _asked(
    id_: str, desk: TableService, viewer: views.Viewer, game: int | None, ply: int | None
) -> move_values.Asked:
    with desk.locked(id_) as table:
        return move_values.question(table, viewer.identity, game, ply)


@router.get("/tables/{id}/worth", summary="What each legal move is worth, where that may be asked")
async def move_worth(
    id: Id, desk: At, viewer: By, game: Moment = None, ply: Moment = None
) -> forms.State:
    asked = await run_in_threadpool(_asked, id, desk, viewer, game, ply)
    verdicts = await move_values.answer(asked)
    return await run_in_threadpool(move_values.worth_json, asked, verdicts, viewer.language)


def _ahead(
    id_: str, desk: TableService, viewer: views.Viewer, decision: int
) -> route_preview.Asked:
    with desk.locked(id_) as table:
        return route_preview.question(table, viewer.identity, decision)


@router.get("/tables/{id}/preview", summary="What a legal move of mine would do")
def preview(id: Id, desk: At, viewer: By, decision: Decision, move: Asking) -> forms.State:
    asked = _ahead(id, desk, viewer, decision)
    flip = asked.position.game.key in viewer.flips
    return route_preview.preview_json(asked, move, viewer.language, flip)


@router.get(
    "/tables/{id}/record",
    summary="The record file of the match",
    response_class=Response,  # of no one type: errors are JSON here, too
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def record(id: Id, desk: At, viewer: By, format: Format = "text") -> PlainTextResponse:
    with desk.locked(id) as table:
        if format == "text":
            text, ending = views.record_text(table, viewer), "txt"
        else:
            text, ending = views.export_text(table, viewer, format), format
        name = f"{table.game.key}-{table.id}.{ending}"
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@router.post("/tables/{id}/moves", summary="Make a move")
def move(id: Id, form: forms.Moved, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Move(form.move, form.decision, form.seat), desk, viewer)


@router.post("/tables/{id}/undo", summary="Take my last decision back")
def undo(id: Id, form: forms.Decided, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Undo(form.decision), desk, viewer)


@router.post("/tables/{id}/next", summary="Begin the next game of the match")
def next_game(id: Id, form: forms.Decided, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.NextGame(form.decision), desk, viewer)


@router.post("/tables/{id}/extend", summary="Begin another pair of games")
def extend(id: Id, form: forms.Decided, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Extend(form.decision), desk, viewer)


@router.post("/tables/{id}/rematch", status_code=201, summary="Open another table for the same")
def rematch(id: Id, desk: At, viewer: By) -> forms.State:
    return desk.rematch(id, viewer.identity, lambda new: live_views.state_json(new, viewer))


@router.post("/tables/{id}/why", summary="Why these touches lead nowhere; null when they do")
def why(id: Id, form: forms.Touched, desk: At, viewer: By) -> forms.State | None:
    with desk.locked(id) as table:
        return views.why_json(table, viewer, form.touches, form.decision)


def state(id_: str, desk: TableService, viewer: views.Viewer) -> forms.State:
    """The table as the viewer may know it."""
    with desk.locked(id_) as table:
        return live_views.state_json(table, viewer)


def execute(
    id_: str, command: commands.Command, desk: TableService, viewer: views.Viewer
) -> forms.State:
    """Execute a viewer's command. Returns the table after it as the viewer may know it."""
    return desk.execute(
        id_, command, viewer.identity, lambda table: live_views.state_json(table, viewer)
    )


# -- live -----------------------------------------------------------------------------------------


class LiveRenderer(live_views.LiveRenderer):
    """Makes the messages of live connections, and compresses them in the same thread rather than on
    the event loop."""

    def update(self, table: Table, events: Sequence[Event], viewer: views.Viewer) -> str:
        """The text of an update with these events and the state they led to."""
        text = super().update(table, events, viewer)
        squeezed(text.encode())
        return text


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Pushes `update` messages, the events after `since` and the state they led to, and `presence`
    messages, which seats have their player there."""
    await socket.accept()
    if not same_origin(socket.headers):
        await socket.close(4403)
        return
    since_text = socket.query_params.get("since", "0")
    known = int(since_text[:12]) if since_text.isascii() and since_text.isdigit() else 0
    pushing = asyncio.create_task(_push(socket, id, min(known, 2**31 - 1)))
    listening = asyncio.create_task(_listen(socket))
    done, pending = await asyncio.wait((pushing, listening), return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


async def _listen(socket: WebSocket) -> None:
    """Clients have nothing to say here; leave when they do."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


async def _push(socket: WebSocket, id_: str, since: int) -> None:
    desk, viewer = desk_of(socket), viewer_of(socket)
    broadcast: Broadcast[views.Viewer] = socket.app.state.broadcast
    poll = socket.app.state.settings.poll
    identity = viewer.identity or ""
    seen: list[bool] | None = None
    with (
        contextlib.suppress(WebSocketDisconnect, RuntimeError),
        desk.hub.subscribe(id_) as subscription,
        contextlib.ExitStack() as there,
    ):
        watcher = Watcher(viewer, since, subscription)
        while not desk.hub.closing:
            subscription.clear()
            try:
                update = await broadcast.fetch(id_, watcher)
            except (IcefieldError, DatabaseError) as error:
                problem = error if isinstance(error, IcefieldError) else problem_of(error)
                await socket.send_json({"type": "problem", **problem.to_json(viewer.language)})
                await socket.close(4000 + status_of(problem))
                return
            if seen is None:  # the table exists, so a viewer can be present
                there.enter_context(desk.hub.notify_presence_after(id_))
                there.enter_context(desk.presence.at(id_, identity))
                desk.hub.notify_presence(id_)
            if update.text is not None:
                await socket.send_text(update.text)
            if update.seats != seen:
                seen = update.seats
                await socket.send_json({"type": "presence", "seats": seen})
            try:
                async with asyncio.timeout(poll):  # `wait_for` may overlook a cancellation
                    await subscription.wait()
            except TimeoutError:
                if not subscription.is_set():  # otherwise another connection has just done so
                    desk.hub.notify_presence_now(id_)
        await socket.close(1012)  # the server is restarting
