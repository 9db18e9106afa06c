"""Tables: their JSON API and their page.

Actions beside the moves are in `players` and `discussion`, the live connection in `live`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ....analysis.move_values import judge_moves
from ....analysis.values import PositionVerdict
from ....core.abilities import HasBoardFiles
from ....core.message import message
from ....games import game as find_game
from ....games import keys
from ....lessons import course
from ....play import Control
from ....search import Limits
from ....search.exact import tablebase
from ...service.answers import Answers
from ...service.fair_pool import READS
from ...service.table_service import EVENTS_PAGE, TableService
from ...tables import commands
from ...tables.options import TableOptions
from ...tables.players import Player
from ...tables.table import WAITING
from ...views import games as game_views
from ...views import records
from ...views.models.board import Refusal
from ...views.models.games import GameCard, Preparation
from ...views.models.table import (
    MovePreview,
    MoveValues,
    Ply,
    StatePatch,
    TableEvents,
    TableState,
)
from ...views.preparation import build_preparation
from ...views.rules import build_rules_head
from ...views.table import events as event_views
from ...views.table import live as live_views
from ...views.table import move_values, route_preview
from ...views.table import state as views
from ...views.table.players import build_invitation
from ...views.viewer import Viewer
from .. import forms
from ..depends import (
    CurrentViewer,
    DecisionNumber,
    EventNumber,
    GameKey,
    LegalMove,
    MomentNumber,
    PathNumber,
    RecordFormat,
    Service,
    TableId,
    get_service,
    get_viewer,
    suggest_unknown_name,
)
from ..json_router import JsonRouter, problem_responses
from ..site.pages import page

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))

MAX_EVENTS_PAGE: Final = 1000
SEARCH_S: Final = 1.0
"""The time in which a search judges the moves of a position without a tablebase."""
value_answers: Final[Answers[PositionVerdict]] = Answers("judge")


def build_state(id_: str, service: TableService, viewer: Viewer) -> TableState:
    """The table as the viewer may know it."""
    with service.locked(id_) as table:
        return live_views.build_state(table, viewer)


async def _execute_at(
    id: TableId, service: Service, viewer: CurrentViewer
) -> Callable[[commands.Command], TableState]:
    """Executes a command of the viewer at the table; returns the state after it."""
    return lambda command: service.execute(
        id, command, viewer.identity, lambda table: live_views.build_state(table, viewer)
    )


Execute = Annotated[Callable[[commands.Command], TableState], Depends(_execute_at)]
"""What a route takes whose request is one command."""


# -- opening and reading --------------------------------------------------------------------------


@router.get("/api/games", summary="The games that can be played here")
def games(viewer: CurrentViewer) -> list[GameCard]:
    return [game_views.build_game(game, viewer.language) for game in map(find_game, keys())]


@router.get("/api/games/{key}/preparation", summary="How much of a game is compiled yet")
def preparation(key: GameKey, viewer: CurrentViewer) -> Preparation:
    return build_preparation(find_game(key).key, viewer.language)


@router.post("/api/tables", status_code=201, summary="Open a table")
def open_table(form: forms.NewTable, service: Service, viewer: CurrentViewer) -> TableState:
    alone = sum(seat.kind == "person" for seat in form.seats) == 1
    nickname = service.people.find(viewer.identity).nickname if alone else ""
    players = [_make_player(seat, viewer.identity, nickname) for seat in form.seats]
    clock = Control.read(form.clock.model_dump())
    return service.open(
        find_game(form.game),
        players,
        lambda table: live_views.build_state(table, viewer),
        games=form.games,
        game_options=form.options,
        shuffle=form.shuffle,
        options=TableOptions(
            clock=None if clock is None else clock.check(),
            takebacks=form.takebacks,
            listed=form.listed,
            rated=form.rated,
            timer=form.timer,
            pace=form.pace,
        ),
        host=viewer.identity,
    )


def _make_player(seat: forms.NewSeat, identity: str | None, nickname: str) -> Player:
    if seat.kind == "bot":
        return Player("bot", level=seat.level or "", name=seat.name)
    if seat.kind == "person":
        return Player("person", owner=identity, name=seat.name or nickname)
    return Player(seat.kind, name=seat.name)


@router.post("/api/tables/{id}/sit", summary="Take an open seat")
def sit(
    form: forms.SitRequest, service: Service, viewer: CurrentViewer, execute: Execute
) -> TableState:
    name = form.name or service.people.find(viewer.identity).nickname
    return execute(commands.Sit(form.seat, name, form.token))


@router.get("/api/tables/{id}", summary="The table as I may know it")
def table(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return build_state(id, service, viewer)


@router.get("/api/tables/{id}/events", summary="What happened after a number")
def events(
    id: TableId,
    service: Service,
    viewer: CurrentViewer,
    since: EventNumber = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS_PAGE)] = EVENTS_PAGE,
) -> TableEvents:
    with service.locked(id) as table:
        found = service.store.events(id, since, limit)
        return event_views.build_events_page(table, found, viewer)


@router.get("/api/tables/{id}/plies/{game}/{ply}", summary="One moment of one game of the match")
def ply(
    id: TableId, game: PathNumber, ply: PathNumber, service: Service, viewer: CurrentViewer
) -> Ply:
    with service.locked(id) as table:
        return views.build_ply(table, viewer, game, ply)


@router.get(
    "/api/tables/{id}/record",
    summary="The record file of the match",
    response_class=Response,  # of no one type: errors are JSON here, too
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def record(
    id: TableId, service: Service, viewer: CurrentViewer, format: RecordFormat = "text"
) -> PlainTextResponse:
    with service.locked(id) as table:
        if format == "text":
            text, ending = records.write_record(table, viewer), "txt"
        else:
            text, ending = records.write_export(table, viewer, format), format
        name = f"{table.game.key}-{table.id}.{ending}"
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


# -- values and previews of moves -----------------------------------------------------------------


def _find_moment(
    id_: str, service: TableService, viewer: Viewer, game: int | None, ply: int | None
) -> move_values.Moment:
    with service.locked(id_) as table:
        return move_values.find_moment(table, viewer.identity, game, ply)


@router.get(
    "/api/tables/{id}/worth", summary="What each legal move is worth, where that may be asked"
)
async def move_worth(
    id: TableId,
    service: Service,
    viewer: CurrentViewer,
    game: MomentNumber = None,
    ply: MomentNumber = None,
) -> MoveValues:
    moment = await READS.run(_find_moment, id, service, viewer, game, ply)
    verdicts = await find_move_values(moment)
    return await READS.run(move_values.build_move_values, moment, verdicts, viewer.language)


async def find_move_values(moment: move_values.Moment) -> PositionVerdict:
    """The values of the moves, cached; raises NotNow when that takes too long."""
    stamp = tablebase.build_stamp(moment.position)
    key = (moment.table, moment.number, moment.game, moment.ply, stamp)
    limits = Limits(seconds=SEARCH_S)
    return await value_answers.answer(key, lambda: judge_moves(moment.position, limits))


def _find_decision(
    id_: str, service: TableService, viewer: Viewer, number: int
) -> route_preview.Decision:
    with service.locked(id_) as table:
        return route_preview.find_decision(table, viewer.identity, number)


@router.get("/api/tables/{id}/preview", summary="What a legal move of mine would do")
def preview(
    id: TableId,
    service: Service,
    viewer: CurrentViewer,
    decision: DecisionNumber,
    move: LegalMove,
) -> MovePreview:
    found = _find_decision(id, service, viewer, decision)
    flip = viewer.flips_board(found.position.game)
    return route_preview.build_preview(found, move, viewer.language, flip)


@router.post("/api/tables/{id}/why", summary="Why these touches lead nowhere; null when they do")
def why(
    id: TableId, form: forms.TouchRequest, service: Service, viewer: CurrentViewer
) -> Refusal | None:
    with service.locked(id) as table:
        return views.explain_touches(table, viewer, form.touches, form.decision)


# -- moves and games ------------------------------------------------------------------------------


@router.post("/api/tables/{id}/moves", summary="Make a move")
def move(
    id: TableId, form: forms.MoveRequest, service: Service, viewer: CurrentViewer
) -> TableState | StatePatch:
    command = commands.Move(form.move, form.decision, form.seat, form.typed)
    return service.execute(
        id,
        command,
        viewer.identity,
        lambda table: live_views.build_answer(table, viewer, form.held),
    )


@router.post("/api/tables/{id}/undo", summary="Take my last decision back")
def undo(form: forms.DecisionRequest, execute: Execute) -> TableState:
    return execute(commands.Undo(form.decision))


@router.post("/api/tables/{id}/next", summary="Begin the next game of the match")
def next_game(form: forms.DecisionRequest, execute: Execute) -> TableState:
    return execute(commands.NextGame(form.decision))


@router.post("/api/tables/{id}/extend", summary="Begin another pair of games")
def extend(form: forms.DecisionRequest, execute: Execute) -> TableState:
    return execute(commands.Extend(form.decision))


@router.post("/api/tables/{id}/rematch", status_code=201, summary="Open another table for the same")
def rematch(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return service.rematch(id, viewer.identity, lambda table: live_views.build_state(table, viewer))


# -- the page -------------------------------------------------------------------------------------


@router.get("/tables/{id}", include_in_schema=False)
def table_page(request: Request, id: Annotated[str, Path(max_length=32)]) -> Response:
    viewer = get_viewer(request)
    with get_service(request).locked(id) as table:
        state: dict[str, Any] = {**live_views.build_state(table, viewer)}
        invitation = build_invitation(table, request.query_params.get("seat", ""), viewer)
        waits = invitation is not None or (table.stage == WAITING and state["seat"] is not None)
        game = table.game
        head = build_rules_head(game, table.match.position.options)
    drawing = state.pop("svg")
    return page(
        request,
        "table.html",
        state=state,
        game=game,
        drawing=drawing,
        boarded=isinstance(game, HasBoardFiles),
        taught=course(game.key) is not None,
        preparation=build_preparation(game.key, viewer.language),
        invitation=invitation,
        suggested_name=suggest_unknown_name(get_service(request), viewer) if waits else None,
        prove=message("solved.link.table"),
        head=head,
    )
