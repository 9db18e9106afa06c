"""Fixtures of the tests of the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from icefield.server.service.hub import Hub
from icefield.server.service.table_service import TableService
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade

Make = Callable[[], TableService]


@pytest.fixture
def service(database: str) -> Iterator[Make]:
    """Makes services behind one database, each like that of a process of its own."""
    made: list[TableService] = []

    def make() -> TableService:
        store = Store(database)
        upgrade(store.engine)
        made.append(TableService(Settings(database, "a test's secret"), store, Hub()))
        return made[-1]

    yield make
    for each in made:
        each.close()
