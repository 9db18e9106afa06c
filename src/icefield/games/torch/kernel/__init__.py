"""The compiled rules of `torch`: the functions and constants of the kernel protocol.

In dependency order: `tables`, `state` (layout of a state, codes of moves), `tiles`, `moves`,
`rounds`, `ballots`, `apply`, `views` (what a seat may know), `evaluate` (move ordering), `observe`
(for learners). Everything here trusts its input; `position.py` validates.
"""

from __future__ import annotations

from .apply import apply
from .ballots import bar, vote
from .evaluate import priority
from .moves import moves, pick
from .observe import action, actions, names, planes, shape
from .rounds import payoffs
from .state import MAX_MOVES, key, load, rows, save, turn
from .tiles import empty_tiles
from .views import hide, known, resample

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
