"""A hint for the next move, for a player alone against bots or in all seats.

The search starts from the seat's own view, so it knows no more than the player does.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....analysis.hints import Hint as FoundHint
from ....analysis.wording import line_words
from ....core.errors import NotNow, StaleMove
from ....core.game import Position
from ....core.message import Message, message
from ....play.session import NO_THREATS, find_threats
from ...errors import NotSeated
from ...tables.permissions import helped
from ...tables.table import Table
from ..analysis import build_threats
from ..board import build_move
from ..models.table import Hint, TableThreats


@dataclass(frozen=True, slots=True)
class HelpRequest:
    """A decision that a player wants help with; `view` is what the seat may know."""

    table: str
    decision: int
    seat: int
    view: Position


def check_help(table: Table, identity: str | None, decision: int) -> HelpRequest:
    """The present decision; raises the refusal of help with it."""
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
    return HelpRequest(table.id, decision, seat, view)


def build_hint(request: HelpRequest, found: FoundHint, language: str) -> Hint:
    """A hint in two steps: where to look, and the whole move with its continuation."""
    view, move = request.view, found.move
    choice = build_move(move, language)
    first = move.touches[0] if move.touches else None
    line = "" if view.concealed else line_words(view.play(move, request.seat), found.value.line[1:])
    follows = message("web.hint.line", line=line).text(language) if line else None
    place = _name_touch(view, request.seat, first)
    return {
        "decision": request.decision,
        **choice,
        "first": first,
        "where": message("web.hint.where", place=place).text(language),
        "whole": message("web.hint.whole", name=choice["name"]).text(language),
        "follows": follows,
        "worth": found.text.text(language),
    }


def _name_touch(view: Position, seat: int, touch: str | None) -> Message | str:
    """The name of a touch: a space with its pieces, or a button."""
    scene = view.scene(seat)
    named = {space.id: space.name for space in scene.spaces}
    named |= {control.id: control.name for control in scene.controls}
    return named.get(touch or "", touch or "")


def build_table_threats(request: HelpRequest, language: str, flip: bool) -> TableThreats:
    """The threats of the others; raises NotNow for a game without threats."""
    found = find_threats(request.view, request.seat)
    listed = build_threats(request.view, request.seat, found, language, flip)
    none = None if listed else NO_THREATS.text(language)
    return {"decision": request.decision, "threats": listed, "sentence": none}
