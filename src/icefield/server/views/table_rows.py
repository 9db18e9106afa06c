"""A table on one line: in the lobby, among those to watch, among one's own games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ...core.message import Message, message
from ..errors import NoSuchTable, OtherVersion
from ..service.table_service import Desk
from ..storage.table_index import OVER, PLAYING, WAITING, stage_of
from ..tables.table import Table
from .dates import ago
from .games import changed, clock_name
from .table import Viewer, seats_json

MOST: Final = 60
"""How many tables a list shows."""
_FREE: Final = ("open", "invited")


def row_json(table: Table, viewer: Viewer) -> dict[str, Any]:
    """What a list tells of a table."""
    seats, stage = seats_json(table, viewer), stage_of(table)
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
        "clock": clock_name(table.opened.get("clock")).text(viewer.language),
        "options": changed(viewer.language, table.game, table.opened["options"]),
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


def rows(desk: Desk, ids: Iterable[str], viewer: Viewer) -> list[dict[str, Any]]:
    """The rows of tables; those that cannot be read any more are left out."""
    found = []
    for id_ in ids:
        try:
            with desk.at(id_) as table:
                found.append(row_json(table, viewer))
        except (OtherVersion, NoSuchTable):
            continue
    return found


def own_games(desk: Desk, viewer: Viewer, *, over: bool, most: int = MOST) -> list[dict[str, Any]]:
    """The last games of somebody, those first in which they are to move."""
    ids = desk.store.sat_at(viewer.identity or "", most, over=over)
    games = [row for row in rows(desk, ids, viewer) if over or row["stage"] != OVER]
    return sorted(games, key=lambda row: (row["stage"] == OVER, not row["deciding"]))


def open_seats(desk: Desk, viewer: Viewer) -> list[dict[str, Any]]:
    """The listed tables with a free seat."""
    listed = rows(desk, desk.store.listing(WAITING, MOST), viewer)
    return [row for row in listed if any(seat["kind"] == "open" for seat in row["seats"])]


def going_on(desk: Desk, viewer: Viewer) -> list[dict[str, Any]]:
    """The listed tables at which something is played."""
    listed = rows(desk, desk.store.listing(PLAYING, MOST), viewer)
    return [row for row in listed if row["stage"] == PLAYING]
