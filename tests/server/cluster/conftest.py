from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from icefield.server.cluster.bot_jobs import BotJobs, Cost
from icefield.server.cluster.lease import Lease
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade


class Crew:
    """What a process has to do with jobs."""

    def __init__(self, url: str, room: int, **more: Cost):
        self.store = Store(url)
        self.process = Lease(self.store)
        self.freed = 0
        self.jobs = BotJobs(self.store, self.process, room, self._free, **more)

    def _free(self) -> None:
        self.freed += 1


Make = Callable[..., Crew]


@pytest.fixture
def crew(database: str) -> Iterator[Make]:
    """Makes processes behind one database with tables a to f."""
    made: list[Crew] = []
    first = Store(database)
    upgrade(first.engine)
    for table in "abcdef":
        first.open(table, "seals", {})
    first.close()

    def make(room: int = 2, **more: Cost) -> Crew:
        made.append(Crew(database, room, **more))
        return made[-1]

    yield make
    for each in made:
        each.store.close()
