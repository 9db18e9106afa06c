"""The JSON API for players beside moves: chat, draw offers, resigning, leaving."""

from __future__ import annotations

from ...tables import commands
from ...views.models.table import TableState
from .. import forms
from ..depends import CurrentViewer, Service
from ..json_router import JsonRouter, problem_responses
from .tables import Execute

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))


@router.post("/api/tables/{id}/chat", summary="Say something to the others")
def chat(form: forms.ChatRequest, execute: Execute) -> TableState:
    return execute(commands.Say(form.text))


@router.post("/api/tables/{id}/draw", summary="Offer a draw")
def draw(execute: Execute) -> TableState:
    return execute(commands.OfferDraw())


@router.post("/api/tables/{id}/answer", summary="Agree to what is asked, or decline it")
def answer(form: forms.ConsentAnswer, execute: Execute) -> TableState:
    return execute(commands.Answer(form.ask, form.yes))


@router.post("/api/tables/{id}/resign", summary="Give up the present game")
def resign(form: forms.ResignRequest, execute: Execute) -> TableState:
    return execute(commands.Resign(form.game))


@router.post("/api/tables/{id}/leave", summary="Leave my seat to a bot")
def leave(execute: Execute) -> TableState:
    return execute(commands.Leave())


@router.post("/api/tables/{id}/back", summary="Take my seat back from the bot")
def back(execute: Execute) -> TableState:
    return execute(commands.ComeBack())


@router.post("/api/tables/{id}/replace", summary="Have a bot play for a player who is away")
def replace(form: forms.ReplaceRequest, execute: Execute) -> TableState:
    return execute(commands.Replace(form.seat))


@router.post("/api/tables/{id}/fill", summary="Have a bot sit down on an empty seat")
def fill(form: forms.FillRequest, execute: Execute) -> TableState:
    return execute(commands.Fill(form.seat, form.level))


@router.post("/api/tables/{id}/close", summary="Close my table, as it is not full yet")
def close(execute: Execute) -> TableState:
    return execute(commands.Close())


@router.post("/api/tables/{id}/name", summary="Choose my name here and from now on")
def choose_name(
    form: forms.NameRequest, service: Service, viewer: CurrentViewer, execute: Execute
) -> TableState:
    state = execute(commands.ChooseName(form.name))
    service.people.rename(viewer.identity or "", form.name)
    return state
