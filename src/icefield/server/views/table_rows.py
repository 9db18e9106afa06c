"""A table on one line: in the lobby, among those to watch, among one's own games."""

from __future__ import annotations

from typing import Any, Final

from ...core.message import Message, message
from ..tables.table import OVER, WAITING, Table
from .choices import changed, clock_name
from .dates import ago
from .table import Viewer, seats_json

_FREE: Final = ("open", "invited")


def row_json(table: Table, viewer: Viewer) -> dict[str, Any]:
    """What a list tells of a table."""
    seats, stage = seats_json(table, viewer), table.stage
    said = _note(table, stage, seats)
    return {
        "id": table.id,
        "number": table.number,
        "link": f"/tables/{table.id}",
        "picture": f"/pictures/tables/{table.id}",
        "game": {"key": table.game.key, "title": table.game.title},
        "stage": stage,
        "seats": seats,
        "mine": any(seat["mine"] for seat in seats),
        "deciding": any(seat["mine"] and seat["deciding"] for seat in seats),
        "note": said.text(viewer.language),
        "clock": clock_name(table.opened.clock).text(viewer.language),
        "options": changed(viewer.language, table.game, table.opened.options),
        "active": ago(table.at, viewer.language),
    }


def _note(table: Table, stage: str, seats: list[dict[str, Any]]) -> Message:
    """What everybody is waiting for."""
    if stage == WAITING:
        return message("place.row.free", n=sum(seat["kind"] in _FREE for seat in seats))
    if stage == OVER or table.match.game_over:
        return message("place.row.over" if stage == OVER else "place.row.between")
    deciding = [seat for seat in seats if seat["deciding"]]
    if any(seat["mine"] for seat in deciding):
        return message("place.row.your_move")
    if len(deciding) == 1:
        return message("place.row.their_move", name=deciding[0]["name"])
    return message("place.row.playing")
