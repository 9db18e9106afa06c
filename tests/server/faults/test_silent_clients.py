"""Clients that send half a message and stop: no effect on others, and dropped."""

from __future__ import annotations

import base64
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from icefield.server.asgi.uvicorn_patches.timeouts import timeout_options

from ..guest import Guest
from .conftest import Start
from .serve_command import LONG, Real, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("silence")]

EACH = 40
"""So many of every kind."""
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: ice"
HALF_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: ice\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"game": "se'
)
HALF_FRAME = b"\x81\xfe\x00\x7e\x01\x02\x03\x04half"
FULL_HEAD = b"GET /healthz HTTP/1.1\r\nHost: ice\r\n\r\n"


def connections(real: Real) -> int:
    """How many connections the server has."""
    return sum(os.path.basename(_target(link)).startswith("socket:") for link in _links(real))


def _links(real: Real) -> Iterator[Path]:
    yield from Path(f"/proc/{real.pid}/fd").iterdir()


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:  # closed meanwhile
        return ""


def opened(port: int, *said: bytes) -> socket.socket:
    """A client that connects, sends that, and nothing more."""
    client = socket.create_connection(("127.0.0.1", port), timeout=LONG)
    for part in said:
        client.sendall(part)
    return client


def upgraded(port: int, table: str) -> socket.socket:
    """A client with a live connection."""
    key = base64.b64encode(b"0123456789abcdef")
    client = opened(
        port,
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: ice\r\nConnection: Upgrade\r\n".encode(),
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key,
        b"\r\n\r\n",
    )
    assert client.recv(12) == b"HTTP/1.1 101"
    return client


def rest(client: socket.socket) -> bytes:
    """What comes until the server has dropped the connection."""
    heard = b""
    try:
        while part := client.recv(65536):
            heard += part
    except ConnectionError:
        pass
    return heard


@pytest.mark.slow
def test_who_falls_silent_is_dropped_and_nobody_else_notices(start: Start) -> None:
    real = start(ICEFIELD_TIMEOUT="6")
    guest = Guest(real)  # type: ignore[arg-type]
    guest.open_hot_seat()
    guest.state()
    before = connections(real)
    mute = [opened(real.port) for _ in range(EACH)]
    heads = [opened(real.port, HALF_HEAD) for _ in range(EACH)]
    again = [opened(real.port, FULL_HEAD, HALF_HEAD) for _ in range(EACH)]
    bodies = [opened(real.port, HALF_BODY) for _ in range(EACH)]
    frames = [upgraded(real.port, guest.table) for _ in range(EACH)]
    for each in frames:
        each.sendall(HALF_FRAME)
    assert guest.play_out()["outcome"]  # and meanwhile a guest plays

    assert {rest(each) for each in (*mute, *heads)} == {b""}
    for each in again:
        assert rest(each).startswith(b"HTTP/1.1 200")
    for each in bodies:
        heard = rest(each)
        assert heard.startswith(b"HTTP/1.1 408")
        assert b'"code":"too-slow"' in heard
    for each in frames:
        assert b"keepalive ping timeout" in rest(each)
    for each in (*mute, *heads, *again, *bodies, *frames):
        each.close()
    eventually(lambda: connections(real) <= before, "something is kept of them")

    _end_while_some_are_silent(real, guest)
    assert "Traceback" not in real.log, real.log


def _end_while_some_are_silent(real: Real, guest: Guest) -> None:
    silent = [opened(real.port), opened(real.port, HALF_HEAD), opened(real.port, HALF_BODY)]
    silent.append(upgraded(real.port, guest.table))
    silent[-1].sendall(HALF_FRAME)
    assert real.terminate() == 0
    for each in silent:
        rest(each)
        each.close()


@pytest.mark.slow
def test_who_takes_nothing_is_dropped_too() -> None:
    """The buffers of a live connection are full, and its client does not read."""

    async def flood(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:  # until there is no client to send it to
            await send({"type": "websocket.send", "bytes": bytes(2**20)})

    config = uvicorn.Config(flood, log_config=None, lifespan="off", **timeout_options(1.0))
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: server.run([listener]), daemon=True)
    thread.start()
    with upgraded(listener.getsockname()[1], "t"):
        eventually(lambda: not server.server_state.connections, "it is kept")
        eventually(lambda: not server.server_state.tasks, "somebody still sends")
    server.should_exit = True
    thread.join(LONG)
