"""The lease of this process: the others rely on it until the lease expires.

A process renews its lease as long as it runs, so that commands can tell that a server uses the
database. What it held is free when the lease has expired, and at once when the process is found to
have ended on the same machine.
"""

from __future__ import annotations

import os
import platform
import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

from ...core.message import message
from ..clock import now
from ..storage.backup import KeepingTrouble
from ..storage.dialect import SQLITE, make_engine, read_url
from ..storage.errors import DatabaseError
from ..storage.event_log import Store
from ..storage.processes import ProcessRow, ProcessTable

BEAT_S: Final = 2.0
"""The interval of renewals."""
LEASE_MS: Final = 10_000
"""The length of a lease."""
_MAX_URL_CHARACTERS: Final = 120
_IDLE_SPARE_MS: Final = 5000
"""The rest of an idle process's lease at which it is renewed."""


class Lease:
    """The lease of this process, with the id of its store; thread-safe."""

    def __init__(self, store: Store):
        self.id = store.process
        self._table = ProcessTable(store.engine)
        self._lock = threading.Lock()
        self._until = 0
        self._lost = False

    def renew(self, *, idle: bool = False) -> None:
        """Renew the lease when it expires soon.

        An idle process holds nothing, so it writes less often.
        """
        with self._lock:
            spare_ms = _IDLE_SPARE_MS if idle else LEASE_MS - 1000 * BEAT_S
            if self._until - now() > spare_ms:
                return
            held, until = self._until, now() + LEASE_MS
            known = self._table.renew(ProcessRow(self.id, place(), os.getpid(), until))
            self._until = until
            self._lost |= not known and held > 0

    def was_lost(self) -> bool:
        """Whether the others had removed this process before its last renewal.

        What it held is not its own any more then. Returns True once.
        """
        with self._lock:
            found, self._lost = self._lost, False
            return found

    def remove_ended(self) -> None:
        """Free what ended processes held."""
        others = self._table.others(self.id)
        at = now()
        self._table.remove([o for o in others if not _is_alive(o, at)], self.id, at)

    def release(self) -> None:
        """Free all that this process holds, as it ends."""
        self._table.leave(self.id, now())


def check_unused(url: str) -> None:
    """Raise KeepingTrouble while a server uses this database.

    The expired lease of a server that crashed does not count. The database is only read, and may
    have an older schema, be broken or be away, which the caller reports.
    """
    parsed = read_url(url)
    if parsed.get_backend_name() == SQLITE and not Path(parsed.database or "").is_file():
        return
    engine = make_engine(url)
    try:
        known = ProcessTable(engine).known()
    except DatabaseError:
        return
    finally:
        engine.dispose()
    at = now()
    if any(_is_alive(row, at) for row in known):
        shown = parsed.render_as_string()[:_MAX_URL_CHARACTERS]
        raise KeepingTrouble(message("web.keeping.in_use", database=shown), detail="in-use")


def _is_alive(process: ProcessRow, at: int) -> bool:
    here = process.place == place() and _has_ended(process.pid)
    return process.until > at and not here


@lru_cache(maxsize=1)
def place() -> str:
    """A name of the scope in which process ids are valid.

    It is this machine since its boot, and within it this container. Empty where process ids cannot
    be looked up.
    """
    if os.name != "posix":
        return ""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return platform.node()[:120]


def _has_ended(pid: int) -> bool:
    if os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # it exists and belongs to another user
    return False
