"""How a game or match ended for a person."""

from __future__ import annotations

from typing import Final

from .table import OVER, Table

WON, LOST, DRAW, ABORTED, ENDED = "won", "lost", "draw", "aborted", "ended"
RESULTS: Final = (WON, LOST, DRAW, ABORTED, ENDED)
"""All results; ENDED is that of viewers, of several own seats, and of those who left."""


def find_end(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The winners and the points, by player, of the match or of its last game."""
    match = table.match
    sheet = match.sheet
    if sheet.complete and match.length > 1:
        return sheet.winners, sheet.totals
    row = sheet.rows[-1]
    assert row.outcome is not None
    return tuple(row.seating[s] for s in row.outcome.winners), row.points or ()


def find_result(table: Table, identity: str | None) -> str:
    """The result of the match, or of its last game, which is over."""
    winners, _ = find_end(table)
    if table.match.aborted:
        return ABORTED
    if not winners or len(winners) == len(table.players):
        return DRAW
    own = table.owned(identity)
    if len(own) == 1:
        return WON if own[0] in winners else LOST
    return ENDED


def list_results(table: Table) -> dict[str, str]:
    """By identity, the results of the people at a table; empty before its end.

    Who gave up or ran out of time, so that a bot played on for good, has lost.
    """
    if table.stage != OVER or len(table.players) == 1:
        return {}
    found = {p.owner: find_result(table, p.owner) for p in table.players if p.owner}
    for player in table.players:
        if player.owner and player.for_good and player.stand_in is not None:
            found[player.owner] = LOST
    return found
