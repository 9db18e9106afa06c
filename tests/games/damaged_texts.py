"""Position texts with a fault, for the notation tests of the games."""

from __future__ import annotations

from collections.abc import Callable

import icefield
from icefield.core.game import Position


def broken(text: str, at: int, letter: str) -> str:
    """The text with one letter changed, lost or added at its end."""
    at %= len(text) + 1
    return text[:at] + letter + text[at + 1 :]


def fails(read: Callable[[str], Position], text: str) -> icefield.BadNotation | None:
    """Why a text is not read; what is read must have a text that is read as the same."""
    try:
        position = read(text)
    except icefield.BadNotation as error:
        return error
    again = read(str(position))
    assert again == position
    assert str(again) == str(position)
    return None
