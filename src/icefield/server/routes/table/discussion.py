"""The JSON API of the discussion before a ballot."""

from __future__ import annotations

from ....core.abilities import Discussed
from ...tables import commands
from ...tables.discussion import names_at
from ...views.models.table import ForbiddenWords, TableState
from .. import forms
from ..depends import CurrentViewer, Service, TableId
from ..json_router import JsonRouter, problem_responses
from .tables import Execute

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))


@router.post("/api/tables/{id}/comments", summary="Say something about the board")
def comment(form: forms.CommentRequest, execute: Execute) -> TableState:
    return execute(commands.Comment(form.text, form.seat))


@router.post("/api/tables/{id}/comments/check", summary="Which words the rules seem to forbid")
def check(
    id: TableId, form: forms.CommentRequest, service: Service, viewer: CurrentViewer
) -> list[ForbiddenWords]:
    with service.locked(id) as table:
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


@router.post("/api/tables/{id}/challenges", summary="Challenge a comment")
def challenge(form: forms.ChallengeRequest, execute: Execute) -> TableState:
    return execute(commands.Challenge(form.comment, form.seat))


@router.post("/api/tables/{id}/judgements", summary="Judge a challenged comment")
def judge(form: forms.JudgementRequest, execute: Execute) -> TableState:
    return execute(commands.Judge(form.comment, form.guilty, form.seat))


@router.post("/api/tables/{id}/ready", summary="I have nothing more to say before the ballot")
def ready(execute: Execute) -> TableState:
    return execute(commands.BeReady())
