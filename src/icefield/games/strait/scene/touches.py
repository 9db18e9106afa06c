"""Which elements a person presses for each move of `strait`.

At the top of a turn a space comes first: a floe and then the hex it drifts to, or a button to turn
it; an explorer's space and then the space it goes to. Where several ways lead to the same space,
the hex that is swum across (or `walk`) is pressed as well. Elsewhere it is clear which explorer is
meant, and only the target is pressed.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..board import DIRECTIONS, ITEMS, Board
from ..kernel import state as s

WALK: Final = "walk"


def list_touches(board: Board, codes: list[int], at_top: bool) -> dict[int, tuple[str, ...]]:
    """The presses of each of the legal moves, at the top of a turn or elsewhere."""
    ways = Counter(code >> 8 & 0xFFFF for code in codes if code >> 24 == s.STEPPED)
    return {code: _touches_of(board, code, ways, at_top) for code in codes}


def _touches_of(board: Board, code: int, ways: Counter[int], at_top: bool) -> tuple[str, ...]:
    kind, a, b, c = code >> 24, code >> 16 & 255, code >> 8 & 255, code & 255
    name = board.places
    first = (name[a],) if at_top and kind in (s.STEPPED, s.DROPPED) else ()
    if kind == s.STEPPED:
        how = () if ways[a << 8 | b] == 1 else (WALK if c == s.NOTHING else name[c],)
        return (*first, name[b], *how)
    if kind == s.PUT:
        return (name[a], f"face-{b}")
    if kind == s.DRIFTED:
        return (name[a], "off" if b == s.NOTHING else name[b])
    if kind == s.TURNED:
        return (name[a], "ccw" if b else "cw")
    if kind == s.DISCOVERED:
        return ("discover",) if a == s.NOTHING else ("discover", name[a])
    if kind == s.TOOK:
        return ("take-none" if a == s.NOTHING else f"take-{ITEMS[a]}",)
    if kind == s.COLLECTED:
        return (name[a], f"collect-{ITEMS[b]}")
    if kind == s.DROPPED:
        return (*first, f"drop-{ITEMS[b]}")
    if kind in (s.STATIONED, s.LIFTED):
        return (name[a],)
    if kind == s.SENT:
        return (f"send-{DIRECTIONS[a]}",)
    if kind == s.DREW_TILE:
        return (f"tile-{a}",)
    if kind == s.DREW_CARD:
        return (f"card-{a}",)
    if kind == s.STARTED:
        return (f"start-{a}",)
    return ({s.FISHED: "fish", s.STOPPED: "stop", s.ENDED: "end"}[kind],)
