"""The compiled rules of `seals`: its functions of the kernel protocol.

They trust their input; `position.py` checks. In dependency order: `tables`, `state`, `moves`,
`apply`; `weights` and `evaluate` (bounds and an evaluation), `proof` (for proof search), `observe`
(observations of learners). `endgame` and `strategy_walk` check strategy files and use nothing but
the rules.
"""

from __future__ import annotations

from .apply import apply, isolated, make, settle
from .evaluate import bounds, evaluate, priority
from .moves import moves, pick
from .observe import action, actions, names, planes, shape
from .proof import identity, stakes, verdict
from .state import (
    ALL_CAPTURED,
    BOTH_PASSED,
    GOING_ON,
    ISOLATED,
    MAX_MOVES,
    PASS,
    WIN,
    State,
    empty_spaces,
    key,
    load,
    payoffs,
    rows,
    save,
    scores,
    turn,
    typed,
    utility,
)

__all__ = [
    "ALL_CAPTURED",
    "BOTH_PASSED",
    "GOING_ON",
    "ISOLATED",
    "MAX_MOVES",
    "PASS",
    "WIN",
    "State",
    "action",
    "actions",
    "apply",
    "bounds",
    "empty_spaces",
    "evaluate",
    "identity",
    "isolated",
    "key",
    "load",
    "make",
    "moves",
    "names",
    "payoffs",
    "pick",
    "planes",
    "priority",
    "rows",
    "save",
    "scores",
    "settle",
    "shape",
    "stakes",
    "turn",
    "typed",
    "utility",
    "verdict",
]
