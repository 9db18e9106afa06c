"""Frames of every kind on the live connection, and bytes that are not HTTP.

The server answers others as before, and forgets clients that have gone.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from icefield.server.asgi.guard import MAX_BODY_BYTES

from ..server.guest import Guest
from ..server.server_thread import Served
from ..timeouts import HANG_S
from .damaged_texts import JUNK, calm


@pytest.fixture(scope="module")
def guest(served: Served) -> Guest:
    guest = Guest(served)
    guest.open_hot_seat()
    return guest


said = st.one_of(
    st.text(max_size=300),
    st.binary(max_size=300),
    st.sampled_from(JUNK).map(lambda text: text.encode("utf-8", "replace")),
    st.sampled_from([b"x" * 65_000, "y" * 65_000, b"\x00" * 4096]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20
    ).map(json.dumps),
)


def shaken_hands(served: Served, table: str) -> socket.socket:
    """A live connection whose bytes are ours to write."""
    key = base64.b64encode(os.urandom(16)).decode()
    line = socket.create_connection(("127.0.0.1", served.port), timeout=HANG_S)
    line.sendall(
        f"GET /api/tables/{table}/live?since=0 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(4096)
    assert head.startswith(b"HTTP/1.1 101"), head[:200]
    return line


def still_there(guest: Guest) -> None:
    assert guest.state()["number"] == 1
    with guest.served.live(guest.table, client=guest.http) as live:
        assert json.loads(live.recv(timeout=HANG_S))["number"] == 1


def test_whatever_is_said_changes_nothing(guest: Guest) -> None:
    @calm(12)
    @given(words=st.lists(said, max_size=6))
    def run(words: list[str | bytes]) -> None:
        with (
            contextlib.suppress(ConnectionClosed),
            guest.served.live(guest.table, client=guest.http) as live,
        ):
            for word in words:
                live.send(word)

    run()
    still_there(guest)


def test_frames_that_are_broken(guest: Guest) -> None:
    frames = st.one_of(
        st.binary(min_size=1, max_size=60),
        st.builds(  # of any kind, with any length said and any number of bytes sent
            lambda first, length, body: struct.pack("!BBQ", first, 0xFF, length) + body,
            st.integers(0, 255),
            st.sampled_from(
                [0, 1, 125, MAX_BODY_BYTES, MAX_BODY_BYTES + 1, 2**31, 2**63 - 1, 2**64 - 1]
            ),
            st.binary(max_size=40),
        ),
    )

    @calm(15)
    @given(raw=st.lists(frames, min_size=1, max_size=4), leave=st.booleans())
    def run(raw: list[bytes], leave: bool) -> None:
        with contextlib.suppress(OSError), shaken_hands(guest.served, guest.table) as line:
            if leave:  # without a word
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            for frame in raw:
                line.sendall(frame)

    run()
    still_there(guest)


def test_questions_about_any_table_and_number(guest: Guest) -> None:
    since = st.sampled_from(["", "-1", "x", "٣", "²", "9" * 4000, "9" * 5000, "0x1", "1e3", "%00"])
    table = st.sampled_from([guest.table, "nope", "%00", "x" * 500, "..%5c", "%ed%a0%80"])

    @calm(25)
    @given(number=since, which=table)
    def run(number: str, which: str) -> None:
        with guest.served.live(which, since=number) as live:  # type: ignore[arg-type]
            told = json.loads(live.recv(timeout=HANG_S))
        expected = "update" if which == guest.table else "problem"
        assert told["type"] in (expected, "presence"), told

    run()
    still_there(guest)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00" * 2000,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that wants TLS
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 20_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nCookie: icefield=" + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /%ff%fe?%ff=%00 HTTP/1.1\r\nHost: \xff\r\nAccept-Language: \xff\xfe\r\n\r\n",
        b"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    ],
    ids=range(13),
)
def test_bytes_that_are_no_request(guest: Guest, raw: bytes) -> None:
    answer = b""
    with (
        contextlib.suppress(OSError),
        socket.create_connection(("127.0.0.1", guest.served.port), timeout=2) as line,
    ):
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        while part := line.recv(65536):
            answer += part
    assert not answer.startswith(b"HTTP/1.1 5"), answer[:300]
    assert b"Traceback" not in answer
    still_there(guest)


def test_who_says_half_a_sentence_keeps_nobody_waiting(guest: Guest) -> None:
    lines = []
    try:
        for _ in range(40):
            line = socket.create_connection(("127.0.0.1", guest.served.port), timeout=HANG_S)
            line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
            lines.append(line)
        still_there(guest)
    finally:
        for line in lines:
            line.close()
