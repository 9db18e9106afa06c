"""The JSON interface of what players do at a table beside the moves: chat, draw offers, resigning,
leaving, coming back, bots for empty seats."""

from __future__ import annotations

from ..clock import now
from ..tables import departures
from ..views.models.table import TableState
from . import forms
from .depends import CurrentViewer, Service, TableId
from .json_router import JsonRouter, problem_responses
from .tables import build_state

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))


@router.post("/api/tables/{id}/chat", summary="Say something to the others")
def chat(
    id: TableId, form: forms.ChatRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    service.deal(id, lambda table: table.chat.check(table, viewer.identity, form.text, now()))
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/draw", summary="Offer a draw")
def draw(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    service.deal(id, lambda table: table.asks.check_draw(table, viewer.identity))
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/answer", summary="Agree to what is asked, or decline it")
def answer(
    id: TableId, form: forms.ConsentAnswer, service: Service, viewer: CurrentViewer
) -> TableState:
    service.deal(
        id, lambda table: table.asks.check_answer(table, viewer.identity, form.ask, form.yes)
    )
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/resign", summary="Give up the present game")
def resign(
    id: TableId, form: forms.ResignRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    service.deal(id, lambda table: departures.check_resign(table, viewer.identity, form.game))
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/leave", summary="Leave my seat to a bot")
def leave(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    service.deal(id, lambda table: departures.check_leave(table, viewer.identity))
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/back", summary="Take my seat back from the bot")
def back(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    service.deal(id, lambda table: departures.check_back(table, viewer.identity))
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/replace", summary="Have a bot play for somebody who is away")
def replace(
    id: TableId, form: forms.ReplaceRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    with service.at(id) as table:
        there = form.seat in range(len(table.players))
        owner = table.player_at(form.seat).owner if there else None
    away = service.presence.away(id, owner or "")
    service.deal(
        id, lambda table: departures.check_replace(table, viewer.identity, form.seat, away)
    )
    return build_state(id, service, viewer)


@router.post("/api/tables/{id}/fill", summary="Have a bot sit down where nobody came")
def fill(
    id: TableId, form: forms.FillRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    service.deal(
        id, lambda table: departures.check_fill(table, viewer.identity, form.seat, form.level)
    )
    return build_state(id, service, viewer)
