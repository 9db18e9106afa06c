"""The hub: notifies the live connections of this process about changed tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator


class Subscription(asyncio.Event):
    """An event that is set when the table of a live connection has changed.

    The client knows the log up to `known`; `notified` is the newest event it was notified of;
    `presence` says whether a connection may have begun or ended, or notifications may have been
    missed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.known = 0
        self.notified = 0
        self.presence = False


class Hub:
    """Subscriptions by table; the `notify` functions are thread-safe."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self.closing = False

    @property
    def listened_to(self) -> bool:
        """Whether there is a subscription."""
        return bool(self._subscriptions)

    def start(self) -> None:
        """Bind the hub to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Notify all subscriptions; their connections see `closing` and end."""
        self.closing = True
        self._notify_all()

    @contextlib.contextmanager
    def subscribe(self, *table_ids: str) -> Iterator[Subscription]:
        """A subscription to tables while the block runs."""
        subscription = Subscription()
        for table_id in table_ids:
            self._subscriptions[table_id].add(subscription)
        try:
            yield subscription
        finally:
            for table_id in table_ids:
                self._subscriptions[table_id].discard(subscription)
                if not self._subscriptions[table_id]:
                    del self._subscriptions[table_id]

    @contextlib.contextmanager
    def notify_presence_after(self, table_id: str) -> Iterator[None]:
        """Notify when the block ends, as a connection has ended."""
        try:
            yield
        finally:
            self.notify_presence(table_id)

    def notify(self, table_id: str, number: int) -> None:
        """Notify that a table has events up to `number`."""
        self._call(self._notify, table_id, number)

    def notify_presence(self, table_id: str) -> None:
        """Notify that a connection to a table began or ended."""
        self._call(self._notify_presence, table_id)

    def notify_presence_now(self, table_id: str) -> None:
        """The same immediately; on the event loop only."""
        self._notify_presence(table_id)

    def notify_all(self) -> None:
        """Notify that any table may have changed."""
        self._call(self._notify_all)

    def _call(self, function: Callable[..., None], *args: str | int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(function, *args)

    def _notify(self, table_id: str, number: int) -> None:
        for subscription in self._subscriptions.get(table_id, ()):
            if number > subscription.known:
                subscription.notified = max(subscription.notified, number)
                subscription.set()

    def _notify_presence(self, table_id: str) -> None:
        for subscription in self._subscriptions.get(table_id, ()):
            subscription.presence = True
            subscription.set()

    def _notify_all(self) -> None:
        for table_id in list(self._subscriptions):
            self._notify_presence(table_id)
