"""The chance that the bears of `seals` still catch both seals when the seals err.

With best play the seals win, so in the opening a search cannot tell the moves of the bears apart:
all that it searches deeply enough are lost, and which of the losses is the hardest to find is not
in its tree. The results of whole games are evidence. This estimate was fitted to some thousands of
games of bears against plain UCT (`benchmarks/seals_chances.py`), position by position to their
results.

It is a small network. The inputs of each token are the ice up to three spaces around it and the
places of the other tokens; those of the seals and those of the bears are added up, and weighed
together with the features of the plain evaluation. It is evaluated for all eight symmetric images
of a position, which mean the same, and averaged: their differences are noise.

It is for choosing among the moves of a position, one step ahead. In a deep search both sides would
look for its errors, and the bears won less with it than without.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from .. import data_folder
from .board import BOARD
from .kernel import State
from .kernel.evaluate import features

EARLY = 37
"""With fewer empty spaces than this a search sees more."""
_SIDE, _REACH = 8, 3
_OFF = _SIDE * _SIDE  # stands for every place beside the square of 8×8


class Weights(NamedTuple):
    """The numbers of the network; kind 0 are the seals, 1 the bears.

    `width` is how many things a token sees, `hidden` how many are made of them.
    """

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
    with np.load(data_folder("seals") / "chances.npz") as file:
        return Weights(*(file[name].astype(np.float64) for name in Weights._fields))


def _images() -> np.ndarray:
    """IMAGES[image, row, column]: which square the image has there, with a margin."""
    squares = np.arange(_OFF).reshape(_SIDE, _SIDE)
    turned = [np.rot90(each, k) for each in (squares, squares.T) for k in range(4)]
    return np.array([np.pad(each, _REACH, constant_values=_OFF) for each in turned])


_IMAGES = _images()
_PLACES = [{int(s): divmod(at, len(each)) for at, s in enumerate(each.flat)} for each in _IMAGES]
"""By image and square: its row and column there."""


def _squares(word: int) -> Sequence[int]:
    return [s for s in range(_OFF) if word >> s & 1]


def chance(st: State) -> float:
    """The probability that the bears win from here, 0 to 1. The game is not over."""
    counted = np.array(features(st))
    broken = np.ones(_OFF + 1)
    broken[_squares(BOARD & ~int(st.discs))] = 0.0
    tokens = _squares(int(st.seals)), _squares(int(st.bears))
    logits = [
        _logit(broken[image], place, tokens, counted, st.mover)
        for image, place in zip(_IMAGES, _PLACES, strict=True)
    ]
    logit = sum(logits) / len(logits)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def _logit(
    broken: np.ndarray,
    place: Mapping[int, tuple[int, int]],
    tokens: tuple[Sequence[int], Sequence[int]],
    counted: np.ndarray,
    mover: int,
) -> float:
    """The network's logit for one image.

    Its input are the spaces that are no ice, where the squares are, the squares of seals and bears,
    the features, and the mover.
    """
    w = weights()
    seen = np.zeros((2, w.alone.shape[-1]))
    for kind, own in enumerate(tokens):
        for s in own:
            row, column = place[s]
            rows = slice(row - _REACH, row + _REACH + 1)
            columns = slice(column - _REACH, column + _REACH + 1)
            sees = w.alone[kind, mover] + np.tensordot(broken[rows, columns], w.around[kind], 2)
            for other, those in enumerate(tokens):
                for o in those:
                    if o != s:
                        down, right = place[o][0] - row, place[o][1] - column
                        sees += w.others[kind, other, down + 7, right + 7]
            seen[kind] += np.maximum(sees, 0.0)
    hidden = seen.reshape(-1) @ w.seen + counted @ w.counted + w.anyway[mover]
    return float(np.maximum(hidden, 0.0) @ w.out + w.base)
