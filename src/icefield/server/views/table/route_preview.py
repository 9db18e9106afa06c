"""Previews of a decision: whole movements with their cost, and single moves.

Only the player who has to decide may see them.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from ....core.abilities import Routed
from ....core.errors import NotNow, StaleMove
from ....core.game import Position
from ....core.message import message
from ....core.scene import Scene
from ....render.svg import overlay
from ...errors import NotSeated
from ...tables.table import Table
from ..models.table import MovePreview, Route

_MAX_PREVIEWS: Final = 1000


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's decision; `position` is what the seat may know."""

    table: str
    number: int
    seat: int
    position: Position


def find_decision(table: Table, identity: str | None, number: int) -> Decision:
    """The present decision of the viewer; raises the refusal of a preview."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    if number != table.decision(seat):
        raise StaleMove(message("play.stale"))
    view = table.position.view(table.eyes(identity))
    if seat not in view.deciders:
        raise NotNow(message("web.problem.not-your-turn"))
    table.check_going()
    if not isinstance(view, Routed):
        sentence = message("web.problem.no-routes", game=table.game.title)
        raise NotNow(sentence, detail="no-routes")
    return Decision(table.id, number, seat, view)


def build_routes(
    view: Position, scene: Scene, language: str, flip: bool = False
) -> list[Route] | None:
    """The ends of movements of the deciding seat, with moves, cost and drawing.

    None for games without such movements.
    """
    if not isinstance(view, Routed):
        return None
    return [
        {
            "start": route.start,
            "end": route.end,
            "moves": list(route.moves),
            "label": route.label.text(language),
            "marks": overlay(scene, route.marks, flip=flip),
            "paid": route.paid,
        }
        for route in view.routes()
    ]


_previews: Final[LRUCache[object, MovePreview]] = LRUCache(_MAX_PREVIEWS)
_lock: Final = threading.Lock()


def build_preview(decision: Decision, move: str, language: str, flip: bool = False) -> MovePreview:
    """The effect of a legal move, in words and as a drawing; raises as `play` does.

    A client requests the same one repeatedly while the pointer moves.
    """
    key = decision.table, decision.number, decision.seat, move, language, flip
    with _lock:
        known = _previews.get(key)
    if known is None:
        known = _preview_move(decision, move, language, flip)
        with _lock:
            _previews[key] = known
    return known


def _preview_move(decision: Decision, move: str, language: str, flip: bool) -> MovePreview:
    position = decision.position
    assert isinstance(position, Routed)
    found = position.preview(move)
    return {
        "decision": decision.number,
        "move": move,
        "text": found.text.text(language),
        "marks": overlay(decision.position.scene(decision.seat), found.marks, flip=flip),
    }
