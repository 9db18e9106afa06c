"""Help while playing: a hint at the next move, and what the others threaten.

It is for whoever plays alone, against bots or in all seats, and never where people play each other
or where a result counts. A hint is thought about from the seat's own view, so it knows no more
than the player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from ...analysis.hints import Hint, find_hint
from ...analysis.wording import line_words
from ...core.errors import NotNow, StaleMove
from ...core.game import Position
from ...core.message import Message, message
from ...play.session import NO_THREATS, find_threats
from ..errors import NotSeated
from ..service.answers import Answers
from ..service.table_service import Desk
from ..tables.permissions import helped
from ..tables.table import Table
from ..views.analysis import threats_json
from ..views.table import Viewer, move_json
from . import forms
from .tables import At, By, Decision, Id

hints_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 422, 503)},
)

_answers: Final[Answers[Hint]] = Answers("hint")


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody who has to decide wants help with."""

    table: str
    decision: int
    seat: int
    view: Position


def question(table: Table, identity: str | None, decision: int) -> Asked:
    """The question about the present decision; raises why it is not answered."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    if not helped(table, identity):
        raise NotNow(message("web.problem.hints-closed"), detail="hints-closed")
    if decision != table.decision(seat):
        raise StaleMove(message("play.stale"))
    view = table.position.view(seat)
    if seat not in view.deciders:
        raise NotNow(message("web.problem.not-your-turn"))
    table.check_going()
    return Asked(table.id, decision, seat, view)


def _asked(id_: str, desk: Desk, viewer: Viewer, decision: int) -> Asked:
    with desk.at(id_) as table:
        return question(table, viewer.identity, decision)


@hints_router.get("/api/tables/{id}/hint", summary="A good move, for whoever plays alone")
async def hint(id: Id, desk: At, viewer: By, decision: Decision) -> forms.State:
    asked = await run_in_threadpool(_asked, id, desk, viewer, decision)
    key = (asked.table, asked.decision, asked.seat)
    found = await _answers.answer(key, lambda: find_hint(asked.view, asked.seat))
    return await run_in_threadpool(hint_json, asked, found, viewer.language)


def hint_json(asked: Asked, found: Hint, language: str) -> dict[str, Any]:
    """A hint in two steps: where to look, and the whole move with what may follow."""
    view, move = asked.view, found.move
    told = move_json(move, language)
    first = move.touches[0] if move.touches else None
    line = "" if view.concealed else line_words(view.play(move, asked.seat), found.value.line[1:])
    follows = message("web.hint.line", line=line).text(language) if line else None
    return {
        "decision": asked.decision,
        **told,
        "first": first,
        "where": message("web.hint.where", place=_place(view, asked.seat, first)).text(language),
        "whole": message("web.hint.whole", name=told["name"]).text(language),
        "follows": follows,
        "worth": found.text.text(language),
    }


def _place(view: Position, seat: int, touch: str | None) -> Message | str:
    """What a touch is called: a space with what stands on it, or a button."""
    scene = view.scene(seat)
    named = {space.id: space.name for space in scene.spaces}
    named |= {control.id: control.name for control in scene.controls}
    return named.get(touch or "", touch or "")


@hints_router.get("/api/tables/{id}/threats", summary="What the others could do to me next")
def threats(id: Id, desk: At, viewer: By, decision: Decision) -> forms.State:
    asked = _asked(id, desk, viewer, decision)
    found = find_threats(asked.view, asked.seat)
    flip = asked.view.game.key in viewer.flips
    listed = threats_json(asked.view, asked.seat, found, viewer.language, flip)
    sentence = None if listed else NO_THREATS.text(viewer.language)
    return {"decision": decision, "threats": listed, "sentence": sentence}
