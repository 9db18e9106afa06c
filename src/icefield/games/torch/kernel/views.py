"""What a seat may know while the votes of a ballot are secret (T14, T17)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .ballots import ask_for_vote
from .state import (
    CONCEALED,
    NOT_YET,
    NUMBER_VOTE,
    OUT,
    PHASE,
    ROLL,
    SEATS,
    SUIT_VOTE,
    TILE,
    TURN,
    VOTE,
    add_to_key,
    key,
)


@compiled
def hide(st: np.ndarray, seat: int) -> np.ndarray:
    """The state as a seat (−1: a spectator) sees it: who has voted, not what."""
    seen = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and st[VOTE + other] >= 0:
                seen[VOTE + other] = CONCEALED
    return seen


@compiled
def known(st: np.ndarray, seat: int) -> np.uint64:
    """64 bits that identify what that seat knows.

    Which other seats have voted already does not count: it tells who was quick, nothing more.
    """
    if st[PHASE] != NUMBER_VOTE and st[PHASE] != SUIT_VOTE:
        return key(st)
    h = np.uint64(seat + 1)
    for i in range(TILE):
        if VOTE <= i < ROLL or i == TURN:
            continue
        h = add_to_key(h, st[i])
    return h


@compiled
def resample(st: np.ndarray, seat: int) -> np.ndarray:
    """A full state that agrees with what that seat knows.

    Votes of others count as not yet cast, so a search lets those seats decide for themselves.
    """
    whole = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and whole[VOTE + other] != OUT:
                whole[VOTE + other] = NOT_YET
        ask_for_vote(whole)
    return whole
