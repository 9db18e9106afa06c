"""The visitor's preferences: the language, and the orientation of boards.

The language is chosen by `?lang=`, the cookie that it sets, or the browser.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from babel import Locale
from starlette.requests import HTTPConnection

from ....core.message import ENGLISH, LOCALE_FOLDER
from ....games import keys

LANGUAGE_COOKIE: Final = "icefield-language"
_FLIP_COOKIE: Final = "icefield-flip"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages of the pages."""
    found = LOCALE_FOLDER.glob("*/LC_MESSAGES/web.po")
    return tuple(sorted(path.parent.parent.name for path in found))


def own_name(language: str) -> str:
    """The name of a language in that language: "Deutsch"."""
    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def language_of(connection: HTTPConnection) -> str:
    """The best language for the visitor; English when nothing else fits."""
    wanted = [connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE_COOKIE, "")]
    wanted += _accepted(connection.headers.get("accept-language", ""))
    for tag in wanted:
        main = tag.partition("-")[0].lower()
        if main in languages():
            return main
    return ENGLISH


def _accepted(header: str) -> list[str]:
    """The tags of an Accept-Language header, best first."""
    weighed: list[tuple[float, int, str]] = []
    for part in header[:400].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), len(weighed), tag))
        except ValueError:
            continue
    return [tag for _, _, tag in sorted(weighed)]


def read_flips(connection: HTTPConnection) -> frozenset[str]:
    """The keys of the games whose boards are flipped.

    They are in a cookie that the page's script writes, so that every drawing, the first one
    included, has that orientation.
    """
    named = connection.cookies.get(_FLIP_COOKIE, "")[:200].split(".")
    return frozenset(named).intersection(keys())
