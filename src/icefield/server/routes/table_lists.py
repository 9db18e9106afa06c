"""Lists of tables: for the lobby, the tables to watch, and a person's own games."""

from __future__ import annotations

from typing import Any, Final

from ..service.table_service import TableService
from ..tables.table import OVER, PLAYING, WAITING
from ..views.table import Viewer
from ..views.table_rows import row_json

MAX_ROWS: Final = 60
"""How many tables a list shows."""


def own_games(
    service: TableService, viewer: Viewer, *, over: bool, most: int = MAX_ROWS
) -> list[dict[str, Any]]:
    """The last games of a person, those first in which they are to move."""
    ids = service.store.sat_at(viewer.identity or "", most, over=over)
    rows = service.render_all(ids, lambda table: row_json(table, viewer))
    games = [row for row in rows if over or row["stage"] != OVER]
    return sorted(games, key=lambda row: (row["stage"] == OVER, not row["deciding"]))


def open_seats(service: TableService, viewer: Viewer) -> list[dict[str, Any]]:
    """The listed tables with a free seat."""
    ids = service.store.listing(WAITING, MAX_ROWS)
    rows = service.render_all(ids, lambda table: row_json(table, viewer))
    return [row for row in rows if any(seat["kind"] == "open" for seat in row["seats"])]


def going_on(service: TableService, viewer: Viewer) -> list[dict[str, Any]]:
    """The listed tables at which a game is being played."""
    ids = service.store.listing(PLAYING, MAX_ROWS)
    rows = service.render_all(ids, lambda table: row_json(table, viewer))
    return [row for row in rows if row["stage"] == PLAYING]
