"""Texts that can be read, and those that are invisible or buried under accents."""

from __future__ import annotations

import pytest

from icefield.core.visible import MAX_MARKS, has_too_many_marks, is_invisible, is_readable

READABLE = (
    "",
    "Ann",
    "Bär",
    "Nguyễn Thị Hà",
    "שָׁלוֹם",
    "ภาษาไทยน้ำ",
    "हिन्दी",
    "アン",
    "👩‍👩‍👧",
    "❤️",
    "!",
    "é" * 9,
)
INVISIBLE = (
    " ",
    "\u200b",
    "\u200d\ufeff",
    "\u2060 \u200b",
    "\U000e0041",
    "\u3164",
    "\u2800",
    "\u0301",
)


@pytest.mark.parametrize("text", READABLE)
def test_names_of_many_languages_are_readable(text: str) -> None:
    assert is_readable(text)


@pytest.mark.parametrize("text", INVISIBLE)
def test_texts_without_ink_are_invisible(text: str) -> None:
    assert is_invisible(text)
    assert not is_readable(text)


def test_rows_of_marks_have_a_limit() -> None:
    assert not has_too_many_marks("x" + "\u0323" * MAX_MARKS)
    assert has_too_many_marks("x" + "\u0323" * (MAX_MARKS + 1))
    assert not is_readable("e" + "\u0301" * 39)
