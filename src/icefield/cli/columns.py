"""Tables and progress lines on a terminal.

Columns are aligned in every language; progress goes to standard error.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Sequence

from ..core.message import Message
from .console import Console


def width(text: str) -> int:
    """Return how many cells a text takes; East Asian wide characters take two."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Return rows as lines of aligned columns; those numbered in `right` align right."""
    widest = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for i, (text, wide) in enumerate(zip(row, widest, strict=True)):
            fill = " " * (wide - width(text))
            cells.append(fill + text if i in right else text + fill)
        lines.append("  ".join(cells).rstrip())
    return lines


def percent(share: float, error: float | None = None) -> str:
    """Return a share as a percentage, with its error if given: "62.5 ± 4.1 %"."""
    if error is None:
        return f"{100 * share:.1f} %"
    return f"{100 * share:.1f} ± {100 * min(error, 1.0):.1f} %"


class Line:
    """A progress line on standard error, overwritten in place; on a terminal only."""

    def __init__(self, console: Console, words: Callable[[float], Message | str]):
        """Create the line; `words` returns its text for the elapsed seconds."""
        self._console, self._words = console, words
        self._shown = -1.0

    def tick(self, passed: float) -> None:
        """Update the line at most once a second; may be called more often."""
        if passed - self._shown < 1 or not sys.stderr.isatty():
            return
        self._shown = passed
        text = self._console.text(self._words(passed))
        while width(text) >= self._console.width:
            text = text[:-1]
        self._console.note(f"\r\x1b[K{text}", end="")

    def clear(self) -> None:
        if self._shown >= 0:
            self._console.note("\r\x1b[K", end="")
