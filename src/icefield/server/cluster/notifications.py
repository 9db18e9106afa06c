"""The thread that dispatches notifications of other processes.

They go to the hub, for the live connections of this process, and to its heartbeat, which resumes
tables and takes jobs.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from typing import Final, Protocol

from ..storage.errors import DatabaseError, describe
from ..storage.event_log import Store
from ..storage.notifications import Listener, Notification, Poller, can_listen
from .heartbeat import Heartbeat

_log = logging.getLogger("icefield.server")

_POLL_S: Final = 0.1
"""The poll interval of a shared file while a handler wants notifications."""
_IDLE_S: Final = 0.5
"""The interval of checks whether a handler does."""
_RETRY_S: Final = 1.0
"""The delay after an error until a shared file is polled again."""
_FIRST_S, _LONGEST_S = 0.05, 5.0
"""The delay after a lost connection until it is made again."""


class Handlers(Protocol):
    """A handler of notifications about tables: the hub of this process."""

    @property
    def listened_to(self) -> bool:
        """Whether there is a live connection."""

    def notify(self, table_id: str, number: int) -> None:
        """Handle events of a table up to `number`."""

    def notify_presence(self, table_id: str) -> None:
        """Handle a connection to a table that began or ended."""

    def notify_all(self) -> None:
        """Handle that notifications may have been missed."""


class Notifications:
    """Listens in a thread until it is closed."""

    def __init__(self, store: Store, handlers: Handlers, heartbeat: Heartbeat):
        self._store = store
        self._handlers = handlers
        self._heartbeat = heartbeat
        self._closing = threading.Event()
        self._wake, self._woken = socket.socketpair()
        run = self._listen if can_listen(store) else self._poll
        self._thread = threading.Thread(target=run, name="icefield-notifications", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._wake.send(b"x")
        self._thread.join(10)
        self._wake.close()
        self._woken.close()

    def _on_notification(self, notification: Notification) -> None:
        table_id, number = notification.table_id, notification.number
        if table_id is None:
            self._heartbeat.wake()
            return
        if number:
            self._handlers.notify(table_id, number)
        else:
            self._handlers.notify_presence(table_id)
        self._heartbeat.notify(table_id)

    def _on_gap(self) -> None:
        """Notify all handlers, as notifications may have been missed."""
        self._handlers.notify_all()
        self._heartbeat.notify_all()

    def _listen(self) -> None:
        """Receive notifications from PostgreSQL; reconnects."""
        pause_s = _FIRST_S
        while not self._closing.is_set():
            try:
                with contextlib.closing(Listener(self._store)) as listener:
                    pause_s = _FIRST_S
                    self._on_gap()
                    while not self._closing.is_set():
                        for notification in listener.wait(self._woken.fileno()):
                            self._on_notification(notification)
            except Exception as error:
                if not self._closing.is_set():
                    _log.warning("notifications interrupted: retry_s=%.2f error=%s", pause_s, error)
            self._closing.wait(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_S)

    def _poll(self) -> None:
        """Poll a shared file."""
        while not self._closing.is_set():
            try:
                with contextlib.closing(Poller(self._store)) as poller:
                    self._poll_with(poller)
            except DatabaseError as error:
                _log.warning(
                    "database not polled: retry_s=%.1f error=%s", _RETRY_S, describe(error)
                )
                self._closing.wait(_RETRY_S)

    def _poll_with(self, poller: Poller) -> None:
        while not self._closing.wait(_POLL_S if poller.started else _IDLE_S):
            if not (self._handlers.listened_to or self._heartbeat.jobs.any):
                poller.forget()
                continue
            found = poller.poll()
            if found is None:
                self._on_gap()
            else:
                for notification in found:
                    self._on_notification(notification)
