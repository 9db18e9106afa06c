"""Sentences for players as data: an id and parameters, translated when shown.

A `Message` is made wherever something is to be said (a refusal, a label, an outcome) and is
turned into text only where it is shown, in the reader's language. The catalogues are gettext files,
`locale/<language>/LC_MESSAGES/<domain>.po`; the part of an id before its first dot is the domain
("core", "seals", "web", …) and the whole id is the entry's key. English is always complete; another
language falls back to it entry by entry. A game has its catalogues in a folder of its own, see
`look_in`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..locale.catalogue import find, read

LOCALE_FOLDER: Final = Path(__file__).resolve().parent.parent / "locale"
ENGLISH: Final = "en"


@lru_cache(maxsize=256)
def catalogue(domain: str, language: str) -> gettext.NullTranslations:
    """The translations of a domain into a language, with English as fallback."""
    file = find(_folder(domain), domain, language)
    chosen = gettext.NullTranslations() if file is None else read(file)
    if language != ENGLISH:
        chosen.add_fallback(catalogue(domain, ENGLISH))
    return chosen


Finder = Callable[[str], Path | None]

_finders: list[Finder] = []


def look_in(finder: Finder) -> None:
    """Add a function that returns the folder of a domain's catalogues, or None.

    The registry of games plugs in the one that knows the folders of all games.
    """
    _finders.append(finder)
    forget()


def forget() -> None:
    """Clear the cache of catalogues, because there may be more of them now."""
    catalogue.cache_clear()


def _folder(domain: str) -> Path:
    """The folder of a domain's catalogues; ours take precedence."""
    if find(LOCALE_FOLDER, domain, ENGLISH) is None:
        for finder in _finders:
            if (found := finder(domain)) is not None:
                return found
    return LOCALE_FOLDER


@dataclass(frozen=True, slots=True)
class Message:
    """An id in the catalogues, and the values of the parameters in its text.

    A parameter is a string, a number or another Message. Where there is a number `n`, the entry is
    a plural one and `n` selects the form.
    """

    id: str
    params: tuple[tuple[str, str | int | Message], ...] = ()

    def text(self, language: str = ENGLISH) -> str:
        """The sentence in that language."""
        params = {k: v.text(language) if isinstance(v, Message) else v for k, v in self.params}
        words = catalogue(self.id.partition(".")[0], language)
        n = params.get("n")
        if isinstance(n, int):
            pattern = words.ngettext(self.id, self.id + ".many", n)
        else:
            pattern = words.gettext(self.id)
        return pattern.format_map(params)

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, object]:
        """The message as plain data, for clients that translate themselves."""
        params = {k: v.to_json() if isinstance(v, Message) else v for k, v in self.params}
        return {"id": self.id, "params": params}


def message(id_: str, /, **params: str | int | Message) -> Message:
    """Make a Message: `message("seals.S4.blocked", square="d4")`."""
    items = params.items()
    return Message(id_, tuple(sorted(items) if len(items) > 1 else items))
