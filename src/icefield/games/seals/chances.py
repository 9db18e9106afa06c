"""How likely the bears of `seals` still catch both seals against somebody who errs now and then.

With best play the seals win, so in the opening a search has nothing to tell the bears: whatever it
looks at deeply enough is lost, and which of the losses is the hardest to find is not in its tree.
Whole games know. This guess was fitted to some thousands of games of bears against plain UCT
(`benchmarks/seals_chances.py`), position by position to their results.

It is a small network. Each token sees the ice up to three spaces around it and where the other
tokens are; what the seals see and what the bears see is added up, and weighed together with the
features of the plain guess. It is for choosing among the moves of a position, one step ahead: in a
deep search both sides would look for its errors, and the bears won less with it than without.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .board import BOARD
from .evaluate import features
from .kernel import State

EARLY = 35
"""With fewer empty spaces than this a search sees more."""
_SIDE, _REACH = 8, 3


class Weights(NamedTuple):
    """The numbers of the network; kind 0 are the seals, 1 the bears. `width` is how many things a
    token sees, `hidden` how many are made of them."""

    around: np.ndarray  # [kind, row, column, width]: the spaces of the window that are no ice
    others: np.ndarray  # [kind, kind of the other, rows away + 7, columns away + 7, width]
    alone: np.ndarray  # [kind, who moves, width]: what it sees anyway
    seen: np.ndarray  # [seals and bears together, hidden]
    counted: np.ndarray  # [feature of the plain guess, hidden]
    anyway: np.ndarray  # [who moves, hidden]
    out: np.ndarray  # [hidden]: to the logit that the bears win
    base: np.ndarray  # []


@cache
def weights() -> Weights:
    """The weights, read once."""
    with np.load(Path(__file__).parent / "chances.npz") as file:
        return Weights(*(file[name].astype(np.float64) for name in Weights._fields))


def _grid(squares: int) -> np.ndarray:
    """A set of squares as rows and columns of 0 and 1."""
    cells = [squares >> s & 1 for s in range(_SIDE * _SIDE)]
    return np.array(cells, dtype=np.float64).reshape(_SIDE, _SIDE)


def _places(squares: int) -> Sequence[tuple[int, int]]:
    return [divmod(s, _SIDE) for s in range(_SIDE * _SIDE) if squares >> s & 1]


def chance(st: State) -> float:
    """How likely the bears win from here, between 0 and 1. The game is not over."""
    w = weights()
    broken = np.pad(_grid(~BOARD | int(st.discs)), _REACH, constant_values=1.0)
    tokens = _places(int(st.seals)), _places(int(st.bears))
    seen = np.zeros((2, w.alone.shape[-1]))
    for kind, own in enumerate(tokens):
        for row, column in own:
            window = broken[row : row + 2 * _REACH + 1, column : column + 2 * _REACH + 1]
            sees = w.alone[kind, st.mover] + np.tensordot(window, w.around[kind], 2)
            for other, places in enumerate(tokens):
                for r, c in places:
                    if (r, c) != (row, column):
                        sees += w.others[kind, other, r - row + 7, c - column + 7]
            seen[kind] += np.maximum(sees, 0.0)
    hidden = seen.reshape(-1) @ w.seen + np.array(features(st)) @ w.counted + w.anyway[st.mover]
    logit = float(np.maximum(hidden, 0.0) @ w.out + w.base)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))
