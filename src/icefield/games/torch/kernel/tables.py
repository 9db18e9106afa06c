"""The tables of `board` as arrays, for compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np

from .. import board

WEIGHTS: Final = np.array(board.WEIGHTS, dtype=np.int64)
"""What a pyramid weighs, by letter (T4)."""
POINTS: Final = np.array(board.POINTS, dtype=np.int64)
"""What a pyramid scores, by letter (T5)."""
STEP: Final = np.array(board.STEP, dtype=np.int64)
"""STEP[space, direction]: the neighbour, or −1. Even directions are orthogonal."""
JUMP: Final = np.array(board.JUMP, dtype=np.int64)
"""JUMP[space, direction]: the space two away, or −1."""
