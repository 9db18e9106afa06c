"""Notices on other pages about tables that wait for players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from icefield.server.cluster import heartbeat
from icefield.server.tables import departures

from ...timeouts import HANG_S
from ..guest import INVITED, OPEN, PERSON, Guest
from ..server_thread import Served


def listen(guest: Guest, *tables: str) -> ClientConnection:
    """The connection for notices of a visitor about tables."""
    cookies = guest.http.cookies
    return connect(
        f"ws://127.0.0.1:{guest.served.port}/api/me/live?tables={','.join(tables)}",
        additional_headers={"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())},
    )


def notice(live: ClientConnection) -> dict[str, Any]:
    return dict(json.loads(live.recv(timeout=HANG_S)))


def test_the_host_is_told_that_the_game_can_begin(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN)
    other.table = guest.table
    with listen(guest, guest.table) as live:
        other.command("sit", seat=1, name="Ben")
        assert notice(live) == {
            "type": "notice",
            "table": guest.table,
            "kind": "started",
            "sentence": "Ben is here. Your game of Go with the Floe can begin!",
        }
        with pytest.raises(ConnectionClosed):  # nothing waits any more
            live.recv(timeout=HANG_S)


def test_a_guest_who_is_not_the_last_is_told_too(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN, INVITED, game="torch")
    other.table = guest.table
    with listen(guest, guest.table) as live:
        guest.state()
        with other.served.live(other.table):  # a spectator is no news
            pass
        other.command("sit", seat=1, name="Ben")
        told = notice(live)
        assert told["kind"] == "guest"
        assert told["sentence"] == "Ben sat down at your table of IceFloe. 1 seat is still free."
        guest.command("close")
        assert (notice(live)["kind"]) == "done"  # the host knows


def test_who_comes_late_is_told_what_was_missed(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN)
    other.table = guest.table
    other.command("sit", seat=1)
    with listen(guest, guest.table, "no-such-table") as live:
        told = {each["table"]: each["kind"] for each in (notice(live), notice(live))}
    assert told == {guest.table: "started", "no-such-table": "done"}


def test_strangers_are_told_nothing(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN)
    other.http.get("/api/me")
    with listen(other, guest.table) as live:
        assert notice(live) == {
            "type": "notice",
            "table": guest.table,
            "kind": "done",
            "sentence": None,
        }


@pytest.fixture
def two(own_server: Served) -> Iterator[tuple[Served, Served]]:
    """Two servers behind one database."""
    other = Served(own_server.settings)
    yield own_server, other
    other.close()


def test_another_process_tells_the_host(two: tuple[Served, Served]) -> None:
    here, there = two
    host, guest = Guest(here), Guest(there)
    host.open(PERSON, OPEN)
    guest.table = host.table
    with listen(host, host.table) as live:
        guest.command("sit", seat=1, name="Ben")
        assert notice(live)["kind"] == "started"


def test_a_table_leaves_the_lobby_when_its_host_leaves_the_site(
    two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    host, guest = Guest(here), Guest(there)
    host.open(PERSON, OPEN, listed=True)
    guest.table = host.table
    monkeypatch.setattr(departures, "SEEK_AWAY_S", 0.3)
    monkeypatch.setattr(heartbeat, "ABANDONED_S", 0.0)
    with listen(host, host.table):
        pass
    assert guest.until("closed")["closed"] == "This table was closed, because its host had left."
    with listen(host, host.table) as live:
        told = notice(live)
    assert told["kind"] == "closed"
    assert told["sentence"].startswith("Your table of Go with the Floe was closed, because")
