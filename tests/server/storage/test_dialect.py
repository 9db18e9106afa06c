"""Threads that write to one file take turns, and none waits for ever."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from icefield.server.storage import dialect
from icefield.server.storage.dialect import at_once, make_engine
from icefield.server.storage.event_log import Store


@pytest.fixture
def engine(tmp_path: Path) -> sa.Engine:
    made = make_engine(f"sqlite:///{tmp_path / 'turns.db'}")
    with made.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE t (n INTEGER)")
    return made


def test_nobody_meets_a_busy_file(engine: sa.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialect, "BUSY", 60.0)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=0")
    problems: list[Exception] = []

    def write(single: bool) -> None:
        try:
            for n in range(40):
                with (at_once(engine) if single else engine).begin() as connection:
                    connection.exec_driver_sql("PRAGMA busy_timeout=0")
                    connection.exec_driver_sql("INSERT INTO t VALUES (?)", (n,))
                    if not single:
                        connection.exec_driver_sql("UPDATE t SET n = n WHERE n = ?", (n,))
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=write, args=(bool(k % 2),)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM t").scalar() == 320


def test_a_statement_that_fails_gives_its_turn_back(engine: sa.Engine) -> None:
    for source in (engine, at_once(engine)):
        with (
            pytest.raises(sa.exc.OperationalError),
            source.begin() as connection,
        ):
            connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
        with source.begin() as connection:
            connection.exec_driver_sql("INSERT INTO t VALUES (1)")


def test_whoever_waits_for_too_long_goes_on(
    engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialect, "BUSY", 0.01)
    with engine.connect() as holder:
        holder.exec_driver_sql("DELETE FROM t WHERE n = -1")
        holder.rollback()
        with engine.begin() as connection:  # the holder has its turn, but nothing to write
            connection.exec_driver_sql("INSERT INTO t VALUES (2)")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM t").scalar() == 1


def test_sqlite_waits_for_its_turn_and_writes_ahead(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with store.engine.connect() as connection:
        asked = {p: connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in _PRAGMAS}
    store.close()
    assert asked == _PRAGMAS


_PRAGMAS = {"journal_mode": "wal", "busy_timeout": 5000, "foreign_keys": 1}
