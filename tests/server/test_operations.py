"""For whoever looks after a server: health, figures, logs, copies, and what is thrown away."""

from __future__ import annotations

import json
import logging
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families

from icefield.cli.main import main
from icefield.core.errors import BadOption
from icefield.server.asgi.logs import write_logs
from icefield.server.clock import now
from icefield.server.settings import Settings
from icefield.server.storage.backup import KeepingTrouble, Tidied, backup, restore, tidy
from icefield.server.storage.event_log import Store
from icefield.server.storage.schema import events, tables

from ..hang import HANG_S
from .guests import Guest, bot
from .serving import Served

PERSON = {"kind": "person"}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def figures(port: int) -> dict[str, float]:
    """Every sample of a scrape, by its name and labels."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


# -- health ---------------------------------------------------------------------------------------


def test_a_server_says_that_it_lives_and_that_it_is_ready(served: Served) -> None:
    for path, said in (("/healthz", "ok"), ("/readyz", "ready")):
        answer = served.client().get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": said})
        assert "set-cookie" not in answer.headers


def test_without_its_database_a_server_lives_but_is_not_ready(own_server: Served) -> None:
    client = own_server.client()
    store = Store(own_server.settings.database)
    with store.engine.begin() as connection:
        shape = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    assert client.get("/readyz").json() == {"status": "waiting", "why": "migration"}
    with store.engine.begin() as connection:
        connection.execute(sa.text("DROP TABLE alembic_version"))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "waiting")
    assert client.get("/healthz").status_code == 200
    with store.engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(sa.text("INSERT INTO alembic_version VALUES (:v)"), {"v": shape})
    assert client.get("/readyz").status_code == 200
    store.close()


# -- figures --------------------------------------------------------------------------------------


def test_figures_count_what_happens_and_name_nobody(own_server: Served) -> None:
    own_server.stop()
    port = free_port()
    own_server.start(metrics=port)
    guest = Guest(own_server)
    guest.open(PERSON, bot())
    guest.move("b2-c3")
    guest.until("deciding")
    with own_server.live(guest.table, client=guest.http) as live:
        live.recv(timeout=HANG_S)
        assert figures(port)["icefield_live_connections"] == 1
    seen = figures(port)
    assert seen["icefield_requests_total POST /api/tables 201"] == 1
    assert seen["icefield_requests_total POST /api/tables/{id}/moves 200"] == 1
    assert seen["icefield_bot_seconds_count seals 1"] >= 1
    assert seen["icefield_tables playing"] == 1
    assert seen["icefield_database_up"] == 1
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert guest.table not in text
    assert not any(value in text for value in guest.http.cookies.values())
    assert own_server.client().get("/metrics").status_code == 404  # not at the page's port


# -- logs -----------------------------------------------------------------------------------------


@pytest.fixture
def loggers() -> Iterator[None]:
    """Has what was set up before in place again afterwards."""
    names = ("icefield", "uvicorn", "alembic", "icefield.requests")
    kept = [(log, log.handlers, log.propagate, log.level) for log in map(logging.getLogger, names)]
    yield
    for log, handlers, propagate, level in kept:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


def lines_of(capsys: pytest.CaptureFixture[str], count: int) -> list[str]:
    """What was written, once there are so many lines: they come after the answers."""
    found, end = "", time.monotonic() + HANG_S
    while found.count("\n") < count:
        assert time.monotonic() < end, found
        time.sleep(0.01)
        found += capsys.readouterr().err
    return found.splitlines()


@pytest.mark.usefixtures("loggers")
def test_logs_are_lines_of_json_without_secrets(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    write_logs("json")
    guest = Guest(served)
    guest.open(PERSON, {"kind": "invited"})
    guest.http.get(f"/tables/{guest.table}", params={"seat": "a-secret-token"})
    code = guest.http.post("/api/me/code", json={}).json()["code"]
    written = "\n".join(lines_of(capsys, 3))
    lines = [json.loads(line) for line in written.splitlines()]
    asked = [line for line in lines if line["from"] == "icefield.requests"]
    assert {"POST /api/tables", "GET /tables/{id}"} <= {
        f"{line['method']} {line['route']}" for line in asked
    }
    assert all({"at", "level", "said", "status", "ms"} <= set(line) for line in asked)
    for secret in (guest.table, "a-secret-token", code, *guest.http.cookies.values()):
        assert secret not in written


@pytest.mark.usefixtures("loggers")
def test_logs_are_quiet_or_plain_if_wished(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    write_logs("off")
    assert not logging.getLogger("icefield.requests").isEnabledFor(logging.INFO)
    write_logs("plain")
    served.client().get("/healthz")
    assert re.fullmatch(r"GET /healthz 200 [\d.]+ ms", lines_of(capsys, 1)[0])


@pytest.mark.parametrize(
    "environment", [{"ICEFIELD_METRICS": "many"}, {"ICEFIELD_METRICS": "0"}, {"ICEFIELD_LOG": "x"}]
)
def test_bad_settings_are_refused(environment: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=next(iter(environment))):
        Settings.from_environment(environment, database=str(tmp_path / "a.db"))


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.databases("sqlite")
def test_a_copy_made_while_playing_gives_everybody_their_seat_back(
    own_server: Served, tmp_path: Path
) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    guest.move("b2-c3")
    copy = tmp_path / "copy.db"
    backup(own_server.settings, copy)
    assert copy.stat().st_mode & 0o077 == 0
    guest.move("g2-f3")
    with pytest.raises(KeepingTrouble, match="there already"):
        backup(own_server.settings, copy)
    own_server.stop()
    with pytest.raises(KeepingTrouble, match="--over"):
        restore(own_server.settings, copy)
    restore(own_server.settings, copy, over=True)
    secret = Settings.from_environment({}, database=own_server.settings.database).secret
    assert secret == own_server.settings.secret
    own_server.start(secret=secret)
    state = guest.state()
    assert [move["move"] for move in state["moves"]] == ["b2-c3"]
    assert state["deciding"]
    guest.move("g2-f3")
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.databases("sqlite")
def test_what_is_no_copy_is_refused_and_changes_nothing(own_server: Served, tmp_path: Path) -> None:
    own_server.stop()
    before = Store(own_server.settings.database)
    junk, other = tmp_path / "junk", tmp_path / "other.db"
    junk.write_bytes(b"no database" * 1000)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (a)")
    for bad in (junk, other, tmp_path / "missing"):
        with pytest.raises(KeepingTrouble):
            restore(own_server.settings, bad, over=True)
    with before.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(tables)) == 0
    before.close()
    elsewhere = Settings("postgresql://nobody@nowhere/x", "")
    with pytest.raises(KeepingTrouble, match="pg_dump"):
        backup(elsewhere, tmp_path / "x")


# -- what is thrown away --------------------------------------------------------------------------


def test_old_tables_are_thrown_away_and_nothing_else(own_server: Served) -> None:
    guest = Guest(own_server)
    ids = {}
    for name in ("old over", "new over", "old playing", "new playing"):
        guest.open_hot_seat()
        ids[name] = guest.table
        guest.move("b2-c3")
    store = Store(own_server.settings.database)
    long_ago = now() - 40 * 24 * 3600 * 1000
    with store.engine.begin() as connection:
        for name, id_ in ids.items():
            changes = {"stage": "over"} if "over" in name else {}
            if "old" in name:
                changes |= {"active_at": long_ago, "opened_at": long_ago}  # type: ignore[dict-item]
            if changes:
                connection.execute(sa.update(tables).where(tables.c.id == id_).values(**changes))
    assert tidy(store, 30, dry=True) == Tidied(1, 0)
    assert tidy(store, 30) == Tidied(1, 0)
    assert tidy(store, 30, 30) == Tidied(0, 1)
    with store.engine.connect() as connection:
        left = set(connection.scalars(sa.select(tables.c.id)))
        logs = set(connection.scalars(sa.select(events.c.table_id)))
    store.close()
    assert left == logs == {ids["new over"], ids["new playing"]}


@pytest.mark.databases("sqlite")
def test_the_commands_do_the_same(
    own_server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Guest(own_server).open_hot_seat()
    database, copy = own_server.settings.database, str(tmp_path / "copy.db")
    assert main(["backup", copy, "--database", database]) == 0
    assert main(["backup", copy, "--database", database]) == 2
    assert main(["tidy", "--days", "1", "--dry-run", "--database", database]) == 0
    assert "0 finished and 0 unfinished" in capsys.readouterr().out
    own_server.stop()
    assert main(["restore", copy, "--database", database]) == 2
    assert "--over" in capsys.readouterr().err
    assert main(["restore", copy, "--over", "--database", database]) == 0
