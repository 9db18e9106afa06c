"""Who may be told more at a table than what everybody sees: studying it, and help while playing."""

from __future__ import annotations

from ...core.mistakes import HasThreats
from .table import Table


def free(table: Table, identity: str | None) -> bool:
    """Whether somebody may study this table: alone in all seats, or after the match."""
    alone = identity is not None and all(p.owner == identity for p in table.players)
    return alone or table.match.over


def reviewable(table: Table, identity: str | None) -> bool:
    """Whether the game at this table may be opened on the analysis page: it is over, and whoever
    asks may study it."""
    return table.started and table.match.game_over and free(table, identity)


def helped(table: Table, identity: str | None) -> bool:
    """Whether this player may have hints: everybody else is a bot, and not one that keeps the seat
    of somebody who may come back, and nothing is at stake. Whoever practises alone has hints of
    another kind."""
    own = table.owned(identity)
    alone = all(p.owner == identity or (p.is_bot and not p.may_return) for p in table.players)
    rated = bool(table.opened.get("rated", False))
    return bool(own) and alone and not rated and len(table.players) > 1


def watched(table: Table, identity: str | None) -> bool:
    """Whether this player may have threats shown."""
    return helped(table, identity) and isinstance(table.game, HasThreats)
