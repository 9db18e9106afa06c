"""The score sheet of a match and the sentence that tells who won it."""

from __future__ import annotations

from ...core.message import Message, message
from ..tables.table import Table
from .models.table import ScoreSheet, ScoreSheetRow
from .players import call_player, name_player
from .viewer import Viewer


def build_score_sheet(table: Table, viewer: Viewer) -> ScoreSheet:
    """The games of the match so far, by player."""
    language = viewer.language
    sheet = table.match.sheet
    rows: list[ScoreSheetRow] = []
    for row in sheet.rows:
        roles = {player: table.position.seat_name(s) for s, player in enumerate(row.seating)}
        rows.append(
            {
                "number": row.number + 1,
                "roles": [roles[p].text(language) for p in range(len(table.players))],
                "points": None if row.points is None else list(row.points),
                "rule": None if row.outcome is None else row.outcome.rule or None,
            }
        )
    result = _say_result(table, viewer)
    return {
        "players": [name_player(table, p, viewer) for p in range(len(table.players))],
        "rows": rows,
        "totals": list(sheet.totals),
        "length": table.match.length,
        "complete": sheet.complete,
        "winners": list(sheet.winners),
        "sentence": None if result is None else result.text(language),
    }


def _say_result(table: Table, viewer: Viewer) -> Message | None:
    """How a match of several games ended; None before, and for a single game."""
    sheet = table.match.sheet
    if not sheet.complete or table.match.length == 1:
        return None
    totals = " : ".join(str(total) for total in sheet.totals)
    if len(sheet.winners) != 1:
        return message("web.match.tie", totals=totals)
    winner = call_player(table, sheet.winners[0], viewer)
    if winner.id == "web.player.you":
        return message("web.match.you_won", totals=totals)
    return message("web.match.won", name=winner, totals=totals)
