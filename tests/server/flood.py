"""Clients that send or hold too much, to attack a server of the tests."""

from __future__ import annotations

import base64
import contextlib
import itertools
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator

from ..timeouts import HANG_S

CONNECT_S = 20.0
MASK = b"\x00\x00\x00\x00"
TEXT, PING = 0x81, 0x89


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame of a client; its mask changes nothing."""
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", opcode, 0x80 | size) + MASK + payload
    return struct.pack("!BBH", opcode, 0x80 | 126, size) + MASK + payload


FLOODS = {
    "one-byte frames": frame(TEXT, b"x") * 4096,
    "pings": frame(PING, b"") * 4096,
    "60 kB frames": frame(TEXT, b"x" * 60_000),
}


def connect(port: int, address: str = "127.0.0.1", timeout: float = HANG_S) -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection(("127.0.0.1", port), timeout, source_address=(address, 0))


def upgrade(port: int, table: str, address: str = "127.0.0.1") -> socket.socket:
    """A live connection whose bytes are the caller's to write."""
    key = base64.b64encode(os.urandom(16)).decode()
    line = connect(port, address)
    line.sendall(
        f"GET /api/tables/{table}/live?since=0 HTTP/1.1\r\nHost: ice\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        part = line.recv(1)
        if not part:
            raise ConnectionError("no live connection")
        head += part
    if not head.startswith(b"HTTP/1.1 101"):
        raise ConnectionError(head[:100])
    return line


def send_until_closed(line: socket.socket, data: bytes, most: int = 2**26) -> int:
    """Send the same again and again, until the server closes; returns the bytes sent."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < most:
            line.sendall(data)
            sent += len(data)
    return sent


def read_close_code(line: socket.socket) -> int | None:
    """The code of the server's close frame; skips what it sends before."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    at = 0
    while at + 2 <= len(heard):
        opcode, size = heard[at] & 0x0F, heard[at + 1] & 0x7F
        at += 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size = int.from_bytes(heard[at : at + width])
            at += width
        if opcode == 8:
            return int.from_bytes(heard[at : at + 2])
        at += size
    return None


@contextlib.contextmanager
def attackers(count: int, attack: Callable[[int, threading.Event], None]) -> Iterator[None]:
    """Threads that attack until the block ends: `attack(number, done)`."""
    done = threading.Event()

    def run(number: int) -> None:
        while not done.is_set():
            with contextlib.suppress(OSError):
                attack(number, done)
            done.wait(0.05)

    threads = [threading.Thread(target=run, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join(CONNECT_S)


def hold_silent(port: int, count: int, address: str = "127.0.0.1") -> list[socket.socket]:
    """Connections with half a request head; those refused are closed already."""
    lines = []
    for _ in itertools.repeat(None, count):
        try:
            line = connect(port, address, timeout=CONNECT_S)
            lines.append(line)
            line.sendall(b"GET / HTTP/1.1\r\nHost: ice")
        except OSError:
            continue
    return lines
