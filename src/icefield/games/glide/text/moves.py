"""Text of `glide` moves, both ways. Whether a move is legal is not asked here."""

from __future__ import annotations

from typing import Final

from ....core.errors import BadNotation
from ....core.message import message
from ..board import DIRECTIONS

_MEANT: Final = {
    word: way
    for way, words in {
        "up": "u ↑ north n",
        "down": "d ↓ south s",
        "left": "l ← west",
        "right": "r → east e",
    }.items()
    for word in words.split()
}
"""What people write instead of a move, so that the refusal can say what to write."""


def read_move(text: str) -> int:
    """The direction a move's text names; raises BadNotation."""
    if text in DIRECTIONS:
        return DIRECTIONS.index(text)
    word = text.strip().lower()
    meant = word if word in DIRECTIONS else _MEANT.get(word)
    if meant is not None:
        said = message("glide.notation.move_meant", text=text[:20], meant=meant)
    else:
        said = message("glide.notation.move", text=text[:20])
    raise BadNotation(said, rule="G4", detail="bad-move")
