"""Moves of `seals` in words, for people and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.message import Message, message
from .. import kernel
from ..board import SEALS, between, bits, name
from ..text.moves import move_text

if TYPE_CHECKING:
    from ..position import SealsPosition


def move_words(position: SealsPosition, code: int) -> Message:
    """A kernel move in words: "Seal jumps from b2 to d4"."""
    if code == kernel.PASS:
        return message("seals.move.pass")
    st, start, end = position.state, code >> 6, code & 63
    who = message("seals.token.seal" if st.mover == SEALS else "seals.token.bear")
    middle = between(start, end)
    kind = "capture" if "x" in move_text(st, code) else "slide"
    if middle is not None and int(st.discs) & bits([middle]):
        kind = "jump"
    return message(f"seals.move.{kind}", who=who, start=name(start), end=name(end))
