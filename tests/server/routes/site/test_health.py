"""Whether a server lives and is ready."""

from __future__ import annotations

import sqlalchemy as sa

from icefield.server.storage.event_log import Store

from ...server_thread import Served


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
