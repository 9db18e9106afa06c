"""Opponents: named levels, each a search with limits and a way of choosing.

In dependency order: `levels`, `proven_play` (where the winner is known), `swindle` (where all is
lost), `bot`, and `arena`, in which they meet.
"""

from .bot import Bot, bot
from .levels import Level, levels

__all__ = ["Bot", "Level", "bot", "levels"]
