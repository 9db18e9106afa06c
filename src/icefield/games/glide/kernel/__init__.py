"""The compiled rules of `glide`: its functions of the kernel protocol.

They trust their input; `position.py` checks. In dependency order: `tables`, `state`, `moves`,
`apply`; `index` (positions as numbers, for the tablebase), `observe` (observations of learners).
There is no `evaluate`: searches look for a forced win, and the tablebase of small boards is better
than any estimate. `solitaire` is the breadth-first search for the shortest solution (G11).
"""

from __future__ import annotations

from .apply import apply, make, repeated, settle, won
from .index import rank, unrank
from .moves import landing, moves, pick, ways
from .observe import action, actions, names, planes, shape
from .state import (
    GOAL_REACHED,
    GOING_ON,
    LAST_LEFT,
    LONGEST,
    MAX_MOVES,
    NOBODY,
    REPEATED,
    TOO_LONG,
    WIN,
    State,
    key,
    load,
    payoffs,
    rows,
    save,
    square_of,
    turn,
    typed,
    utility,
)

__all__ = [
    "GOAL_REACHED",
    "GOING_ON",
    "LAST_LEFT",
    "LONGEST",
    "MAX_MOVES",
    "NOBODY",
    "REPEATED",
    "TOO_LONG",
    "WIN",
    "State",
    "action",
    "actions",
    "apply",
    "key",
    "landing",
    "load",
    "make",
    "moves",
    "names",
    "payoffs",
    "pick",
    "planes",
    "rank",
    "repeated",
    "rows",
    "save",
    "settle",
    "shape",
    "square_of",
    "turn",
    "typed",
    "unrank",
    "utility",
    "ways",
    "won",
]
