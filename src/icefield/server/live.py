"""The hub: tells every live connection of this process that a table has something new."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator


class Hub:
    """Bells by table. `ring` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = False

    def start(self) -> None:
        """Bind the hub to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Ring everywhere; listeners see `closing` and leave."""
        self.closing = True
        for table in list(self._bells):
            self._ring(table)

    @contextlib.contextmanager
    def bell(self, table: str) -> Iterator[asyncio.Event]:
        """A bell that rings for a table while the block runs."""
        bell = asyncio.Event()
        self._bells[table].add(bell)
        try:
            yield bell
        finally:
            self._bells[table].discard(bell)
            if not self._bells[table]:
                del self._bells[table]

    @contextlib.contextmanager
    def ringing(self, table: str) -> Iterator[None]:
        """Ring when the block ends: somebody has left."""
        try:
            yield
        finally:
            self.ring(table)

    def ring(self, table: str) -> None:
        """Something happened at a table."""
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop ended meanwhile
                self._loop.call_soon_threadsafe(self._ring, table)

    def _ring(self, table: str) -> None:
        for bell in self._bells.get(table, ()):
            bell.set()
