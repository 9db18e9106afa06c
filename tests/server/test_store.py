from __future__ import annotations

import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from icefield.core.errors import BadOption
from icefield.server import settings as settings_module
from icefield.server.run import prepared
from icefield.server.settings import Settings
from icefield.server.storage import schema
from icefield.server.storage.event_log import Note, OccupiedError, Store
from icefield.server.storage.migrations import configured, upgrade

from ..hang import HANG_S


@pytest.fixture
def url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database without anything."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'a %20 b.db'}"
    return str(request.getfixturevalue("cluster").empty())


def test_migrations_lead_from_nothing_to_the_shape_in_the_code(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    upgrade(store.engine)  # and once more changes nothing
    found = sa.inspect(store.engine)
    assert set(found.get_table_names()) == {*schema.metadata.tables, "alembic_version"}
    for name, table in schema.metadata.tables.items():
        assert {c["name"] for c in found.get_columns(name)} == set(table.columns.keys())
        key = found.get_pk_constraint(name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    store.close()


def test_events_come_back_as_they_were_written(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    store.open("t", "seals", {"name": "Ännchen 🐻"})
    store.append("t", 2, "moved", {"move": "b2-d4"})
    store.close()
    again = Store(url)
    events = again.events("t")
    assert [(e.number, e.kind) for e in events] == [(1, "opened"), (2, "moved")]
    assert events[0].body == {"name": "Ännchen 🐻"}
    assert again.events("t", since=1) == events[1:]
    assert again.events("t", since=2) == ()
    assert again.events("other") == ()
    again.close()


def test_a_number_is_given_once_whoever_asks(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    upgrade(stores[0].engine)
    stores[0].open("t", "seals", {})
    won: list[int] = []
    begin = threading.Barrier(len(stores))

    def race(mine: int) -> None:
        begin.wait()
        for number in range(2, 12):
            try:
                stores[mine].append("t", number, "moved", {"by": mine})
                won.append(number)
            except OccupiedError:
                pass

    racers = [threading.Thread(target=race, args=(i,)) for i in range(len(stores))]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(won) == list(range(2, 12))
    assert len(stores[0].events("t")) == 11
    for store in stores:
        store.close()


def test_an_old_database_with_tables_in_it_is_brought_up_to_date(url: str) -> None:
    store = Store(url)
    upgrade(store.engine, "0002")
    two = {"players": [{"kind": "person", "owner": "ann"}, {"kind": "open", "owner": None}]}
    one = {"players": [{"kind": "person", "owner": "ann"}]}
    rows = (
        ("a", 1, "opened", two, 5),
        ("a", 2, "sat", {"owner": "bo"}, 9),
        ("b", 1, "opened", one, 7),
    )
    with store.engine.begin() as connection:
        for id_ in ("a", "b"):
            connection.execute(
                sa.text("INSERT INTO tables (id, game, opened_at) VALUES (:id, 'seals', 3)"),
                {"id": id_},
            )
        for table, number, kind, body, at in rows:
            values = {"table_id": table, "number": number, "kind": kind, "body": body, "at": at}
            connection.execute(sa.insert(schema.events).values(values))
    upgrade(store.engine)
    assert [event.kind for event in store.events("a")] == ["opened", "sat"]
    with store.engine.connect() as connection:
        columns = schema.tables.c["id", "listed", "stage", "active_at"]
        found = connection.execute(sa.select(*columns).order_by("id"))
        assert [tuple(row) for row in found] == [
            ("a", False, "playing", 9),
            ("b", False, "playing", 7),
        ]
    assert store.sat_at("ann", 9) == ("a",)  # the other one is practice
    assert store.sat_at("bo", 9) == ("a",)
    assert store.listing("playing", 9) == ()
    downgrade(store.engine, "0002")
    assert "people" not in sa.inspect(store.engine).get_table_names()
    assert [event.kind for event in store.events("a")] == ["opened", "sat"]
    store.close()


def test_tables_that_lists_knew_before_there_were_several_processes_stay_listed(url: str) -> None:
    store = Store(url)
    upgrade(store.engine, "0003")
    with store.engine.begin() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO tables (id, game, opened_at, listed, stage, active_at, fades_at) "
                "VALUES ('a', 'seals', 3, :yes, 'waiting', 5, :late)"
            ),
            {"yes": True, "late": 2**45},
        )
    upgrade(store.engine)
    assert store.listing("waiting", 9) == ("a",)
    store.note("a", 1, Note(True, "over", 6, 2**45, frozenset()))
    assert store.listing("waiting", 9) == ()
    downgrade(store.engine, "0003")
    names = sa.inspect(store.engine).get_table_names()
    assert not {"jobs", "processes", "presence", "failures", "secrets"} & set(names)
    upgrade(store.engine)
    store.close()


def downgrade(engine: sa.Engine, revision: str) -> None:
    from alembic import command

    with configured(engine) as config:
        command.downgrade(config, revision)


def test_lists_know_who_sits_where_and_what_was_last(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    for id_, at in (("old", 1000), ("new", 2000), ("gone", 3000)):
        store.open(id_, "seals", {})
        fades = 0 if id_ == "gone" else 2**45
        store.note(id_, 1, Note(True, "waiting", at, fades, frozenset({"ann"})))
    assert store.listing("waiting", 9) == ("new", "old")
    assert store.listing("waiting", 1) == ("new",)
    assert store.listing("playing", 9) == ()
    assert store.sat_at("ann", 9) == ("gone", "new", "old")
    store.note("new", 2, Note(False, "over", 4000, 2**45, frozenset({"bo"})))
    assert store.listing("waiting", 9) == ("old",)
    assert store.sat_at("ann", 9) == ("new", "gone", "old")  # whoever left is not forgotten
    assert store.sat_at("ann", 9, over=False) == ("gone", "old")
    assert store.sat_at("bo", 9) == ("new",)
    store.close()


def test_lists_do_not_go_back_to_what_was_before(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    store.open("t", "seals", {})
    store.note("t", 7, Note(True, "over", 7000, 2**45, frozenset({"ann"})))
    store.note("t", 6, Note(True, "playing", 6000, 2**45, frozenset({"bo"})))  # a slow process
    assert store.listing("playing", 9) == ()
    assert store.listing("over", 9) == ("t",)
    assert store.sat_at("bo", 9) == ()
    store.note("t", 8, Note(True, "playing", 8000, 2**45, frozenset({"bo"})))
    assert store.listing("playing", 9) == ("t",)
    store.close()


def test_all_servers_behind_a_database_have_one_secret(url: str) -> None:
    stores = [Store(url) for _ in range(3)]
    upgrade(stores[0].engine)
    begin, found = threading.Barrier(len(stores)), []

    def ask(store: Store) -> None:
        begin.wait()
        found.append(store.secret())

    askers = [threading.Thread(target=ask, args=(store,)) for store in stores]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert len(found) == 3
    assert len(set(found)) == 1
    assert len(found[0]) > 40
    for store in stores:
        store.close()


def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    code = (
        "import sys; from icefield.server.storage.event_log import Store;"
        "from icefield.server.storage.migrations import upgrade; upgrade(Store(sys.argv[1]).engine)"
    )
    command = [sys.executable, "-c", code, url]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    said = [process.communicate(timeout=HANG_S)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], said


def test_sqlite_waits_for_its_turn_and_writes_ahead(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with store.engine.connect() as connection:
        asked = {p: connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in _PRAGMAS}
    store.close()
    assert asked == _PRAGMAS


_PRAGMAS = {"journal_mode": "wal", "busy_timeout": 5000, "foreign_keys": 1}


def test_the_secret_is_made_once_and_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "new folder" / "games.db"
    first = Settings.from_environment(database=str(database))
    monkeypatch.setenv("ICEFIELD_DATABASE", f"sqlite:///{database}")
    again = Settings.from_environment()
    assert first == again
    assert len(first.secret) > 40
    mode = stat.S_IMODE((database.parent / "secret").stat().st_mode)
    assert mode == 0o600
    monkeypatch.setenv("ICEFIELD_SECRET", "x")
    assert Settings.from_environment(database=str(database)).secret == "x"


def test_without_a_word_the_database_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ICEFIELD_DATABASE", raising=False)
    settings = Settings.from_environment()
    assert settings.database == f"sqlite:///{tmp_path}/home/icefield/icefield.db"
    assert (tmp_path / "home" / "icefield").is_dir()


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "://", "not a url://", "mysql://host/games"]
)
def test_a_database_that_cannot_be_kept_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="not a database"):
        Settings.from_environment(database=url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_however_it_is_written(scheme: str) -> None:
    settings = Settings.from_environment(database=f"{scheme}://me:word@host/games")
    assert settings.secret == ""  # the database keeps it
    store = Store(settings.database)
    assert store.engine.url.drivername == "postgresql+psycopg"
    store.close()


def test_without_its_driver_postgresql_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_module, "find_spec", lambda _name: None)
    with pytest.raises(BadOption, match=r"pip install 'icefield\[postgres\]'"):
        Settings.from_environment(database="postgresql://host/games")


def test_a_database_that_does_not_answer_is_told_without_the_password(tmp_path: Path) -> None:
    nowhere = Settings(f"postgresql://me:word@/games?host={tmp_path}", "")
    with pytest.raises(BadOption) as caught:
        prepared(nowhere)
    told = str(caught.value)
    assert "cannot be used" in told
    assert "word" not in told


@pytest.mark.databases("postgres")
def test_what_is_prepared_can_be_served(url: str) -> None:
    settings = prepared(Settings(url, ""))
    assert len(settings.secret) > 40
    assert prepared(Settings(url, "")) == settings
    assert prepared(Settings(url, "my own")).secret == "my own"
