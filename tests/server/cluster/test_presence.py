"""Which players are connected, as all processes know it."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa

from icefield.server.clock import now
from icefield.server.cluster import lease as processes_module
from icefield.server.cluster import presence as presence_module
from icefield.server.cluster.lease import LEASE_MS
from icefield.server.cluster.presence import Presence
from icefield.server.storage import schema

from ...timeouts import HANG_S
from ..guest import Guest
from ..shared_table import together
from .conftest import Make


def test_who_is_there_is_told_live(guest: Guest, other: Guest) -> None:
    together(guest, other)

    def there(live: Any) -> list[bool]:
        while (told := json.loads(live.recv(timeout=HANG_S)))["type"] != "presence":
            pass
        return list(told["seats"])

    with guest.served.live(guest.table, client=guest.http) as mine:
        assert there(mine) == [True, False]
        with other.served.live(other.table, client=other.http):
            assert there(mine) == [True, True]
        assert there(mine) == [True, False]


def test_all_processes_know_who_is_there(crew: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = crew(), crew()
    here, there = (Presence(each.store, each.process) for each in (one, two))
    with here.at("a", "ann"), here.at("a", "ann"), there.at("a", "bo"):
        for each in (here, there):
            each._writer.submit(lambda: None).result()
        assert here.here("a") == there.here("a") == {"ann", "bo"}
        assert there.here("b") == set()
        assert there.away_s("a", "ann") == 0
        later = now() + LEASE_MS + 1  # a process that has fallen silent
        for module in (processes_module, presence_module):
            monkeypatch.setattr(module, "now", lambda: later)
        assert there.here("a") == {"bo"}
        two.process.remove_ended()
        one.process.renew()
        assert one.process.was_lost()
        here.repeat()
        here._writer.submit(lambda: None).result()
        assert there.here("a") == {"ann", "bo"}
    here.close()
    there.close()
    monkeypatch.setattr(presence_module, "now", lambda: later + 10**7)
    assert there.here("a") == set()
    there.clean_up()
    with one.store.engine.connect() as connection:
        assert connection.execute(sa.select(schema.presence)).all() == []
