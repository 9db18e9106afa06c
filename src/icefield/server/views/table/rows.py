"""A table on one line: in the lobby, to watch, or among a visitor's own games."""

from __future__ import annotations

from typing import Final

from ....core.message import Message, message
from ....play.endings import FLAGGED
from ...tables.table import OVER, PLAYING, WAITING, Table
from ..dates import say_age
from ..games import list_changed_options, name_clock
from ..models.games import TableRow
from ..models.table import GameResult, TableSeat
from ..viewer import Viewer
from .players import build_seats
from .result import build_result

_FREE: Final = ("open", "invited")


def build_row(table: Table, viewer: Viewer) -> TableRow:
    """A table on one line."""
    seats, stage = build_seats(table, viewer), table.stage
    result = build_result(table, viewer) if stage == OVER else None
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
        "note": _say_what_it_waits_for(table, stage, seats, result).text(viewer.language),
        "result": result,
        "score": _say_score(table, viewer),
        "clock": name_clock(table.opened.clock).text(viewer.language),
        "options": list_changed_options(viewer.language, table.game, table.opened.options),
        "active": say_age(table.at, viewer.language),
    }


def _say_what_it_waits_for(
    table: Table, stage: str, seats: list[TableSeat], result: GameResult | None
) -> Message:
    if stage == WAITING:
        return message("place.row.free", n=sum(seat["kind"] in _FREE for seat in seats))
    if stage == OVER:
        return message("place.row.over") if result is None else _say_result(table, result)
    if table.match.game_over:
        return message("place.row.between")
    deciding = [seat for seat in seats if seat["deciding"]]
    if any(seat["mine"] for seat in deciding):
        return message("place.row.your_move")
    if len(deciding) == 1:
        return message("place.row.their_move", name=deciding[0]["name"])
    return message("place.row.playing")


def _say_result(table: Table, result: GameResult) -> Message:
    """The result in words: "You won 34 : 12", "Lost on time", "Draw"."""
    kind = result["kind"]
    if kind == "ended":
        said: Message | str = result["title"]
    else:
        timed = kind in ("won", "lost") and table.match.ending == FLAGGED
        said = message(f"place.row.result.{kind}{'.time' if timed else ''}")
    if result["points"] is None:
        return message("place.row.result", result=said)
    return message("place.row.result.points", result=said, points=result["points"])


def _say_score(table: Table, viewer: Viewer) -> str | None:
    """The score of a match that goes on, the viewer's points first; None without one."""
    match = table.match
    if table.stage != PLAYING or match.length == 1:
        return None
    own = table.owned(viewer.identity)
    totals = match.sheet.totals
    order = sorted(range(len(totals)), key=lambda player: player not in own)
    points = " : ".join(str(totals[player]) for player in order)
    said = message("place.row.score", game=match.number + 1, games=match.length, points=points)
    return said.text(viewer.language)
