"""A client with many requests waits longer; one with few is served."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from icefield.play import read_record
from icefield.server.service import fair_pool
from icefield.server.service.fair_queue import Account
from icefield.server.settings import Settings
from icefield.server.views.lines import MAX_FILE_MOVES

from ...timeouts import HANG_S
from ..flood import connect, upgrade
from ..guest import PERSON, Guest, bot
from ..server_thread import Served
from .conftest import Start
from .serve_command import LONG, eventually

pytestmark = pytest.mark.any_database

GAME = '[Game "seals"]\n\n1. b2-d4\n\n'
MAX_TABLES = 45


def visitor(port: int, address: str) -> httpx.Client:
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        transport=httpx.HTTPTransport(verify=False, local_address=address),
        timeout=HANG_S,
    )


def send(port: int, path: str, body: dict[str, Any]) -> socket.socket:
    """A request whose answer is not read."""
    text = json.dumps(body).encode()
    line = connect(port, "127.0.0.66")
    line.sendall(
        f"POST {path} HTTP/1.1\r\nHost: ice\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(text)}\r\n\r\n".encode()
        + text
    )
    return line


def test_of_a_file_only_the_requested_game_is_played() -> None:
    broken = GAME * 3 + '[Game "seals"]\n\n1. b2-b2\n'
    found, count = read_record(broken, 2, 100)
    assert found is not None
    assert (found.moves, count) == (("b2-d4",), 4)
    assert read_record(broken, 5, 100) == (None, 4)


def test_the_moves_of_a_whole_file_are_limited(guest: Guest) -> None:
    text = '[Game "seals"]\n\n' + "x " * (MAX_FILE_MOVES + 1)
    answer = guest.http.post("/api/analyse/read", json={"text": text, "number": 1}).json()
    assert answer["found"] is None
    assert str(MAX_FILE_MOVES) in answer["problem"]["sentence"]


def test_texts_that_nobody_waits_for_are_not_read(tmp_path: Path) -> None:
    """Clients disconnect while their texts wait; those are dropped, a visitor served."""
    served = Served(Settings(f"sqlite:///{tmp_path / 'tables.db'}", "a test's secret"))
    reads, gate = fair_pool.READS, threading.Event()
    held = [reads.submit(gate.wait, account=Account(str(n))) for n in range(4)]
    try:
        body = {"text": GAME * 500}
        lines = [send(served.port, "/api/analyse/read", body) for _ in range(20)]
        eventually(lambda: len(reads) == 20, "they do not wait")
        for line in lines:
            line.close()
        eventually(lambda: len(reads) == 0, "they are not dropped")
    finally:
        gate.set()
    assert all(each.result(HANG_S) for each in held)
    with visitor(served.port, "127.0.0.100") as client:
        answer = client.post("/api/analyse/begin", json={"game": "seals"})
    assert answer.status_code == 200
    served.close()


@pytest.mark.slow
def test_many_games_read_by_one_address_leave_others_their_turn(start: Start) -> None:
    real = start()
    body = {"text": GAME * 3000, "number": 1}
    for _ in range(40):
        send(real.port, "/api/analyse/read", body).close()
    with visitor(real.port, "127.0.0.100") as client:
        assert client.post("/api/analyse/begin", json={"game": "seals"}).status_code == 200
        assert client.post("/api/analyse/read", json=body).json()["found"]["count"] == 3000
    assert "Traceback" not in real.log, real.log


@pytest.mark.slow
def test_a_weak_bot_answers_a_person_before_tables_of_strong_bots_have_theirs(start: Start) -> None:
    """45 watched tables of the strongest bots; a player's bots answer before them."""
    real = start()
    lines: list[socket.socket] = []
    tables = []
    with visitor(real.port, "127.0.0.66") as attacker:
        for _ in range(MAX_TABLES):
            seats = [bot("max"), bot("max")]
            answer = attacker.post("/api/tables", json={"game": "seals", "seats": seats})
            tables.append(answer.json()["id"])
            lines.append(upgrade(real.port, tables[-1], "127.0.0.66"))

        def made() -> int:
            return sum(len(attacker.get(f"/api/tables/{each}").json()["moves"]) for each in tables)

        guest = Guest(real)  # type: ignore[arg-type]
        guest.open(PERSON, bot("1"))
        before = made()
        for _ in range(2):
            known = guest.state()
            guest.move(known["touches"][0]["move"], known["decision"])
            guest.until("deciding", LONG)
        assert len(guest.state()["moves"]) == 4
        # by age, all 45 would have their turn before each of the two answers
        assert made() - before < MAX_TABLES
    for line in lines:
        line.close()
    assert "Traceback" not in real.log, real.log


def test_a_full_queue_says_when_to_come_back(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_pool.READS._queue, "most", 0)
    answer = guest.http.get("/api/games")
    assert answer.status_code == 503
    assert answer.json()["code"] == "busy"
    assert int(answer.headers["retry-after"]) >= 1
    page = guest.http.get("/lobby")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert http.client.responses[page.status_code] == "Service Unavailable"
