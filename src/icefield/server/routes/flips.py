"""Which boards somebody looks at from the opposite side: a cookie that the page's script writes, so
that every drawing, the first one included, comes the right way round."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection

from ...games import keys

COOKIE: Final = "icefield-flip"


def flips_of(connection: HTTPConnection) -> frozenset[str]:
    """The keys of the games whose boards are turned; the cookie holds them with dots between."""
    named = connection.cookies.get(COOKIE, "")[:200].split(".")
    return frozenset(named).intersection(keys())
