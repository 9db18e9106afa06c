"""The server's clock: milliseconds since 1970 that never jump.

The time is read from the machine once, when the server starts, and counted from there by a
monotonic clock: when the machine's clock is set, no flag falls, no lease expires and nothing waits
for hours.

Workers of one server share that start, so one that starts later has the same time.
"""

from __future__ import annotations

import os
import time
from typing import Final

BEGAN: Final = "ICEFIELD_BEGAN"
"""The environment of workers: when, in nanoseconds since 1970, the monotonic clock began."""
_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps
_JUMP: Final = 5000  # milliseconds


def _ticks() -> int:
    return time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)


_began = int(os.environ.get(BEGAN) or time.time_ns() - _ticks())


def now() -> int:
    """Milliseconds since 1970."""
    return (_began + _ticks()) // 1_000_000


def share() -> None:
    """Make processes that this one starts use the same start of the clock."""
    os.environ[BEGAN] = str(_began)


class Machine:
    """The machine's wall clock, watched for the log of the host."""

    def __init__(self) -> None:
        self._ahead = self._measure()

    def was_set(self) -> int:
        """The milliseconds by which it has been set since the last call, or 0."""
        ahead = self._measure()
        jump = ahead - self._ahead
        if abs(jump) < _JUMP:
            return 0
        self._ahead = ahead
        return jump

    @staticmethod
    def _measure() -> int:
        return time.time_ns() // 1_000_000 - now()
