from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from icefield.server.settings import Settings

from ..timeouts import HANG_S
from .guest import Guest
from .moved_table import GAME
from .postgres_cluster import Cluster
from .server_thread import Served, load_bots

SQLITE, POSTGRES = "sqlite", "postgres"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests with a database run on both; those of one behaviour on both only in soak."""
    if "kind" not in metafunc.fixturenames:
        return
    marker = metafunc.definition.get_closest_marker("databases")
    kinds: tuple[str, ...] = (SQLITE, POSTGRES) if marker is None else marker.args
    once = metafunc.definition.get_closest_marker("any_database") is not None
    if once and not os.environ.get("ICEFIELD_SOAK"):
        kinds = (SQLITE,)
    marked = [pytest.param(k, marks=pytest.mark.postgres) if k == POSTGRES else k for k in kinds]
    metafunc.parametrize("kind", marked, indirect=True, scope="session")


@pytest.fixture(scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    """Which database a test runs on."""
    return str(request.param)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of this process."""
    started = Cluster()
    yield started
    started.close()


@pytest.fixture(scope="session", autouse=True)
def _loaded() -> None:
    load_bots()


def _settings(database: str, bot_pause_s: float = 0) -> Settings:
    return Settings(database, "a test's secret", bot_pause_s=bot_pause_s, poll_s=0.5)


@pytest.fixture(scope="session")
def served(
    kind: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Served]:
    """One server for all tests that do not stop it."""
    if kind == SQLITE:
        url = f"sqlite:///{tmp_path_factory.mktemp('served') / 'tables.db'}"
    else:
        url = request.getfixturevalue("cluster").database()
    server = Served(_settings(url))
    yield server
    server.close()


@pytest.fixture
def database(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a test's own database with the newest schema; a file is new."""
    if kind == SQLITE:
        yield f"sqlite:///{tmp_path / 'a %20 b.db'}"
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture
def own_server(database: str) -> Iterator[Served]:
    """A server that the test may stop and start."""
    server = Served(_settings(database))
    yield server
    server.close()


@pytest.fixture
def slow_bots_server(database: str) -> Iterator[Served]:
    """A server whose bots move after the test."""
    server = Served(_settings(database, HANG_S))
    yield server
    server.close()


@pytest.fixture
def guest(served: Served) -> Guest:
    """A visitor with cookies of their own."""
    return Guest(served)


@pytest.fixture
def other(served: Served) -> Guest:
    return Guest(served)


@pytest.fixture
def loggers() -> Iterator[None]:
    """Has what was set up before in place again afterwards."""
    names = ("icefield", "uvicorn", "alembic", "icefield.requests")
    kept = [(log, log.handlers, log.propagate, log.level) for log in map(logging.getLogger, names)]
    yield
    for log, handlers, propagate, level in kept:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


@pytest.fixture
def table(guest: Guest) -> Guest:
    """A hot-seat game of some moves."""
    guest.open_hot_seat()
    for move in GAME:
        guest.move(move)
    return guest


@pytest.fixture
def url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database without anything."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'a %20 b.db'}"
    return str(request.getfixturevalue("cluster").empty())
