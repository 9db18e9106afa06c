"""The touches of each move: which elements of the scene a player presses for it.

Spaces are pressed for tiles. A pyramid move begins with its tile; where several own pyramids stand
there, the control of one of them follows. A hop that could be followed by another is ended with
`done`. A slide is the tile and then the gap, which no pyramid can hop to.
"""

from __future__ import annotations

import numpy as np

from ..board import LETTERS, SUITS, space_name
from ..kernel import state as s
from ..text.moves import option_symbol

DONE = "done"


def touches(st: np.ndarray, codes: list[int]) -> dict[int, tuple[str, ...]]:
    """The touches of each legal move, by its code."""
    walks = [code & 65535 for code in codes if code >> 16 == s.WALKED]
    longer = {what >> 5 for what in walks if what & 31 != s.NO_HOP}
    return {code: _move_touches(st, code >> 16, code & 65535, longer) for code in codes}


def _move_touches(st: np.ndarray, kind: int, what: int, longer: set[int]) -> tuple[str, ...]:
    if kind == s.WALKED:
        return _walk_touches(st, what, longer)
    if kind == s.SLID:
        return (space_name(what >> 5), space_name(what & 31))
    if kind in (s.PLACED, s.BURNT, s.SELECTED):
        return (space_name(what),)
    if kind == s.VOTED:
        return (f"vote-{option_symbol(st, what)}",)
    if kind == s.ADDED:
        return (f"coin-{what >> 5}", f"on-{option_symbol(st, what & 31)}")
    if kind == s.CHOSE:
        return (f"choose-{option_symbol(st, what)}",)
    if kind == s.CROWNED:
        return (f"crown-{SUITS[int(st[s.SUIT + what])]}",)
    if kind == s.ROLLED:
        return (f"roll-{what}",)
    return ({s.DECLINE: "decline", s.SPARED: "spare", s.SHARED: "share"}[kind],)


def _walk_touches(st: np.ndarray, what: int, longer: set[int]) -> tuple[str, ...]:
    letter, one, two = what >> 10, what >> 5 & 31, what & 31
    own = st[s.AT + 6 * int(st[s.TURN]) : s.AT + 6 * int(st[s.TURN]) + 6]
    presses = [space_name(int(own[letter]))]
    if (own == own[letter]).sum() > 1:
        presses.append(f"pyramid-{LETTERS[letter]}")
    presses.append(space_name(one))
    if two != s.NO_HOP:
        presses.append(space_name(two))
    elif what >> 5 in longer:
        presses.append(DONE)
    return tuple(presses)
