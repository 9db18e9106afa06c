from __future__ import annotations

from collections.abc import Iterator

import pytest

from icefield.server.settings import Settings

from ..server.server_thread import Served, load_bots


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all that is thrown at it."""
    load_bots()
    url = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'tables.db'}"
    server = Served(Settings(url, "a test's secret", bot_pause_s=0, poll_s=0.5))
    yield server
    server.close()
