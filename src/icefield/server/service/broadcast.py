"""Updates for live connections, rendered once for many.

The thread that appends an event also makes the updates about it, while it holds the lock of the
table. Connections are served together: all viewers that may know the same and hold the same state
get the same text, which is made once. However many watch, a move costs one view for each player
and one for the rest, and none for players who are not connected.

A connection that begins, or whose table has events of another process or another presence, asks
with `refresh`. Updates of a connection are delivered in the order in which they were made, as both
ways deliver them under the lock of the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
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
_MAX_WAITING: Final = 32
"""The updates that wait for a slow client; with more it gets a whole state instead."""
_log = logging.getLogger("icefield.server")


class HasIdentity(Protocol):
    """A viewer, as far as this module has to know it."""

    @property
    def identity(self) -> str | None:
        """The identity in the viewer's cookie."""


V = TypeVar("V", bound=HasIdentity)
V_contra = TypeVar("V_contra", bound=HasIdentity, contravariant=True)
S = TypeVar("S")


class Renderer(Protocol[V_contra, S]):
    """Renders the messages for clients; given by the application."""

    def find_audience(self, table: Table, viewer: V_contra) -> Hashable:
        """A value that is equal for all viewers that get the same update."""

    def find_state(self, table: Table, viewer: V_contra, version: str) -> S | None:
        """The state that a client holds; None where it is not known any more."""

    def make_state(self, table: Table, viewer: V_contra) -> S:
        """The present state, which a client holds after an update."""

    def write_update(
        self, table: Table, events: Sequence[Event], viewer: V_contra, held: S | None
    ) -> str:
        """The text of an update, for a client that holds a state or none."""

    def build_presence(self, table: Table, here: frozenset[str]) -> list[bool]:
        """By seat, whether its player is connected."""

    def count_watching(self, table: Table, here: frozenset[str]) -> int:
        """The number of connected viewers who do not play."""


@dataclass(frozen=True, slots=True)
class Update:
    """A message for a watcher: text, last event, and presence by seat.

    There is no text where there are no new events.
    """

    text: str | None
    number: int
    seats: list[bool]
    watching: int
    starts_clocks: bool
    """Whether the clocks are to start, as all players are present."""
    attempt: int
    """The attempt of the watcher that it belongs to."""


@dataclass(eq=False, slots=True)
class Watcher(Generic[V, S]):
    """A live connection.

    The lock of the table guards `known`, `held`, `here` and `served`; the other fields belong to
    the event loop.
    """

    viewer: V
    known: int
    """The last event that the client knows with all updates made for it."""
    subscription: Subscription
    version: str | None = None
    """The version of the state that the client says it holds; None if it takes no patches."""
    held: S | None = None
    """The state that the client holds with all updates made for it."""
    here: frozenset[str] | None = None
    """The identities that were connected when presence was looked up last."""
    served: int = 0
    """The attempt that the updates made now belong to."""
    attempt: int = 0
    """How often updates were dropped because the client was slow."""
    sent: int = 0
    """The last event that was sent."""
    waiting: deque[Update] = field(default_factory=deque)

    @property
    def is_behind(self) -> bool:
        """Whether there may be something for which no update was made."""
        told = self.subscription
        return self.here is None or told.presence or told.notified > told.known

    def deliver(self, update: Update) -> None:
        """Put an update in line; drops them all for a client that does not keep up."""
        if update.attempt != self.attempt:
            return
        self.waiting.append(update)
        self.subscription.known = max(self.subscription.known, update.number)
        if len(self.waiting) > _MAX_WAITING:
            self.waiting.clear()
            self.attempt += 1
            self.subscription.presence = True  # asks again
        self.subscription.set()


@dataclass(slots=True)
class _Batch(Generic[V, S]):
    """The watchers of one table that ask together."""

    waiting: list[tuple[Watcher[V, S], asyncio.Future[None]]] = field(default_factory=list)
    presence: bool = False
    """Whether presence, and events without a notification, have to be looked up."""
    notified: int = 0
    """The newest event that a watcher was notified of."""


class Broadcast(Generic[V, S]):
    """Serves the live connections of a process together.

    `publish` is for threads, all else for the event loop.
    """

    def __init__(self, service: TableService, renderer: Renderer[V, S]):
        self._service = service
        self._renderer = renderer
        self._loop = asyncio.get_running_loop()
        self._guard = threading.Lock()
        self._watchers: dict[str, set[Watcher[V, S]]] = {}
        self._batches: dict[str, _Batch[V, S]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._limiter = anyio.CapacityLimiter(_MAX_AT_ONCE)

    @contextlib.contextmanager
    def watch(self, table_id: str, watcher: Watcher[V, S]) -> Iterator[None]:
        """Serve a watcher during the block."""
        watcher.sent = watcher.known
        with self._guard:
            self._watchers.setdefault(table_id, set()).add(watcher)
        try:
            yield
        finally:
            with self._guard:
                watchers = self._watchers[table_id]
                watchers.discard(watcher)
                if not watchers:
                    del self._watchers[table_id]

    # -- after an event of this process -----------------------------------------------------------

    def publish(self, table: Table) -> None:
        """Make updates about a table that has changed; its lock is held."""
        with self._guard:
            watchers = [w for w in self._watchers.get(table.id, ()) if w.here is not None]
        if watchers:
            try:
                self._serve(table, watchers, None)
            except Exception:  # the connections ask, and are told
                _log.exception("updates not made: table=%s", table.id)

    # -- when a connection asks -------------------------------------------------------------------

    async def refresh(self, table_id: str, watcher: Watcher[V, S]) -> None:
        """Make the update that a watcher has missed; raises why it may see nothing."""
        batch = self._batches.get(table_id)
        if batch is None:
            batch = self._batches[table_id] = _Batch()
            task = asyncio.create_task(self._refresh_all(table_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        batch.presence |= watcher.subscription.presence or watcher.here is None
        batch.notified = max(batch.notified, watcher.subscription.notified)
        watcher.subscription.presence = False
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        batch.waiting.append((watcher, done))
        await done

    async def _refresh_all(self, table_id: str) -> None:
        await asyncio.sleep(0)  # watchers that were notified at the same moment are served, too
        batch = self._batches.pop(table_id)
        try:
            await run_sync(self._render, table_id, batch, limiter=self._limiter)
        except Exception as error:
            for _, done in batch.waiting:
                if not done.done():
                    done.set_exception(error)
            return
        for _, done in batch.waiting:
            if not done.done():
                done.set_result(None)

    def _render(self, table_id: str, batch: _Batch[V, S]) -> None:
        watchers = [watcher for watcher, _ in batch.waiting]
        with self._service.locked(table_id, 0 if batch.presence else batch.notified) as table:
            connected = None
            if batch.presence:
                own = frozenset(w.viewer.identity or "" for w in watchers)  # who asks is connected
                connected = self._service.presence.here(table_id) | own
            self._serve(table, watchers, connected)

    # -- making updates ---------------------------------------------------------------------------

    def _serve(
        self, table: Table, watchers: Iterable[Watcher[V, S]], connected: frozenset[str] | None
    ) -> None:
        """Make and deliver the updates for watchers of a table, whose lock is held."""
        logs: dict[int, tuple[Event, ...]] = {}
        texts: dict[Hashable, str] = {}
        updates = []
        for watcher in watchers:
            if watcher.served != watcher.attempt:
                watcher.served, watcher.known, watcher.held = watcher.attempt, watcher.sent, None
            here = watcher.here = watcher.here if connected is None else connected
            assert here is not None, "a new watcher looks presence up"
            if watcher.held is None and watcher.version:
                watcher.held = self._renderer.find_state(table, watcher.viewer, watcher.version)
                watcher.version = ""
            text = None
            if watcher.known != table.number:
                text = self._text(table, watcher, logs, texts)
                watcher.known = table.number
                if watcher.version is not None:
                    watcher.held = self._renderer.make_state(table, watcher.viewer)
            seats = self._renderer.build_presence(table, here)
            starts = table.awaits_players and all(seats)
            watching = self._renderer.count_watching(table, here)
            update = Update(text, table.number, seats, watching, starts, watcher.served)
            updates.append((watcher, update))
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(_deliver, updates)

    def _text(
        self,
        table: Table,
        watcher: Watcher[V, S],
        logs: dict[int, tuple[Event, ...]],
        texts: dict[Hashable, str],
    ) -> str:
        """The text of the update for a watcher.

        `logs` and `texts` are what was read and rendered for others at this moment.
        """
        since, viewer = watcher.known, watcher.viewer
        key = self._renderer.find_audience(table, viewer), since, id(watcher.held)
        if key not in texts:
            if since not in logs:
                logs[since] = self._service.events(table, since)
            texts[key] = self._renderer.write_update(table, logs[since], viewer, watcher.held)
        return texts[key]


def _deliver(updates: Iterable[tuple[Watcher[V, S], Update]]) -> None:
    for watcher, update in updates:
        watcher.deliver(update)
