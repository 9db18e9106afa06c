"""Threads that wait until there is something to do, and go home when they are told to."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import Final

_PATIENCE: Final = 10
"""How many seconds whoever closes waits for what is being done."""


class Attendant(ABC):
    """One thread, which runs `_run` and ends soon after `_closed` is set. What it waits for is told
    by `_changed`."""

    def __init__(self, name: str):
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Do nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(_PATIENCE)

    @abstractmethod
    def _run(self) -> None:
        """What the thread does."""
