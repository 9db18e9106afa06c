"""Comments before a ballot (T22): when they are made, which words seem forbidden.

The words of all languages are in `data/words.toml` and are searched for at once: a player who is
German and plays in English may still say "links".
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

_WITHOUT_SPACES: Final = ("ja",)
_CLOSED: Final = ("number", "number-coins", "number-tie", "suit")
_VOICED: Final = "\u3099\u309a"  # marks that make another letter, not an accent
_ENDINGS: Final = r"(?:['’]?s|es|e?n)?"


class Commentary:
    """The ability `Discussed`: the base class of the game for comments."""

    @property
    def discussion_rule(self) -> str:
        """The rule about comments."""
        return "T22"

    def discussion(self, position: Position) -> bool:
        """Whether comments are made now: in a ballot, before its first vote."""
        torch = cast("TorchPosition", position)
        return torch.in_ballot and not any(torch.votes)

    def discussed_in_chat(self, position: Position) -> bool:
        """Whether the next discussion can challenge what is said in the chat now.

        It can in the movement part of a round.
        """
        return cast("TorchPosition", position).phase == "move"

    def chat_closed(self, position: Position) -> bool:
        """Whether players may only speak in discussions.

        That is from the end of the movement until the suit votes are revealed.
        """
        return cast("TorchPosition", position).phase in _CLOSED

    def forbidden(self, text: str, names: Sequence[str]) -> tuple[Span, ...]:
        """The words of a comment that T22 seems to forbid; `names` are the players'."""
        return forbidden(text, names)

    def verdict(self, position: Position, seat: int) -> str:
        """The move that takes the votes of this round from a seat."""
        return f"bar:{cast('TorchPosition', position).suits[seat]}"

    def arbiter(self, position: Position) -> int:
        """The Torch Bearer, who decides when the others are divided."""
        return cast("TorchPosition", position).torch or 0


def forbidden(text: str, names: Sequence[str] = ()) -> tuple[Span, ...]:
    """The words of a comment that T22 seems to forbid, in order, without overlaps."""
    plain, places = _normalise(text)
    found = [
        (places[hit.start()], places[hit.end() - 1] + 1, kind)
        for kind, pattern in (*_word_patterns(), *_name_patterns(names))
        for hit in pattern.finditer(plain)
    ]
    spans: list[Span] = []
    for start, end, kind in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if not spans or start >= spans[-1].end:
            word = message(f"torch.word.{kind}", word=text[start:end])
            spans.append(Span(start, end, word))
    return tuple(spans)


def _normalise(text: str) -> tuple[str, list[int]]:
    """The text without case, width and accents, and where each letter came from."""
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
def _word_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    languages = read_toml("torch", "words.toml")
    return tuple(
        (kind, _pattern(words, language in _WITHOUT_SPACES))
        for language, kinds in languages.items()
        for kind, words in kinds.items()
    )


def _pattern(words: Sequence[str], anywhere: bool) -> re.Pattern[str]:
    choice = unicodedata.normalize("NFD", "|".join(words))
    return re.compile(choice if anywhere else rf"(?<!\w)(?:{choice})(?!\w)")


def _name_patterns(names: Sequence[str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns for the players' names.

    Whole words with endings, or any part of the text in scripts without spaces.
    """
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
