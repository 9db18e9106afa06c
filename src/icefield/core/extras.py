"""Names the extra of the package that brings what is not installed.

The package itself needs few others: rules, notation, drawings, searches, bots and analysis work
with them alone. Code that needs more imports it inside `needs`, which names the extra where the
import fails: `pip install 'icefield[server]'`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import IcefieldError, MissingExtra
from .message import message

_OWN = __name__.partition(".")[0]


@contextmanager
def needs(extra: str, error: type[IcefieldError] = MissingExtra) -> Iterator[None]:
    """Turn the failed import of another package into an error that names the extra.

    `error` is the class to raise; its refusal has the code of MissingExtra in any case.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", _OWN):
            raise  # a mistake of ours
        said = message("core.extra", package=package, extra=extra)
        raise error(said, detail=MissingExtra.code) from missing
