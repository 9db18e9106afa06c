"""The key of a `strait` state (compiled): 64 bits that identify it."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .state import (
    ASKED,
    BEARS,
    BOARD_KEY,
    DEPTH,
    FISH,
    FLOE,
    FLOE_DONE,
    FRAME,
    LEVEL,
    MOVER,
    PLACE_OF,
    ROPE,
    SEATS,
    SETTLE,
    STATIONS,
    TEAM_SIZE,
    TRAIL,
    TRAILS,
    TURNS,
    VISITED,
    WHAT,
    WHERE,
    WHO,
)

_KEY_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_KEY_SHIFT = np.uint64(29)
_LOW_16_BITS = np.uint64(0xFFFF)


@compiled
def _mix_word(h: np.uint64, value: int) -> np.uint64:
    """A key with one more word mixed into it."""
    h = (h ^ np.uint64(value) & _LOW_16_BITS) * _KEY_FACTOR
    return h ^ h >> _KEY_SHIFT


@compiled
def _explorers_key(st: np.ndarray, mark: int) -> np.uint64:
    """A key of where all explorers stand, those of one player interchangeable.

    A sum, not a chain. `mark` is an explorer that matters by itself, or −1.
    """
    total = np.uint64(0)
    for i in range(TEAM_SIZE * st[SEATS]):
        own = _mix_word(_mix_word(np.uint64(1 + (i == mark)), i // TEAM_SIZE), st[PLACE_OF + i])
        total += own * own
    return total


@compiled
def key(st: np.ndarray) -> np.uint64:
    """64 bits that identify a state without its number of turns.

    MOVER and ASKED count by place, not by number, as explorers of one player are alike.
    """
    h = np.uint64(0)
    for i in range(TURNS):
        h = _mix_word(h, st[i])
    for i in range(FLOE_DONE, MOVER):
        h = _mix_word(h, st[i])
    for i in range(DEPTH, PLACE_OF):
        h = _mix_word(h, st[i])
    h = (h ^ _explorers_key(st, st[MOVER])) * _KEY_FACTOR
    h = (h ^ _explorers_key(st, st[ASKED])) * _KEY_FACTOR
    for i in range(st[DEPTH]):
        frame = FRAME + 4 * i
        h = _mix_word(_mix_word(h, st[frame + WHERE]), st[frame + WHAT] + 2 * st[frame + LEVEL])
        if st[frame + WHAT] == SETTLE:
            h = (h ^ _explorers_key(st, st[frame + WHO])) * _KEY_FACTOR
    for i in range(st[TRAILS]):
        h = _mix_word(h, st[TRAIL + i])
    for place in range(st[STATIONS]):
        h = _mix_word(h, st[FLOE + place] << 9 | st[ROPE + place] << 4 | st[VISITED + place])
        h = _mix_word(h, st[FISH + place] << 4 | st[BEARS + place])
    for i in range(4):
        h = _mix_word(h, st[BOARD_KEY + i])
    return h
