"""The JSON interface of what people do at a table beside the moves: asking, answering, giving up,
leaving, talking."""

from __future__ import annotations

from fastapi import APIRouter

from ..tables import commands
from . import forms
from .tables import At, By, Id, execute, router

company_router = APIRouter(prefix="/api", responses=router.responses)


@company_router.post("/tables/{id}/chat", summary="Say something to the others")
def chat(id: Id, form: forms.Chatted, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Say(form.text), desk, viewer)


@company_router.post("/tables/{id}/draw", summary="Offer a draw")
def draw(id: Id, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.OfferDraw(), desk, viewer)


@company_router.post("/tables/{id}/answer", summary="Agree to what is asked, or decline it")
def answer(id: Id, form: forms.Answered, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Answer(form.ask, form.yes), desk, viewer)


@company_router.post("/tables/{id}/resign", summary="Give up the present game")
def resign(id: Id, form: forms.Resigned, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Resign(form.game), desk, viewer)


@company_router.post("/tables/{id}/leave", summary="Leave my seat to a bot")
def leave(id: Id, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Leave(), desk, viewer)


@company_router.post("/tables/{id}/back", summary="Take my seat back from the bot")
def back(id: Id, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.ComeBack(), desk, viewer)


@company_router.post("/tables/{id}/replace", summary="Have a bot play for somebody who is away")
def replace(id: Id, form: forms.Replaced, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Replace(form.seat), desk, viewer)


@company_router.post("/tables/{id}/fill", summary="Have a bot sit down where nobody came")
def fill(id: Id, form: forms.Filled, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Fill(form.seat, form.level), desk, viewer)
