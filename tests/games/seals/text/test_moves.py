"""Texts of seals moves, and what is not one."""

from __future__ import annotations

import pytest

import icefield

from ..positions import start


@pytest.mark.parametrize(
    "text",
    [
        *("", "b2", "b2-", "b2d4", "b2-d4 ", " b2-d4", "b2--d4", "B2-D4", "b2-d9", "i2-d4"),
        *("b0-b2", "b2-d4\n", "b2–d4", "b2:d4", "Pass", "pass ", "0000", "b2-d4-f6", "b٢-d4"),
    ],
)
def test_what_is_not_a_move_is_bad_notation(text: str) -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        start().play(text)
    assert caught.value.column == 1
    assert caught.value.refusal.code == "bad-move"


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        start().play("x" * 10_000)
    assert len(str(caught.value)) < 200
