"""Position texts with a fault, for the notation tests of the games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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


def assert_bad_position(
    read: Callable[[str], Position], text: str, code: str, column: int, rule: str | None
) -> None:
    """Assert that a position text is refused with that code, column and rule."""
    with pytest.raises(icefield.BadNotation) as caught:
        read(text)
    error = caught.value
    assert (error.refusal.code, error.column, error.rule) == (code, column, rule)


def assert_legal_or_refused(position: Position, text: str, *, legal: bool | None = None) -> None:
    """Assert that a move text is played if legal, else refused, and changes nothing.

    `legal` is whether it is legal; by default, whether it is one of the listed moves.
    """
    before = str(position), hash(position), position.moves(), position.history, position.outcome
    if legal is None:
        legal = text in {move.text for move in position.moves()}
    error: icefield.IcefieldError | None = None
    try:
        position.play(text)
    except (icefield.BadNotation, icefield.IllegalMove, icefield.GameOver) as refused:
        error = refused
    assert (error is None) == legal
    assert (position.explain(text) is None) == legal
    if isinstance(error, icefield.BadNotation):
        assert 1 <= error.column <= len(text) + 1
    elif isinstance(error, icefield.IllegalMove):
        assert error.rule is not None
    after = str(position), hash(position), position.moves(), position.history, position.outcome
    assert after == before
