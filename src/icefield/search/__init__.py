"""Searches, each written once against the tag type and compiled per game.

In dependency order: `api` (limits and reports), `verdict`, `deadline`, `transposition`,
`alphabeta`, `multipv`, `mcts`, `proof` and `exact`, `knowledge` (what tables and proofs know),
`registry` (all searches by name) and `signature`.
"""

from .api import Limits, Listener, Rated, Report, Stop

__all__ = ["Limits", "Listener", "Rated", "Report", "Stop"]
