"""`icefield serve` as in production: processes that can be killed and restarted.

They start again on the same port and database.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx

from ...timeouts import HANG_S

Found = TypeVar("Found")
LONG = HANG_S
"""After so many seconds nothing that a test waits for will come any more."""


def eventually(what: Callable[[], Found], why: str, seconds: float = LONG) -> Found:
    """What a question is answered with, as soon as that is true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(0.05)
    return found


def free_port() -> int:
    """A free port that no outgoing connection is given meanwhile."""
    while True:
        port = random.SystemRandom().randint(15_000, 30_000)
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue


class Real:
    """A server that runs once it is started; `log` is its error stream."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        workers: int = 1,
        files: tuple[int, int] | None = None,
        **environment: str,
    ):
        """`files` are the soft and the hard limit of open files."""
        self.port = free_port()
        self.database = database
        self._files = files
        self._workers = workers
        self._log = folder / "server.log"
        self._environment = {
            **os.environ,
            "LANG": "C",
            "ICEFIELD_DATABASE": database,
            "ICEFIELD_SECRET": "a test's secret",
            "ICEFIELD_RATE_LIMIT": "off",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self._clients: list[httpx.Client] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def command(self) -> list[str]:
        serve = [sys.executable, "-m", "icefield", "serve", "--port", str(self.port)]
        command = [*serve, "--workers", str(self._workers)]
        if self._files is None:
            return command
        limit = f"resource.setrlimit(resource.RLIMIT_NOFILE, {self._files})"
        run = f"import os, resource, sys; {limit}; os.execv(sys.argv[1], sys.argv[1:])"
        return [sys.executable, "-c", run, *command]

    def start(self) -> None:
        """Start, and wait until it is ready."""
        self.begin()
        eventually(self.is_ready, "the server did not start")

    def begin(self) -> None:
        """Start."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def is_ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log
        try:
            return httpx.get(f"{self.url}/readyz", timeout=LONG, verify=False).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it, with all its workers, as if the power were cut."""
        os.killpg(self.pid, signal.SIGKILL)
        assert self.process is not None
        self.process.wait(LONG)
        eventually(self._port_is_free, "a worker goes on")

    def _port_is_free(self) -> bool:
        try:
            socket.create_server(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    def terminate(self) -> int:
        """Ask it to end; how it did."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(LONG)

    def client(self) -> httpx.Client:
        """A new visitor."""
        client = httpx.Client(base_url=self.url, timeout=LONG, verify=False)
        self._clients.append(client)
        return client

    def close(self) -> None:
        for client in self._clients:
            client.close()
        if self.process is not None and self.process.poll() is None:
            self.kill()
