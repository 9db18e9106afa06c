"""What may be said before a ballot of `torch` (T22), and which words of a comment seem not to be.

The words are in `words.toml` of its data, for every language of the product, and all languages are
looked for at once: a German who plays in English may still be tempted to say "links".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from ...core.abilities import Span
from ...core.game import Position
from ...core.message import message
from .. import read_toml

if TYPE_CHECKING:
    from .position import TorchPosition

_SPELT_TOGETHER: Final = ("ja",)
_VOICED: Final = "\u3099\u309a"  # marks that make another letter, not an accent
_ENDINGS: Final = r"(?:['’]?s|es|e?n)?"


class Commentary:
    """The ability `Discussed`, for the game to inherit."""

    @property
    def discussion_rule(self) -> str:
        return "T22"

    def discussion(self, position: Position) -> bool:
        """At the start of a ballot, before its first vote."""
        torch = cast("TorchPosition", position)
        return torch.in_ballot and not any(torch.votes)

    def forbidden(self, text: str, names: Sequence[str]) -> tuple[Span, ...]:
        return forbidden(text, names)

    def verdict(self, position: Position, seat: int) -> str:
        return f"bar:{cast('TorchPosition', position).suits[seat]}"

    def arbiter(self, position: Position) -> int:
        """The Torch Bearer."""
        return cast("TorchPosition", position).torch or 0


def forbidden(text: str, names: Sequence[str] = ()) -> tuple[Span, ...]:
    """The words of a comment that T22 seems to forbid, in their order; none overlaps another."""
    plain, places = _plain(text)
    found = [
        (places[hit.start()], places[hit.end() - 1] + 1, kind)
        for kind, pattern in (*_patterns(), *_named(names))
        for hit in pattern.finditer(plain)
    ]
    spans: list[Span] = []
    for start, end, kind in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if not spans or start >= spans[-1].end:
            word = message(f"torch.word.{kind}", word=text[start:end])
            spans.append(Span(start, end, word))
    return tuple(spans)


def _plain(text: str) -> tuple[str, list[int]]:
    """The text without case, width and accents, and where each letter of it came from."""
    letters, places = [], []
    for place, letter in enumerate(text):
        for part in _fold(letter):
            letters.append(part)
            places.append(place)
    return "".join(letters), places


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in folded if c in _VOICED or not unicodedata.combining(c))


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    languages = read_toml("torch", "words.toml")
    return tuple(
        (kind, _pattern(words, language in _SPELT_TOGETHER))
        for language, kinds in languages.items()
        for kind, words in kinds.items()
    )


def _pattern(words: Sequence[str], anywhere: bool) -> re.Pattern[str]:
    choice = unicodedata.normalize("NFD", "|".join(words))
    return re.compile(choice if anywhere else rf"(?<!\w)(?:{choice})(?!\w)")


def _named(names: Sequence[str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns for the players' names: with endings as whole words, or anywhere in a script that
    puts no spaces between words."""
    patterns = []
    for name in names:
        plain = _fold(name).strip()
        if len(plain) < 2:
            continue
        if plain.isascii():
            patterns.append(("name", _pattern([re.escape(plain) + _ENDINGS], anywhere=False)))
        else:
            patterns.append(("name", re.compile(re.escape(plain))))
    return tuple(patterns)
