"""Updates for live connections, rendered once for many.

Connections to one table that are notified at the same moment are served together: the table is
locked once, and all viewers that may know the same get the same text, which is rendered once.
However many watch, a move costs one drawing for each player and one for the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

import anyio
from anyio.to_thread import run_sync

from ..tables.events import Event
from ..tables.table import Table
from .hub import Subscription
from .table_service import TableService

_MAX_AT_ONCE: Final = 8
"""The number of tables that are read at once, beside moves. With fewer, reads wait for the
database one after the other; more take the interpreter from the event loop."""


class HasIdentity(Protocol):
    """A viewer, as far as this module has to know it."""

    @property
    def identity(self) -> str | None:
        """The identity in the viewer's cookie."""


V = TypeVar("V", bound=HasIdentity)
V_contra = TypeVar("V_contra", bound=HasIdentity, contravariant=True)


class Renderer(Protocol[V_contra]):
    """Renders the messages for clients; given by the application."""

    def find_audience(self, table: Table, viewer: V_contra) -> Hashable:
        """A value that is equal for all viewers that get the same update."""

    def write_update(self, table: Table, events: Sequence[Event], viewer: V_contra) -> str:
        """The text of an update with these events."""

    def build_presence(self, table: Table, here: frozenset[str]) -> list[bool]:
        """By seat, whether its player is connected."""

    def count_watching(self, table: Table, here: frozenset[str]) -> int:
        """The number of connected viewers who do not play."""


@dataclass(eq=False, slots=True)
class Watcher(Generic[V]):
    """A live connection: viewer, last known event, subscription and presence.

    The presence is the identities that were connected when it was served last.
    """

    viewer: V
    known: int
    subscription: Subscription
    here: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """A message for a watcher: text, last event, and presence by seat.

    There is no text where there are no new events.
    """

    text: str | None
    number: int
    seats: list[bool]
    watching: int
    here: frozenset[str]
    starts_clocks: bool
    """Whether the clocks are to start, as all players are present."""


@dataclass(slots=True)
class _Batch(Generic[V]):
    """The watchers of one table that are served together."""

    waiting: list[tuple[Watcher[V], asyncio.Future[Update]]] = field(default_factory=list)
    presence: bool = False
    """Whether presence, and events without a notification, have to be looked up."""
    notified: int = 0
    """The newest event that a watcher was notified of."""


class Broadcast(Generic[V]):
    """Serves the live connections of a process together; for the event loop only."""

    def __init__(self, service: TableService, renderer: Renderer[V]):
        self._service = service
        self._renderer = renderer
        self._batches: dict[str, _Batch[V]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._limiter = anyio.CapacityLimiter(_MAX_AT_ONCE)

    async def fetch(self, table_id: str, watcher: Watcher[V]) -> Update:
        """The update that a watcher has missed; raises why it may see nothing."""
        batch = self._batches.get(table_id)
        if batch is None:
            batch = self._batches[table_id] = _Batch()
            task = asyncio.create_task(self._serve(table_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        batch.presence |= watcher.subscription.presence or watcher.here is None
        batch.notified = max(batch.notified, watcher.subscription.notified)
        watcher.subscription.presence = False
        found: asyncio.Future[Update] = asyncio.get_running_loop().create_future()
        batch.waiting.append((watcher, found))
        update = await found
        watcher.known = watcher.subscription.known = update.number
        watcher.here = update.here
        return update

    async def _serve(self, table_id: str) -> None:
        await asyncio.sleep(0)  # watchers that were notified at the same moment are served, too
        batch = self._batches.pop(table_id)
        try:
            updates = await run_sync(self._render, table_id, batch, limiter=self._limiter)
        except Exception as error:
            for _, found in batch.waiting:
                if not found.done():
                    found.set_exception(error)
            return
        for (_, found), update in zip(batch.waiting, updates, strict=True):
            if not found.done():
                found.set_result(update)

    def _render(self, table_id: str, batch: _Batch[V]) -> list[Update]:
        watchers = [watcher for watcher, _ in batch.waiting]
        with self._service.locked(table_id, 0 if batch.presence else batch.notified) as table:
            own = frozenset(w.viewer.identity or "" for w in watchers)  # a watcher is connected
            connected = None
            if batch.presence:
                connected = self._service.presence.here(table_id) | own
            logs: dict[int, tuple[Event, ...]] = {}
            texts: dict[Hashable, str] = {}
            updates = []
            for watcher in watchers:
                here = watcher.here if connected is None else connected
                assert here is not None, "a new watcher looks presence up"
                text = None
                if watcher.known != table.number:
                    text = self._text(table, watcher, logs, texts)
                seats = self._renderer.build_presence(table, here)
                starts = table.awaits_players and all(seats)
                watching = self._renderer.count_watching(table, here)
                updates.append(Update(text, table.number, seats, watching, here, starts))
            return updates

    def _text(
        self,
        table: Table,
        watcher: Watcher[V],
        logs: dict[int, tuple[Event, ...]],
        texts: dict[Hashable, str],
    ) -> str:
        """The text of the update for a watcher.

        `logs` and `texts` are what was read and rendered for others at this moment.
        """
        since = watcher.known
        key = self._renderer.find_audience(table, watcher.viewer), since
        if key not in texts:
            if since not in logs:
                logs[since] = self._service.events(table, since)
            texts[key] = self._renderer.write_update(table, logs[since], watcher.viewer)
        return texts[key]
