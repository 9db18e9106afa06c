"""Texts of glide moves, and what is not one."""

from __future__ import annotations

import pytest

import icefield

from ..positions import start


@pytest.mark.parametrize("text", ["", "upp", "up ", " up", "up\n", "a3", "a1-a3", "0", "links"])
def test_what_is_not_a_move_is_bad_notation(text: str) -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        start().play(text)
    assert caught.value.column == 1
    assert caught.value.refusal.code == "bad-move"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *(("UP", "up"), ("Down", "down"), (" left", "left"), ("r", "right"), ("↑", "up")),
        *(("→", "right"), ("north", "up"), ("West", "left"), ("s", "down")),
    ],
)
def test_a_common_mistake_is_told_what_to_write(text: str, meant: str) -> None:
    with pytest.raises(icefield.BadNotation, match=f"write {meant}\\."):
        start().play(text)


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        start().play("x" * 10_000)
    assert len(str(caught.value)) < 200
