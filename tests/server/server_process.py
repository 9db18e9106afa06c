"""A server in a process of its own, which can be killed.

It first prints its port, and ends when its standard input is closed.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import httpx

from icefield.server.settings import Settings

from ..timeouts import HANG_S
from .server_thread import Served, connect_live

ROOT = Path(__file__).resolve().parents[2]


class Apart:
    """What `Served` is, but a real process."""

    def __init__(self, settings: Settings):
        told = {f.name: getattr(settings, f.name) for f in fields(settings) if f.name != "chance"}
        command = [sys.executable, "-m", "tests.server.server_process", json.dumps(told)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT)
        self._clients: list[httpx.Client] = []

    @property
    def port(self) -> int:
        assert self.process.stdout is not None
        if not hasattr(self, "_port"):
            self._port = int(self.process.stdout.readline())
        return self._port

    def client(self) -> httpx.Client:
        url = f"http://127.0.0.1:{self.port}"
        client = httpx.Client(base_url=url, timeout=HANG_S, verify=False)
        self._clients.append(client)
        return client

    @contextlib.contextmanager
    def live(self, table: str, since: int = 0, client: httpx.Client | None = None) -> Iterator:  # type: ignore[type-arg]
        with connect_live(self.port, table, since, client) as live:
            yield live

    def kill(self) -> None:
        """End it as a machine without power would."""
        self.process.kill()
        self.process.wait(HANG_S)

    def close(self) -> None:
        for client in self._clients:
            client.close()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(HANG_S)
        self.process.stdout.close()


def main() -> None:
    served = Served(Settings(**json.loads(sys.argv[1])))
    print(served.port, flush=True)
    sys.stdin.read()
    served.close()


if __name__ == "__main__":
    main()
