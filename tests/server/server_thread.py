"""A real server on a free port, run by uvicorn in a thread; it can restart."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from icefield.bots import bot, levels
from icefield.games import game, keys
from icefield.server.app import create_app
from icefield.server.settings import Settings
from icefield.server.views.board import draw_card

from ..timeouts import HANG_S
from .slow_line import SlowLine


def load_bots(key: str = "seals") -> None:
    """Have rules and searches compiled before anything is timed, and in one thread."""
    for each in keys():
        draw_card(game(each), "en")
    for level in levels(game(key)):
        bot(game(key), level.name).choose(game(key).start(), stop=_at_once)


_at_once = threading.Event()
_at_once.set()


class Served:
    """A running server; `client()` is a new visitor with own cookies.

    With `slow` every client has a slow connection.
    """

    def __init__(self, settings: Settings, slow: bool = False):
        self.settings = settings
        self.slow = slow
        self.port = 0
        self._clients: list[httpx.Client] = []
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, **changes: object) -> None:
        """Start, on the same port as before if there was one."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]
        # the protocol is named, as asyncio sends small packets at once only then
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        app = create_app(self.settings)
        config = uvicorn.Config(
            SlowLine(app, random.Random(1)) if self.slow else app,
            log_level="error",
            ws="websockets-sansio",
            proxy_headers=False,
            ws_ping_timeout=HANG_S,
            timeout_graceful_shutdown=2,
        )
        self.server = uvicorn.Server(config)
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name="served", daemon=True)
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            self._thread.join(0.01)

    def _run(self) -> None:
        asyncio.run(self.server.serve(sockets=[self._listener]))

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(HANG_S)
        assert not self._thread.is_alive()
        self._listener.close()

    def restart(self, **changes: object) -> None:
        self.stop()
        self.start(**changes)

    def client(self, **options: Any) -> httpx.Client:
        # reading certificates takes longer than most requests
        client = httpx.Client(base_url=self.url, timeout=HANG_S, verify=False, **options)
        self._clients.append(client)
        return client

    @contextlib.contextmanager
    def live(
        self, table: str, since: int = 0, client: httpx.Client | None = None, **options: Any
    ) -> Iterator[ClientConnection]:
        with connect_live(self.port, table, since, client, **options) as live:
            yield live

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.stop()


def connect_live(
    port: int, table: str, since: int = 0, client: httpx.Client | None = None, **options: Any
) -> ClientConnection:
    """The live connection to a table; `held` is the version of a state that the client holds."""
    headers = dict(options.pop("headers", {}))
    if client is not None:
        headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
    url = f"ws://127.0.0.1:{port}/api/tables/{table}/live?since={since}"
    held = options.pop("held", None)
    if held is not None:
        url += f"&held={held}"
    patient = {"open_timeout": HANG_S, "ping_timeout": HANG_S, "close_timeout": HANG_S, **options}
    live: ClientConnection = connect(url, additional_headers=headers, **patient)
    return live
