"""How a game or match ended for the viewer: won, lost, drawn or called off."""

from __future__ import annotations

from typing import Final, cast

from ....core.abilities import ExplainsScore
from ....core.message import Message, message
from ...tables.results import find_end, find_result
from ...tables.table import Table
from ..models.table import GameResult, ResultKind
from ..viewer import Viewer

_POINTS_FROM: Final = 2
"""The least points that are shown; a game that only knows 1 and 0 has none."""
_TWO: Final = 2


def build_result(table: Table, viewer: Viewer) -> GameResult | None:
    """The result of the match or of its last game; None before the end."""
    match = table.match
    if not match.game_over or len(table.players) == 1:
        return None
    winners, points = find_end(table)
    own = table.owned(viewer.identity)
    kind = cast(ResultKind, find_result(table, viewer.identity))
    return {
        "kind": kind,
        "title": _build_title(table, kind, winners).text(viewer.language),
        "points": _build_points(own, points, kind),
        "details": _build_details(table, viewer.language),
    }


def _build_title(table: Table, kind: ResultKind, winners: tuple[int, ...]) -> Message:
    series = ".match" if table.match.over and table.match.length > 1 else ""
    if kind == "ended":
        names = [table.name_of(i) for i in sorted(winners)]
        if len(names) == 1:
            return message(f"web.result.wins{series}", name=names[0])
        if len(names) == _TWO:
            return message("web.result.share", one=names[0], other=names[1])
        return message("web.result.several")
    if kind in ("draw", "aborted"):
        return message(f"web.result.{kind}")
    shared = ".shared" if kind == "won" and len(winners) > 1 else series
    return message(f"web.result.{kind}{shared}")


def _build_details(table: Table, language: str) -> list[str]:
    """How the points of the last game came about, where the game can tell."""
    position = table.position
    if position.outcome is None or not isinstance(position, ExplainsScore):
        return []
    return [part.text(language) for part in position.score_parts()]


def _build_points(own: tuple[int, ...], points: tuple[int, ...], kind: ResultKind) -> str | None:
    """The points, the viewer's first; None where there are none to tell."""
    if kind == "aborted" or max(points, default=0) < _POINTS_FROM:
        return None
    order = sorted(range(len(points)), key=lambda player: player not in own)
    return " : ".join(str(points[player]) for player in order)
