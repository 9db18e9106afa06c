"""The score sheet of a match and the sentence that tells who won it."""

from __future__ import annotations

from ....play.session import score_sheet, series_result
from ...tables.table import Table
from ..models.table import ScoreSheet, ScoreSheetRow
from ..viewer import Viewer
from .players import call_player


def build_score_sheet(table: Table, viewer: Viewer) -> ScoreSheet:
    """The games of the match so far, by player."""
    language = viewer.language
    sheet = table.match.sheet
    rows: list[ScoreSheetRow] = [
        {
            "number": game.number + 1,
            "roles": [score.seat_name.text(language) for score in game.players],
            "points": game.points,
            "rule": game.rule,
        }
        for game in score_sheet(table.match)
    ]
    names = [call_player(table, player, viewer) for player in range(len(table.players))]
    you = frozenset(p for p, name in enumerate(names) if name.id == "web.player.you")
    result = series_result(table.match, names.__getitem__, you)
    return {
        "players": [name.text(language) for name in names],
        "rows": rows,
        "totals": list(sheet.totals),
        "length": table.match.length,
        "complete": sheet.complete,
        "winners": list(sheet.winners),
        "sentence": None if result is None else result.text(language),
    }
