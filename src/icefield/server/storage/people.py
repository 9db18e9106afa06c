"""People: the nickname of an identity, and a code that recovers it elsewhere.

There is no account. A row is made when a person first chooses a name or requests a code. Of a code
only a digest is stored; the code itself is shown once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from ..clock import now
from ..errors import TooManyTries, WrongCode
from .schema import failures
from .schema import people as rows

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O, U: five bits each
_MISREAD: Final = str.maketrans("ILO", "110")
_PREFIX: Final = "ICE"
_GROUPS: Final = 4
_LENGTH: Final = 4 * _GROUPS  # 80 bits
_PLACE: Final = 64  # characters of an address


@dataclass(frozen=True, slots=True)
class Person:
    """A person; `code_at` is when the present code was made, in milliseconds."""

    nickname: str = ""
    code_at: int | None = None


class People:
    """All people with a name or a code; blocking, so call it from worker threads."""

    def __init__(self, engine: sa.Engine):
        self._engine = engine

    def find(self, identity: str | None) -> Person:
        """The person of an identity, who need not have a name."""
        query = sa.select(rows.c.nickname, rows.c.code_at).where(rows.c.identity == identity)
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return Person() if found is None else Person(*found)

    def rename(self, identity: str, nickname: str) -> None:
        """Set a person's nickname."""
        self._write(identity, nickname=nickname)

    def new_code(self, identity: str) -> str:
        """A new recovery code for a person; the one before is no longer valid."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
        self._write(identity, code_hash=_digest(code), code_at=now())
        groups = [code[at : at + 4] for at in range(0, _LENGTH, 4)]
        return "-".join((_PREFIX, *groups))

    def recover(self, typed: str) -> str:
        """The identity of a code; raises WrongCode."""
        digest = _digest(_plain(typed))
        query = sa.select(rows.c.identity, rows.c.code_hash).where(rows.c.code_hash == digest)
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        kept = digest[::-1] if found is None else str(found.code_hash)
        if not hmac.compare_digest(digest, kept) or found is None:
            raise WrongCode()
        return str(found.identity)

    def _write(self, identity: str, **values: str | int) -> None:
        change = sa.update(rows).where(rows.c.identity == identity).values(**values)
        fresh = {"identity": identity, "nickname": "", "created_at": now(), **values}
        with self._engine.begin() as connection:
            if connection.execute(change).rowcount:
                return
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(rows).values(fresh))
        except sa.exc.IntegrityError:  # two simultaneous requests of the same person
            with self._engine.begin() as connection:
                connection.execute(change)


def _plain(typed: str) -> str:
    """A code in normal form, however it was typed: small letters, spaces, O for 0."""
    kept = "".join(c for c in typed.upper() if c.isascii() and c.isalnum())
    if len(kept) > _LENGTH:
        kept = kept.removeprefix(_PREFIX)
    return kept.translate(_MISREAD)


def _digest(code: str) -> str:
    return hashlib.sha256(f"icefield.recovery:{code}".encode()).hexdigest()


class Tries:
    """Counts failed attempts by network address, for all processes together.

    So recovery codes cannot be guessed. All functions block.
    """

    def __init__(
        self, engine: sa.Engine, most: int = 10, seconds: int = 600, clock: Callable[[], int] = now
    ):
        self._engine = engine
        self._most = most
        self._seconds = seconds
        self._clock = clock

    def check(self, place: str) -> None:
        """Raise TooManyTries after too many failed attempts from an address."""
        recent = failures.c.at > self._clock() - 1000 * self._seconds
        query = sa.select(sa.func.count()).where(failures.c.place == place[:_PLACE], recent)
        with self._engine.connect() as connection:
            if (connection.scalar(query) or 0) >= self._most:
                raise TooManyTries(minutes=round(self._seconds / 60))

    def failed(self, place: str) -> None:
        """Count a failed attempt from an address."""
        at = self._clock()
        with self._engine.begin() as connection:
            old = failures.c.at <= at - 1000 * self._seconds
            connection.execute(sa.delete(failures).where(old))
            connection.execute(sa.insert(failures).values(place=place[:_PLACE], at=at))
