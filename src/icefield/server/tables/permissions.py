"""Permissions to analyse a table, and to have help while playing."""

from __future__ import annotations

from ...core.mistakes import HasThreats
from .table import Table


def free(table: Table, identity: str | None) -> bool:
    """Whether an identity may analyse this table: alone, or after the match.

    Alone is in all its seats.
    """
    alone = identity is not None and all(p.owner == identity for p in table.players)
    return alone or table.match.over


def reviewable(table: Table, identity: str | None) -> bool:
    """Whether an identity may open the game at this table on the analysis page.

    The game must be over, and they may analyse it.
    """
    return table.started and table.match.game_over and free(table, identity)


def helped(table: Table, identity: str | None) -> bool:
    """Whether this player may have hints.

    All others must be bots, none of which keeps the seat of a person who may return, and the table
    is not rated. Solitaire has hints of another kind.
    """
    own = table.owned(identity)
    alone = all(p.owner == identity or (p.is_bot and not p.may_return) for p in table.players)
    return bool(own) and alone and not table.opened.rated and len(table.players) > 1


def watched(table: Table, identity: str | None) -> bool:
    """Whether this player may have threats shown."""
    return helped(table, identity) and isinstance(table.game, HasThreats)
