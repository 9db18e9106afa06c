"""The JSON interface of what people do at a table beside the moves: asking, answering, giving up,
leaving, talking."""

from __future__ import annotations

from fastapi import APIRouter

from ..clock import now
from ..tables import departures
from . import forms
from .tables import At, By, Id, router, state

company_router = APIRouter(prefix="/api", responses=router.responses)


@company_router.post("/tables/{id}/chat", summary="Say something to the others")
def chat(id: Id, form: forms.Chatted, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: table.chat.check(table, viewer.identity, form.text, now()))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/draw", summary="Offer a draw")
def draw(id: Id, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: table.asks.check_draw(table, viewer.identity))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/answer", summary="Agree to what is asked, or decline it")
def answer(id: Id, form: forms.Answered, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: table.asks.check_answer(table, viewer.identity, form.ask, form.yes))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/resign", summary="Give up the present game")
def resign(id: Id, form: forms.Resigned, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: departures.check_resign(table, viewer.identity, form.game))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/leave", summary="Leave my seat to a bot")
def leave(id: Id, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: departures.check_leave(table, viewer.identity))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/back", summary="Take my seat back from the bot")
def back(id: Id, desk: At, viewer: By) -> forms.State:
    desk.deal(id, lambda table: departures.check_back(table, viewer.identity))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/replace", summary="Have a bot play for somebody who is away")
def replace(id: Id, form: forms.Replaced, desk: At, viewer: By) -> forms.State:
    with desk.at(id) as table:
        there = form.seat in range(len(table.players))
        owner = table.player_at(form.seat).owner if there else None
    away = desk.presence.away(id, owner or "")
    desk.deal(id, lambda table: departures.check_replace(table, viewer.identity, form.seat, away))
    return state(id, desk, viewer)


@company_router.post("/tables/{id}/fill", summary="Have a bot sit down where nobody came")
def fill(id: Id, form: forms.Filled, desk: At, viewer: By) -> forms.State:
    desk.deal(
        id, lambda table: departures.check_fill(table, viewer.identity, form.seat, form.level)
    )
    return state(id, desk, viewer)
