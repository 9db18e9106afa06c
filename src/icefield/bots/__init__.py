"""Opponents: named levels, each a search with limits and a way of choosing."""

from .bot import Bot, bot
from .levels import Level, levels

__all__ = ["Bot", "Level", "bot", "levels"]
