"""Perft: the number of move sequences of a given length, to test move generators.

Leaves are counted at the full depth only, a finished game has none below it, each distinct chance
move is one branch and one ply; odds and repetition do not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import jit
from ..core.game import Position
from ..core.jit import bind, compiled


@compiled
def _perft(tag: Any, st: Any, depth: int, buffer: np.ndarray) -> int:
    """Depth-first with an explicit stack; the last ply is counted, not played."""
    stack = jit.rows(tag, depth + 1)
    counts = np.zeros(depth + 1, dtype=np.int64)
    nexts = np.zeros(depth + 1, dtype=np.int64)
    leaves = 0
    level = 0
    jit.save(tag, st, stack[0])
    if jit.turn(tag, st) != jit.OVER:
        counts[0] = jit.moves(tag, st, buffer[0])
    while level >= 0:
        if depth - level == 1:
            leaves += counts[level]
            level -= 1
        elif nexts[level] == counts[level]:
            level -= 1
        else:
            move = buffer[level, nexts[level]]
            nexts[level] += 1
            after = jit.apply(tag, jit.load(tag, stack[level]), move)
            if jit.turn(tag, after) != jit.OVER:
                level += 1
                jit.save(tag, after, stack[level])
                counts[level] = jit.moves(tag, after, buffer[level])
                nexts[level] = 0
    return leaves


def perft(position: Position, depth: int) -> int:
    """The number of leaves at that depth."""
    if depth <= 0:
        return 1
    tag = bind(position.game)
    buffer = np.empty((depth, tag.max_moves), dtype=np.int64)
    return int(_perft(tag, position.state, depth, buffer))


def perft_by_move(position: Position, depth: int) -> dict[str, int]:
    """The same number, divided by first move."""
    return {move.text: perft(position.play(move), depth - 1) for move in position.moves()}
