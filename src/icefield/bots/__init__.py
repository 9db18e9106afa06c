"""Opponents: named levels, each a search with limits and a way of choosing.

In dependency order: `levels`, `own_turn` (wins within a turn), `proven_play` (where the winner is
known), `swindle` (where all is lost), `bot`, and `arena` (matches between them).
"""

from .bot import Bot, bot
from .levels import Level, levels

__all__ = ["Bot", "Level", "bot", "levels"]
