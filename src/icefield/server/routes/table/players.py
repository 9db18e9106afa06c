"""The JSON API for players beside moves: chat, draw offers, resigning, leaving."""

from __future__ import annotations

from ...tables import commands
from ...views.models.table import TableState
from .. import forms
from ..depends import CurrentViewer, Service, TableId
from ..json_router import JsonRouter, problem_responses
from .tables import execute

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))


@router.post("/api/tables/{id}/chat", summary="Say something to the others")
def chat(
    id: TableId, form: forms.ChatRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    return execute(id, commands.Say(form.text), service, viewer)


@router.post("/api/tables/{id}/draw", summary="Offer a draw")
def draw(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return execute(id, commands.OfferDraw(), service, viewer)


@router.post("/api/tables/{id}/answer", summary="Agree to what is asked, or decline it")
def answer(
    id: TableId, form: forms.ConsentAnswer, service: Service, viewer: CurrentViewer
) -> TableState:
    return execute(id, commands.Answer(form.ask, form.yes), service, viewer)


@router.post("/api/tables/{id}/resign", summary="Give up the present game")
def resign(
    id: TableId, form: forms.ResignRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    return execute(id, commands.Resign(form.game), service, viewer)


@router.post("/api/tables/{id}/leave", summary="Leave my seat to a bot")
def leave(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return execute(id, commands.Leave(), service, viewer)


@router.post("/api/tables/{id}/back", summary="Take my seat back from the bot")
def back(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return execute(id, commands.ComeBack(), service, viewer)


@router.post("/api/tables/{id}/replace", summary="Have a bot play for somebody who is away")
def replace(
    id: TableId, form: forms.ReplaceRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    return execute(id, commands.Replace(form.seat), service, viewer)


@router.post("/api/tables/{id}/fill", summary="Have a bot sit down where nobody came")
def fill(
    id: TableId, form: forms.FillRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    return execute(id, commands.Fill(form.seat, form.level), service, viewer)


@router.post("/api/tables/{id}/close", summary="Close my table, as it is not full yet")
def close(id: TableId, service: Service, viewer: CurrentViewer) -> TableState:
    return execute(id, commands.Close(), service, viewer)


@router.post("/api/tables/{id}/name", summary="Choose my name here and from now on")
def choose_name(
    id: TableId, form: forms.NameRequest, service: Service, viewer: CurrentViewer
) -> TableState:
    state = execute(id, commands.ChooseName(form.name), service, viewer)
    service.people.rename(viewer.identity or "", form.name)
    return state
