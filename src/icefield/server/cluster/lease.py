"""The processes that serve one database, as they know of each other. Each promises to live for a
few seconds more, again and again while it holds something that the others leave to it: a job, or
the word that somebody is there. What it held is free when it stops promising, and at once when it
is seen to have ended on the same machine.
"""

from __future__ import annotations

import os
import platform
import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from ..clock import now
from ..storage.dialect import JOBS, TABLES, at_once, tell
from ..storage.event_log import jobs, presence, processes

BEAT: Final = 2.0
"""How often, in seconds, a process looks after what it has promised."""
LEASE: Final = 10_000
"""For how many milliseconds a process promises to live."""


def living() -> sa.Select[tuple[str]]:
    """The processes that can be relied on."""
    return sa.select(processes.c.id).where(processes.c.until > now())


class Process:
    """This process among the others. May be used from any thread."""

    def __init__(self, engine: sa.Engine, id_: str):
        self.id = id_
        self._engine = engine
        self._lock = threading.Lock()
        self._until = 0
        self._given_up = False

    def promise(self) -> None:
        """Make sure that the others rely on this process for a while."""
        with self._lock:
            if self._until - now() > LEASE - 1000 * BEAT:
                return
            known, until = self._until, now() + LEASE
            with self._engine.begin() as connection:
                here = sa.update(processes).where(processes.c.id == self.id)
                missing = not connection.execute(here.values(until=until)).rowcount
                if missing:
                    values = {"id": self.id, "place": place(), "pid": os.getpid(), "until": until}
                    connection.execute(sa.insert(processes).values(values))
            self._until = until
            self._given_up |= missing and known > 0

    def was_given_up(self) -> bool:
        """Whether the others had given this process up before its last promises, so that what it
        held is not its own any more. Answers yes once."""
        with self._lock:
            found, self._given_up = self._given_up, False
            return found

    def bury(self) -> None:
        """Free what ended processes held."""
        query = sa.select(processes).where(processes.c.id != self.id)
        with at_once(self._engine).connect() as connection:
            others = connection.execute(query).all()
        at, here = now(), place()
        ended = [o for o in others if o.until <= at or (o.place == here and _is_gone(o.pid))]
        if ended:
            same = [sa.and_(processes.c.id == o.id, processes.c.until == o.until) for o in ended]
            self._free(sa.or_(*same))

    def leave(self) -> None:
        """Free what this process holds; it ends."""
        self._free(processes.c.id == self.id)

    def _free(self, ended: sa.ColumnElement[bool]) -> None:
        with self._engine.begin() as connection:
            gone = sa.delete(processes).where(ended).returning(processes.c.id)
            ids = connection.scalars(gone).all()
            if not ids:
                return
            connection.execute(
                sa.update(jobs).where(jobs.c.taken_by.in_(ids)).values(taken_by=None)
            )
            were = presence.c.process.in_(ids), presence.c.left_at.is_(None)
            left = connection.scalars(
                sa.update(presence)
                .where(*were)
                .values(left_at=now())
                .returning(presence.c.table_id)
            )
            for table in sorted(set(left)):
                tell(connection, TABLES, f"{self.id} {table} 0")
            tell(connection, JOBS, self.id)


@lru_cache(maxsize=1)
def place() -> str:
    """Where the numbers of processes mean what they mean here: this machine since it was started,
    and within it this container. Nothing where numbers cannot be looked up."""
    if os.name != "posix":
        return ""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return platform.node()[:120]


def _is_gone(pid: int) -> bool:
    if os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # it is there and somebody else's
    return False
