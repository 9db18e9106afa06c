from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from icefield.server.settings import Settings

from .guests import Guest
from .serving import Served, load_bots


def _settings(folder: Path) -> Settings:
    return Settings(f"sqlite:///{folder / 'tables.db'}", "a test's secret", bot_pause=0, poll=0.5)


@pytest.fixture(scope="session", autouse=True)
def _loaded() -> None:
    load_bots()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that do not stop it."""
    server = Served(_settings(tmp_path_factory.mktemp("served")))
    yield server
    server.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server that the test may stop and start."""
    server = Served(_settings(tmp_path))
    yield server
    server.close()


@pytest.fixture
def guest(served: Served) -> Guest:
    """A visitor with cookies of their own."""
    return Guest(served)
