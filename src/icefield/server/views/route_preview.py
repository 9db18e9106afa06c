"""What lies ahead of a decision: whole movements with their price, and what a single move would do.
Only whoever has to decide is told."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ...core.abilities import Routed
from ...core.errors import NotNow, StaleMove
from ...core.game import Position
from ...core.message import message
from ...render.svg import overlay
from ..errors import NotSeated
from ..tables.table import Table

_KEPT: Final = 1000  # answers


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the seat that has to decide."""

    table: str
    decision: int
    seat: int
    position: Position


def question(table: Table, identity: str | None, decision: int) -> Asked:
    """The question about the present decision; raises why it is not answered."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    if decision != table.decision(seat):
        raise StaleMove(message("play.stale"))
    view = table.position.view(table.eyes(identity))
    if seat not in view.deciders:
        raise NotNow(message("web.problem.not-your-turn"))
    table.check_going()
    if not isinstance(view, Routed):
        said = message("web.problem.no-routes", game=table.game.title)
        raise NotNow(said, detail="no-routes")
    return Asked(table.id, decision, seat, view)


class _Answers:
    """Answers that were given, the oldest forgotten first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, dict[str, Any]] = OrderedDict()

    def find(self, key: object, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made


_answers: Final = _Answers()


def routes_json(
    view: Position, seat: int | None, language: str, flip: bool = False
) -> list[dict[str, Any]] | None:
    """Where whole movements of the deciding seat can end, each with its moves, its price and its
    drawing; None for games without such movements."""
    if not isinstance(view, Routed):
        return None
    scene = view.scene(seat)
    return [
        {
            "start": route.start,
            "end": route.end,
            "moves": list(route.moves),
            "label": route.label.text(language),
            "marks": overlay(scene, route.marks, flip=flip),
        }
        for route in view.routes()
    ]


def preview_json(asked: Asked, move: str, language: str, flip: bool = False) -> dict[str, Any]:
    """What a legal move would do, in words and as a drawing; raises as `play` does."""

    def make() -> dict[str, Any]:
        position = asked.position
        assert isinstance(position, Routed)
        found = position.preview(move)
        return {
            "decision": asked.decision,
            "move": move,
            "text": found.text.text(language),
            "marks": overlay(asked.position.scene(asked.seat), found.marks, flip=flip),
        }

    return _answers.find((asked.table, asked.decision, asked.seat, move, language, flip), make)
