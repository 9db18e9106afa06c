"""Whether a name or message can be read: visible, and not buried under accents."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_MARKS: Final = 4
"""The combining marks on one letter; more than the writing of any language needs."""
_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols without ink: fillers of Hangul, and the empty pattern of Braille."""


def is_invisible(text: str) -> bool:
    """Whether a text has characters but no visible one, such as spaces or controls.

    An empty text is not invisible; it is no text.
    """
    return bool(text) and not any(_has_ink(sign) for sign in text)


def _has_ink(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZM" and sign not in _INVISIBLE


def has_too_many_marks(text: str) -> bool:
    """Whether more than MAX_MARKS combining marks follow one another."""
    row = 0
    for sign in unicodedata.normalize("NFC", text):
        row = row + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if row > MAX_MARKS:
            return True
    return False


def is_readable(text: str) -> bool:
    """Whether a text is empty, or visible without too many marks."""
    return not is_invisible(text) and not has_too_many_marks(text)
