"""The hub: tells every live connection of this process that a table has something new."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator


class Bell(asyncio.Event):
    """Rings for one live connection, whose client knows the log up to `known`. `heard` is the
    newest event that it rang for; `people` says whether it rang because somebody may have come or
    left, or anything may have happened."""

    def __init__(self) -> None:
        super().__init__()
        self.known = 0
        self.heard = 0
        self.people = False


class Hub:
    """Bells by table. `ring` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)
        self.closing = False

    @property
    def listened_to(self) -> bool:
        """Whether there is anybody to ring for."""
        return bool(self._bells)

    def start(self) -> None:
        """Bind the hub to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Ring everywhere; listeners see `closing` and leave."""
        self.closing = True
        self._ring_everywhere()

    @contextlib.contextmanager
    def bell(self, table: str) -> Iterator[Bell]:
        """A bell that rings for a table while the block runs."""
        bell = Bell()
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
            self.ring_people(table)

    def ring(self, table: str, number: int) -> None:
        """Something happened at a table: everything up to event `number`."""
        self._call(self._ring, table, number)

    def ring_people(self, table: str) -> None:
        """Somebody may have come or left."""
        self._call(self._ring_people, table)

    def gather(self, table: str) -> None:
        """Have everybody at a table look for themselves, and at once: on the event loop only."""
        self._ring_people(table)

    def ring_everywhere(self) -> None:
        """Something may have happened at any table."""
        self._call(self._ring_everywhere)

    def _call(self, what: Callable[..., None], *about: str | int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop ended meanwhile
                self._loop.call_soon_threadsafe(what, *about)

    def _ring(self, table: str, number: int) -> None:
        for bell in self._bells.get(table, ()):
            if number > bell.known:
                bell.heard = max(bell.heard, number)
                bell.set()

    def _ring_people(self, table: str) -> None:
        for bell in self._bells.get(table, ()):
            bell.people = True
            bell.set()

    def _ring_everywhere(self) -> None:
        for table in list(self._bells):
            self._ring_people(table)
