"""The score sheet of a match and the sentence that says who won it."""

from __future__ import annotations

from ...play.session import score_sheet, series_result
from ..tables.table import Table
from .models.table import ScoreSheet, ScoreSheetRow
from .players import call_player
from .viewer import Viewer


def build_score_sheet(table: Table, viewer: Viewer) -> ScoreSheet:
    """The games of the match so far, by player."""
    language = viewer.language
    rows: list[ScoreSheetRow] = []
    for game in score_sheet(table.match):
        points = [score.points for score in game.players if score.points is not None]
        rows.append(
            {
                "number": game.number + 1,
                "roles": [score.seat_name.text(language) for score in game.players],
                "points": points if len(points) == len(game.players) else None,
                "rule": game.rule,
            }
        )
    names = [call_player(table, player, viewer) for player in range(len(table.players))]
    you = frozenset(p for p, name in enumerate(names) if name.id == "web.player.you")
    result = series_result(table.match, names.__getitem__, you)
    sheet = table.match.sheet
    return {
        "players": [name.text(language) for name in names],
        "rows": rows,
        "totals": list(sheet.totals),
        "length": table.match.length,
        "complete": sheet.complete,
        "winners": list(sheet.winners),
        "sentence": None if result is None else result.text(language),
    }
