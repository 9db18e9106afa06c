"""A table on one line: in the lobby, among those to watch, among a visitor's own games."""

from __future__ import annotations

from typing import Final

from ....core.message import Message, message
from ...tables.table import OVER, WAITING, Table
from ..dates import say_age
from ..games import list_changed_options, name_clock
from ..models.games import TableRow
from ..models.table import TableSeat
from ..viewer import Viewer
from .players import build_seats

_FREE: Final = ("open", "invited")


def build_row(table: Table, viewer: Viewer) -> TableRow:
    """A table on one line."""
    seats, stage = build_seats(table, viewer), table.stage
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
        "note": _say_what_it_waits_for(table, stage, seats).text(viewer.language),
        "clock": name_clock(table.opened.clock).text(viewer.language),
        "options": list_changed_options(viewer.language, table.game, table.opened.options),
        "active": say_age(table.at, viewer.language),
    }


def _say_what_it_waits_for(table: Table, stage: str, seats: list[TableSeat]) -> Message:
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
