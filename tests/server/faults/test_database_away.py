"""PostgreSQL stops and comes back: clients are asked to retry, nothing is lost.

Live connections, bots and timers continue by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, bot, refused
from ..postgres_cluster import Cluster
from ..server_thread import connect_live
from .serve_command import Real, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("database_away")]


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that no other test uses."""
    cluster = Cluster(careful=True)
    yield cluster
    cluster.close()


@pytest.fixture
def servers(own_cluster: Cluster, tmp_path: Path) -> Iterator[list[Real]]:
    """Two servers behind one database."""
    database = own_cluster.database()
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append(Real(database, tmp_path / name))
    for server in made:
        server.start()
    yield made
    for server in made:
        server.close()


def guest_of(server: Real, cookies: httpx.Cookies | None = None) -> Guest:
    guest = Guest(server)  # type: ignore[arg-type]
    guest.http.cookies.update(cookies or {})
    return guest


def told(live: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        said = json.loads(live.recv(timeout=HANG_S))
        if said["type"] == kind:
            return dict(said)


@pytest.mark.slow
def test_a_database_that_goes_away_and_comes_back(
    servers: list[Real], own_cluster: Cluster
) -> None:
    one, two = servers
    guest = guest_of(one)
    guest.open(PERSON, bot())
    friends = guest_of(one)
    friends.open_hot_seat()
    elsewhere = guest_of(two, friends.http.cookies)
    elsewhere.table = friends.table
    state = guest.state()
    first = state["touches"][0]["move"]
    with connect_live(two.port, friends.table, 0, elsewhere.http) as live:
        assert told(live, "update")["number"] == 1
        own_cluster.stop()
        assert told(live, "problem")["code"] == "busy"
        with pytest.raises(ConnectionClosed) as closed:
            told(live, "nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4503  # a page comes back after that

    move = {"move": first, "decision": state["decision"]}
    problem = refused(guest.post("moves", **move), 503, "busy")
    assert "Traceback" not in json.dumps(problem)
    refused(guest.http.get(guest.path), 503, "busy")
    page = guest.http.get(f"/tables/{guest.table}")
    assert page.status_code == 503
    assert problem["sentence"] in page.text
    for server in servers:
        ready = server.client().get("/readyz")
        assert (ready.status_code, ready.json()["why"]) == (503, "database")
        assert server.client().get("/healthz").status_code == 200

    own_cluster.start()
    for server in servers:
        eventually(server.is_ready, "the server did not come back")
    with connect_live(two.port, friends.table, 0, elsewhere.http) as live:
        number = told(live, "update")["number"]
        assert number == 1  # nothing was half done
        for _ in range(4):
            made = friends.state()
            friends.move(made["touches"][0]["move"], made["decision"])
            number += 1
            assert told(live, "update")["number"] == number  # one process hears of the other
    assert [event["kind"] for event in guest.events()] == ["opened"]
    guest.move(first, state["decision"])
    assert len(guest.until("deciding")["moves"]) == 2
    assert guest.play_out()["outcome"]
    for server in servers:
        assert server.process is not None
        assert server.process.poll() is None
        assert "Traceback" not in server.log, server.log


@pytest.mark.slow
def test_bots_that_were_thinking_when_the_database_went_away_move_when_it_is_back(
    own_cluster: Cluster, tmp_path: Path
) -> None:
    real = Real(own_cluster.database(), tmp_path)
    real.start()
    try:
        guest = guest_of(real)
        guest.open(PERSON, bot())
        state = guest.state()
        guest.move(state["touches"][0]["move"], state["decision"])
        own_cluster.stop()  # a bot's move is shown after a while, so that it finds no database
        eventually(lambda: "bot move not written" in real.log, real.log)
        own_cluster.start()
        query = f"SELECT count(*) FROM events WHERE table_id = '{guest.table}'"
        name = make_url(real.database).database or ""
        eventually(lambda: own_cluster.sql(query, name) == [(3,)], "nobody moved")  # nor asked
        assert real.terminate() == 0
        assert "Traceback" not in real.log, real.log
    finally:
        real.close()
