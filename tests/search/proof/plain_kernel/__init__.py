"""The rules of `seals` without what its kernel adds for proofs, such as `verdict`."""

from __future__ import annotations

from icefield.games.seals.kernel import (
    MAX_MOVES,
    apply,
    key,
    load,
    moves,
    payoffs,
    rows,
    save,
    turn,
    utility,
)

__all__ = [
    "MAX_MOVES",
    "apply",
    "key",
    "load",
    "moves",
    "payoffs",
    "rows",
    "save",
    "turn",
    "utility",
]
