"""In which language somebody reads: the switch (`?lang=`), the cookie it leaves, the browser."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from babel import Locale
from starlette.requests import HTTPConnection

from ...core.message import ENGLISH, LOCALE_FOLDER

COOKIE: Final = "icefield-language"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages the pages exist in."""
    found = LOCALE_FOLDER.glob("*/LC_MESSAGES/web.po")
    return tuple(sorted(path.parent.parent.name for path in found))


def own_name(language: str) -> str:
    """What a language calls itself: "Deutsch"."""
    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def language_of(connection: HTTPConnection) -> str:
    """The best language for whoever asks; English when nothing else fits."""
    wanted = [connection.query_params.get("lang", ""), connection.cookies.get(COOKIE, "")]
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
