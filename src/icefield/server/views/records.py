"""A match as text and as positions, without what is secret from the viewer."""

from __future__ import annotations

from ...core.abilities import Exported
from ...core.game import Position
from ...play import Record, write_records
from ..errors import BadRequest, NoSuchPly
from ..tables.table import Table
from .viewer import Viewer


def plies_of(table: Table, game: int) -> list[Position]:
    """Every position of a game of the match, counted from 1; raises NoSuchPly."""
    if not 1 <= game <= len(table.boards):
        raise NoSuchPly()
    return table.plies(game - 1)


def view_plies(
    table: Table, viewer: Viewer, game: int | None = None
) -> tuple[int | None, list[Position]]:
    """The viewer's seat, and its view of every position of a game.

    The default is the present game.
    """
    seat = table.eyes(viewer.identity)
    plies = plies_of(table, len(table.boards) if game is None else game)
    return seat, [position.view(seat) for position in plies]


def write_record(table: Table, viewer: Viewer) -> str:
    """The record file of the match, up to the viewer's last open position.

    That is the last position that hides nothing from the viewer.
    """
    records, position = list(table.match.records()), _find_last_open(table, viewer)
    if position is None:
        records.pop()
    elif position is not table.position:
        players = tuple(records[-1].tags[f"Seat{i + 1}"] for i in range(position.seats))
        pairs = table.match.length > 1
        number = table.match.number + 1 if pairs else None
        records[-1] = Record.of(position, players=players, game_number=number)
    return write_records(records)


def write_export(table: Table, viewer: Viewer, name: str) -> str:
    """The match in a format of other programs, up to the last open position.

    Raises BadRequest for an unknown format.
    """
    formats = table.game.exports if isinstance(table.game, Exported) else {}
    if name not in formats:
        known = ", ".join(("text", *sorted(formats)))
        raise BadRequest("no-such-format", formats=known)
    position = _find_last_open(table, viewer)
    games = [*table.boards[:-1], *(() if position is None else (position,))]
    return "\n".join(formats[name](game) for game in games)


def _find_last_open(table: Table, viewer: Viewer) -> Position | None:
    """The last position of the present game that hides nothing from the viewer."""
    seat = table.eyes(viewer.identity)
    position: Position | None = table.position
    while position is not None and position.view(seat).concealed:
        position = position.before
    return position
