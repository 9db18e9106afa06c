"""Tables and progress on a terminal: columns that line up in every language, and one line on
standard error that says how far a long command is."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Sequence

from ..core.message import Message
from .console import Console


def width(text: str) -> int:
    """How many cells a text takes; Chinese and Japanese signs take two."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Lines whose columns stand below each other; those numbered in `right` end together."""
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
    """A share, with its error where there is one: "62.5 ± 4.1 %"."""
    if error is None:
        return f"{100 * share:.1f} %"
    return f"{100 * share:.1f} ± {100 * min(error, 1.0):.1f} %"


class Line:
    """A line on standard error that is written over again and again; on a terminal only."""

    def __init__(self, console: Console, words: Callable[[float], Message | str]):
        """`words` gives what it says after so many seconds."""
        self._console, self._words = console, words
        self._shown = -1.0

    def tick(self, passed: float) -> None:
        """Called often; writes at most once a second."""
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
