"""The supervisor: starts several workers and replaces those that end or hang.

It pings each worker and does not block while it waits for the answer: a worker that does not answer
in time is ended and replaced, the others do not notice, and the whole can be ended at any moment.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

_log = logging.getLogger("icefield.server")

_START_TIMEOUT_S: Final = 60.0
"""The time a worker may take to start: the first time on a machine it compiles."""
_PARENT_CHECK_S: Final = 1.0
"""The interval of a worker's checks that its supervisor runs."""


class Supervisor(Multiprocess):
    """uvicorn's supervisor, but non-blocking.

    A worker that serves is given up after `patience` seconds without an answer; at shutdown,
    workers have `ending` seconds to end. `on_serving` is called when the first worker accepts
    connections.
    """

    def __init__(
        self,
        config: Config,
        sockets: list[socket.socket],
        *,
        patience: float,
        ending: float,
        on_serving: Callable[[], None],
    ):
        super().__init__(config, sockets)
        self._on_serving = on_serving
        self._patience = patience
        self._ending = ending
        self._lines: dict[Process, _Line] = {}
        self._served = False
        self._failed = False

    def run(self) -> None:
        super().run()
        if self._failed:
            sys.exit(STARTUP_FAILURE)

    def keep_subprocess_alive(self) -> None:
        self._lines = {p: self._lines.get(p) or _Line(p) for p in self.processes}
        for index, process in enumerate(self.processes):
            line = self._lines[process]
            if line.holds(self._patience if line.serves else _START_TIMEOUT_S):
                if line.serves and not self._served:
                    self._served = True
                    self._on_serving()
                continue
            process.kill()
            process.join()
            if process.exitcode == STARTUP_FAILURE and not self._served:
                self._failed = True  # another attempt would fail the same way
                self.should_exit.set()
                return
            _log.error("worker %s ended or did not answer; another takes its place", process.pid)
            self.processes[index] = Process(self.config, self.sockets)
            self.processes[index].start()

    def join_all(self) -> None:
        end = time.monotonic() + self._ending
        for process in self.processes:
            process.process.join(max(0.0, end - time.monotonic()))
            if process.process.is_alive():
                _log.error("worker %s did not end", process.pid)
                process.process.kill()
            process.process.join()


class _Line:
    """The pipe to a worker.

    Only the worker has its other end, so that its end is noticed at once.
    """

    def __init__(self, process: Process):
        self._process = process
        self._asked = time.monotonic()
        self.serves = False
        process.child_conn.close()
        self._ask()

    def holds(self, patience: float) -> bool:
        """Whether the worker runs and has answered recently."""
        if not self._process.process.is_alive():
            return False
        try:
            while self._process.parent_conn.poll(0):
                self.serves = bool(self._process.parent_conn.recv())
                self._ask()
        except (OSError, EOFError):
            return False
        return time.monotonic() - self._asked < patience

    def _ask(self) -> None:
        self._asked = time.monotonic()
        try:
            self._process.parent_conn.send(b"ping")
        except OSError:
            return  # its end is noticed soon


def end_with(parent: int) -> None:
    """Make this process, a worker, end when its supervisor has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_CHECK_S)
        _log.error("worker ends: reason=supervisor-gone")
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="icefield-parent", daemon=True).start()
