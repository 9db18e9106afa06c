"""The disk is full: moves are refused and leave nothing, tables stay readable.

Play continues when there is room again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
import sqlalchemy as sa
from sqlalchemy import event as sa_event

from icefield.server.settings import Settings

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, bot, refused
from ..server_thread import Served, connect_live
from .serve_command import Real, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("disk_full")]

LARGE = 2**30


class Disk(Protocol):
    """A server and the disk its database is on."""

    server: Any

    def fill(self) -> None: ...

    def free(self) -> None: ...

    def close(self) -> None: ...


class _InARoomOfItsOwn(Real):
    """A server with a small file system that no other process sees."""

    room: Path

    def command(self) -> list[str]:
        mount = f"mount -t tmpfs -o size=16m none '{self.room}' && exec \"$@\""
        return [*unshare(), "sh", "-c", mount, "sh", *super().command()]


def unshare() -> list[str]:
    return ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]


class SmallDisk:
    """A real file system of a few megabytes, filled to the last byte."""

    def __init__(self, folder: Path):
        room = folder / "room"
        room.mkdir()
        mount = ["sh", "-c", f"mount -t tmpfs none '{room}'"]
        tried = subprocess.run([*unshare(), *mount], capture_output=True, check=False)
        if tried.returncode:
            pytest.skip("nobody may mount a file system here")
        self.server = _InARoomOfItsOwn(str(room / "tables.db"), folder)
        self.server.room = room
        self.server.start()
        self._filler = Path(f"/proc/{self.server.pid}/root{room}/filler")

    def fill(self) -> None:
        with self._filler.open("wb", buffering=0) as filler:
            for size in (2**16, 2**12, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    continue

    def free(self) -> None:
        self._filler.unlink()

    def close(self) -> None:
        assert "Traceback" not in self.server.log, self.server.log
        self.server.close()


class FewPages:
    """A database that may not grow: what SQLite calls full, wherever tests run."""

    def __init__(self, folder: Path):
        self._pages = LARGE
        self._file = str(folder / "tables.db")
        sa_event.listen(sa.Engine, "checkout", self._limit)
        url = f"sqlite:///{self._file}"
        self.server = Served(Settings(url, "a test's secret", bot_pause_s=0.7))

    def _limit(self, connection: Any, _record: Any, _proxy: Any) -> None:
        if isinstance(connection, sqlite3.Connection):
            (_, _, file), *_ = connection.execute("PRAGMA database_list")
            if file == self._file:  # not that of another test
                connection.execute(f"PRAGMA max_page_count = {self._pages}").close()

    def fill(self) -> None:
        self._pages = 1  # as few as there are

    def free(self) -> None:
        self._pages = LARGE

    def close(self) -> None:
        self.free()
        sa_event.remove(sa.Engine, "checkout", self._limit)
        self.server.close()


@pytest.fixture(params=[SmallDisk, FewPages])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    made: Disk = request.param(tmp_path)
    yield made
    made.close()


def until_refused(guest: Guest) -> dict[str, Any]:
    """Move until a move is refused, at once on a real disk; returns the state before."""
    while True:
        state = guest.state()
        assert state["outcome"] is None, "there was room for a whole game"
        if not state["touches"]:
            return state  # a move was written down, and what chance made of it was not
        move = state["touches"][0]["move"]
        answer = guest.post("moves", move=move, decision=state["decision"])
        if answer.status_code != 200:
            refused(answer, 507, "no-room")
            return state


@pytest.mark.slow
def test_a_full_disk_stops_play_and_loses_nothing(disk: Disk) -> None:
    alone, friends, draws = (Guest(disk.server) for _ in range(3))
    alone.open(PERSON, bot())
    friends.open_hot_seat()
    friends.move("b2-c3")
    draws.open(PERSON, PERSON, game="strait")
    alone.move("b2-c3")
    disk.fill()  # before the bot's move is shown

    state = until_refused(friends)
    assert friends.state()["number"] == state["number"] == len(friends.events())
    until_refused(draws)
    assert draws.http.get(f"/tables/{draws.table}").status_code == 200
    answer = friends.http.post("/api/tables", json={"game": "seals", "seats": [PERSON, PERSON]})
    if answer.status_code != 201:  # a page may have room for a table yet
        refused(answer, 507, "no-room")
    with connect_live(disk.server.port, friends.table, 0, friends.http) as live:
        told = json.loads(live.recv(timeout=HANG_S))
        assert told["number"] == state["number"]

    disk.free()
    friends.move(state["touches"][0]["move"], state["decision"])
    for guest in (friends, draws):
        known = guest.state()
        guest.move(known["touches"][0]["move"], known["decision"])
    eventually(lambda: alone.state()["deciding"], "the bot did not come back")
    assert alone.play_out()["outcome"]
    numbers = [event["number"] for event in friends.events()]
    assert numbers == list(range(1, state["number"] + 3))
