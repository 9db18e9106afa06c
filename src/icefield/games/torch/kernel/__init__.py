"""The compiled rules of `torch`: functions and constants of the kernel protocol.

In dependency order: `state` (layout of a state, codes of moves), `tiles`, `moves`, `phases`
(ballots, scoring, rounds), `apply`, `evaluate` (move ordering), `observe` (what a seat knows,
planes for learners). Everything here trusts its input; `position.py` validates.
"""

from __future__ import annotations

from .apply import apply
from .evaluate import priority
from .moves import moves, pick
from .observe import action, actions, hide, known, names, planes, resample, shape
from .phases import bar, payoffs, vote
from .state import MAX_MOVES, key, load, rows, save, turn
from .tiles import empty_tiles

__all__ = [
    "MAX_MOVES",
    "action",
    "actions",
    "apply",
    "bar",
    "empty_tiles",
    "hide",
    "key",
    "known",
    "load",
    "moves",
    "names",
    "payoffs",
    "pick",
    "planes",
    "priority",
    "resample",
    "rows",
    "save",
    "shape",
    "turn",
    "vote",
]
