"""Clients that send on live connections, or hold too many connections."""

from __future__ import annotations

import contextlib
import resource

import httpx
import pytest

from ...timeouts import HANG_S
from ..flood import FLOODS, attackers, hold_silent, read_close_code, send_until_closed, upgrade
from ..guest import Guest
from ..server_thread import connect_live
from .conftest import Start

pytestmark = pytest.mark.slow

FILES = 1024
SILENT = 1500
"""Connections of one address: more than the files that the server may open."""


def test_flooding_live_connections_are_closed_and_others_play(start: Start) -> None:
    real = start()
    guest = Guest(real)  # type: ignore[arg-type]
    guest.open_hot_seat()
    kinds = [*FLOODS.values()]

    def flood(number: int, _done: object) -> None:
        with upgrade(real.port, guest.table, "127.0.0.66") as line:
            send_until_closed(line, kinds[number % len(kinds)])

    with attackers(4, flood):
        for frames in kinds:
            with upgrade(real.port, guest.table, "127.0.0.67") as line:
                with contextlib.suppress(ConnectionError):
                    line.sendall(frames)
                assert read_close_code(line) == 1008
        for _ in range(10):
            known = guest.state()
            guest.move(known["touches"][0]["move"], known["decision"])
    assert len(guest.state()["moves"]) == 10
    assert "Traceback" not in real.log, real.log


def test_a_live_connection_that_answers_pings_is_kept(start: Start) -> None:
    real = start(ICEFIELD_TIMEOUT="1")
    guest = Guest(real)  # type: ignore[arg-type]
    guest.open_hot_seat()
    with connect_live(real.port, guest.table, 0, guest.http) as live:
        live.recv(timeout=HANG_S)
        for _ in range(5):
            known = guest.state()
            guest.move(known["touches"][0]["move"], known["decision"])
            live.ping().wait(HANG_S)
        assert live.recv(timeout=HANG_S)
        assert live.close_code is None


def visit(port: int, address: str) -> int:
    """The status that a new visitor from an address gets."""
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        transport=httpx.HTTPTransport(verify=False, local_address=address),
        timeout=HANG_S,
    ) as client:
        return client.get("/api/games").status_code


@pytest.mark.parametrize("limited", ["on", "off"])
def test_silent_connections_of_one_address_do_not_shut_out_others(
    start: Start, limited: str
) -> None:
    """With limits by address, and also without: then the oldest silent ones make room."""
    real = start(files=(512, FILES), ICEFIELD_RATE_LIMIT=limited)
    assert resource.prlimit(real.pid, resource.RLIMIT_NOFILE) == (FILES, FILES)
    held = hold_silent(real.port, SILENT, "127.0.0.66")
    try:
        visitors = [visit(real.port, f"127.0.0.{n}") for n in range(100, 108)]
        assert visitors == [200] * 8
    finally:
        for line in held:
            line.close()
    assert "Traceback" not in real.log, real.log
