"""Migrations: from an empty or an old database to the present schema."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sqlalchemy as sa

from icefield.server.storage import schema
from icefield.server.storage.event_log import Note, Store
from icefield.server.storage.migrations import configured, upgrade

from ...timeouts import HANG_S


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


@pytest.mark.slow
def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    code = (
        "import sys; from icefield.server.storage.event_log import Store;"
        "from icefield.server.storage.migrations import upgrade; upgrade(Store(sys.argv[1]).engine)"
    )
    command = [sys.executable, "-c", code, url]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    said = [process.communicate(timeout=HANG_S)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], said
