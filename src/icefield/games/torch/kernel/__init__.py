"""The compiled rules of `torch`: the functions and constants of the kernel protocol.

In dependency order: `state` (layout of a state, codes of moves), `moves`, `apply`, `evaluate`,
`observe`. Everything here trusts its input; `position.py` validates.
"""

from __future__ import annotations

from .apply import (
    apply,
    bar,
    empty_tiles,
    hide,
    key,
    known,
    load,
    payoffs,
    pick,
    resample,
    rows,
    save,
    scores,
    turn,
    vote,
)
from .evaluate import priority
from .moves import moves
from .observe import action, actions, names, planes, shape
from .state import MAX_MOVES

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
    "scores",
    "shape",
    "turn",
    "vote",
]
