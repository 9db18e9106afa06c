"""Searches, each written once against the tag type and compiled per game."""

from .api import Limits, Listener, Rated, Report, Stop

__all__ = ["Limits", "Listener", "Rated", "Report", "Stop"]
