"""Text of `seals` moves, both ways. Whether a move is legal is not asked here."""

from __future__ import annotations

import re
from typing import Final

from ....core.errors import BadNotation
from ....core.message import message
from .. import kernel
from ..board import BEARS, name, square

_MOVE: Final = re.compile(r"([a-h][1-8])([-x])([a-h][1-8])")

PASS: Final = "pass"


def move_text(st: kernel.State, code: int) -> str:
    """The notation of a kernel move in the position it is made in."""
    if code == kernel.PASS:
        return PASS
    start, end = code >> 6, code & 63
    captures = st.mover == BEARS and int(st.seals) >> end & 1
    return f"{name(start)}{'x' if captures else '-'}{name(end)}"


def read_move(text: str) -> tuple[int, int, bool] | None:
    """Start, end and whether it is written as a capture; None for a pass.

    Raises BadNotation.
    """
    if text == PASS:
        return None
    found = _MOVE.fullmatch(text)
    if found is None:
        raise BadNotation(message("seals.notation.move", text=text[:20]), detail="bad-move")
    return square(found[1]), square(found[3]), found[2] == "x"
