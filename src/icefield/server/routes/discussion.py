"""The JSON interface of the discussion before a ballot."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from ...core.abilities import Discussed
from ..tables import commands
from ..tables.discussion import names_at
from . import forms
from .tables import At, By, Id, execute, router

talk_router = APIRouter(prefix="/api", responses=router.responses)


@talk_router.post("/tables/{id}/comments", summary="Say something about the board")
def comment(id: Id, form: forms.Spoken, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Comment(form.text, form.seat), desk, viewer)


@talk_router.post("/tables/{id}/comments/check", summary="Which words the rules seem to forbid")
def check(id: Id, form: forms.Spoken, desk: At, viewer: By) -> list[dict[str, Any]]:
    with desk.locked(id) as table:
        game, names = table.game, names_at(table)
    spans = game.forbidden(form.text, names) if isinstance(game, Discussed) else ()
    return [
        {
            "start": span.start,
            "end": span.end,
            "word": form.text[span.start : span.end],
            "reason": span.reason.text(viewer.language),
        }
        for span in spans
    ]


@talk_router.post("/tables/{id}/challenges", summary="Challenge a comment")
def challenge(id: Id, form: forms.Challenged, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Challenge(form.comment, form.seat), desk, viewer)


@talk_router.post("/tables/{id}/judgements", summary="Judge a challenged comment")
def judge(id: Id, form: forms.Judged, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Judge(form.comment, form.guilty, form.seat), desk, viewer)


@talk_router.post("/tables/{id}/ready", summary="I have nothing more to say before the ballot")
def ready(id: Id, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.BeReady(), desk, viewer)
