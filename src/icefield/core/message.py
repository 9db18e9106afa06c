"""Sentences a player may read, as data: an id and its parameters, turned into words late.

A `Message` is made wherever something is to be said (a refusal, a label, an outcome) and is
turned into text only where somebody reads it, in that reader's language. The catalogues are
gettext files, `locale/<language>/LC_MESSAGES/<domain>.mo`, made from the `.po` beside them; the
part of an id before its first dot is the domain ("core", "seals", "web", …) and the whole id is the
entry's key. English is always complete; another language falls back to it entry by entry.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALE_FOLDER: Final = Path(__file__).resolve().parent.parent / "locale"
ENGLISH: Final = "en"


@lru_cache(maxsize=256)
def catalogue(domain: str, language: str) -> gettext.NullTranslations:
    """The translations of a domain into a language, with English behind them."""
    chosen = gettext.translation(domain, LOCALE_FOLDER, [language], fallback=True)
    if language != ENGLISH:
        chosen.add_fallback(catalogue(domain, ENGLISH))
    return chosen


@dataclass(frozen=True, slots=True)
class Message:
    """An id in the catalogues and the parameters its text names in braces.

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
    return Message(id_, tuple(sorted(params.items())))
