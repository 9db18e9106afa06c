"""Searches, each written once against the tag type and compiled for each game.

In dependency order: `api` (limits and reports), `verdict`, `deadline`, `transposition`,
`alphabeta`, `multipv`, `mcts`, `proof` and `exact`, `knowledge` (values by tablebases and proofs),
`registry` (all searches by name) and `signature`.
"""

from .api import Limits, Listener, Rated, Report, Stop

__all__ = ["Limits", "Listener", "Rated", "Report", "Stop"]
