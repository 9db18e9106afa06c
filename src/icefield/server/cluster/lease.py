"""The lease of this process: the others rely on it until the lease expires.

A process renews its lease while it holds a bot job or the presence of a person. What it held is
free when the lease has expired, and at once when the process is found to have ended on the same
machine.
"""

from __future__ import annotations

import os
import platform
import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..clock import now
from ..storage.event_log import Store
from ..storage.processes import ProcessRow, ProcessTable

BEAT_S: Final = 2.0
"""The interval of renewals."""
LEASE_MS: Final = 10_000
"""The length of a lease."""


class Lease:
    """The lease of this process, with the id of its store; thread-safe."""

    def __init__(self, store: Store):
        self.id = store.process
        self._table = ProcessTable(store.engine)
        self._lock = threading.Lock()
        self._until = 0
        self._lost = False

    def renew(self) -> None:
        """Renew the lease when it expires soon."""
        with self._lock:
            if self._until - now() > LEASE_MS - 1000 * BEAT_S:
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
        at, here = now(), place()
        ended = [o for o in others if o.until <= at or (o.place == here and _has_ended(o.pid))]
        self._table.remove(ended, self.id, at)

    def release(self) -> None:
        """Free all that this process holds, as it ends."""
        self._table.leave(self.id, now())


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
