"""The time by which the server goes. It is taken from the machine once, when the server starts, and
counted from there by a clock that nobody can set: when the machine's own is set, no flag falls, no
promise between processes is broken and nothing waits for hours.

Workers of one server share that beginning, so one that starts later goes by the same time.
"""

from __future__ import annotations

import os
import time
from typing import Final

BEGAN: Final = "ICEFIELD_BEGAN"
"""What a server tells its workers: when, in nanoseconds since 1970, the steady clock began."""
_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps
_JUMP: Final = 5000  # milliseconds


def _ticks() -> int:
    return time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)


_began = int(os.environ.get(BEGAN) or time.time_ns() - _ticks())


def now() -> int:
    """Milliseconds since 1970."""
    return (_began + _ticks()) // 1_000_000


def share() -> None:
    """Have processes that this one starts go by the same time."""
    os.environ[BEGAN] = str(_began)


class Machine:
    """The machine's own clock, watched for whoever looks after the server."""

    def __init__(self) -> None:
        self._ahead = self._measure()

    def was_set(self) -> int:
        """By how many milliseconds it has been set since somebody asked, or 0."""
        ahead = self._measure()
        jump = ahead - self._ahead
        if abs(jump) < _JUMP:
            return 0
        self._ahead = ahead
        return jump

    @staticmethod
    def _measure() -> int:
        return time.time_ns() // 1_000_000 - now()
