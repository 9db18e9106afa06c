"""For operators: health, metrics, logs, backups, and deleting old tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from icefield.cli.main import main
from icefield.server.clock import now
from icefield.server.cluster.lease import LEASE_MS, check_unused, place
from icefield.server.settings import Settings
from icefield.server.storage.backup import KeepingTrouble, Tidied, backup, restore, tidy
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.storage.processes import ProcessRow, ProcessTable
from icefield.server.storage.schema import events, tables

from ..faults.serve_command import eventually
from ..guest import Guest
from ..server_thread import Served

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
    secret = Settings.from_environment(database=own_server.settings.database).secret
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


# -- a server that uses the database --------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status of a command and what it complained of."""
    capsys.readouterr()
    return main(list(arguments)), capsys.readouterr().err


def in_use(database: str) -> bool:
    """Whether a server has written its lease."""
    try:
        check_unused(database)
    except KeepingTrouble:
        return True
    return False


def test_tidy_refuses_while_a_server_uses_the_database(
    own_server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    database = own_server.settings.database
    eventually(lambda: in_use(database), "an idle server has no lease")
    arguments = ("tidy", "--days", "1", "--database", database)
    status, said = run(capsys, *arguments)
    assert (status, said.count("\n")) == (2, 1)
    assert "end the server first" in said
    assert run(capsys, *arguments, "--dry-run")[0] == 0
    own_server.stop()
    assert run(capsys, *arguments) == (0, "")


@pytest.mark.databases("sqlite")
def test_restore_refuses_while_a_server_uses_the_database(
    own_server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy = own_server.settings.database, tmp_path / "copy.db"
    guest = Guest(own_server)
    guest.open_hot_seat()
    guest.move("b2-c3")
    backup(own_server.settings, copy)
    guest.move("g2-f3")
    eventually(lambda: in_use(database), "an idle server has no lease")
    for over in ([], ["--over"]):
        status, said = run(capsys, "restore", str(copy), *over, "--database", database)
        assert (status, said.count("\n")) == (2, 1)
        assert "end the server first" in said
    guest.move(guest.state()["touches"][0]["move"])
    own_server.stop()
    own_server.start(secret=own_server.settings.secret)
    assert len(guest.state()["moves"]) == 3  # nothing acknowledged is lost


def test_leases_of_ended_servers_do_not_block(database: str, tmp_path: Path) -> None:
    store = Store(database)
    upgrade(store.engine)
    rows = {
        "expired": ProcessRow("expired", "another machine", 1, now() - 1),
        "ended here": ProcessRow("ended here", place(), 2**22 + 1, now() + LEASE_MS),
    }
    for row in rows.values():
        ProcessTable(store.engine).renew(row)
    assert not in_use(database)
    ProcessTable(store.engine).renew(ProcessRow("alive", "another machine", 1, now() + LEASE_MS))
    assert in_use(database)
    store.close()
    assert not in_use(f"sqlite:///{tmp_path / 'missing.db'}")
    assert not (tmp_path / "missing.db").exists()


@pytest.mark.databases("sqlite")
def test_databases_without_processes_are_not_in_use(tmp_path: Path) -> None:
    old, junk = f"sqlite:///{tmp_path / 'old.db'}", tmp_path / "junk.db"
    store = Store(old)
    upgrade(store.engine, "0003")
    store.close()
    junk.write_bytes(b"no database" * 1000)
    assert not in_use(old)
    assert not in_use(f"sqlite:///{junk}")
