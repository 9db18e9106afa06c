"""Nicknames and recovery codes in the database."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from icefield.server.errors import TooManyTries, WrongCode
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.storage.people import People, Tries

from ..guest import Guest
from ..recovery import make_code
from ..server_thread import Served


def test_tries_are_counted_by_all_processes_and_forgotten_after_a_while(database: str) -> None:
    at = [1000]
    stores = [Store(database), Store(database)]
    upgrade(stores[0].engine)
    here, elsewhere = (Tries(store.engine, 2, 60, lambda: at[0]) for store in stores)
    for tries in (here, elsewhere):
        tries.check("a place")
        tries.failed("a place")
    for tries in (here, elsewhere):
        with pytest.raises(TooManyTries):
            tries.check("a place")
        tries.check("another")
    at[0] += 61_000
    here.check("a place")
    for store in stores:
        store.close()


def test_a_code_is_not_in_the_database(own_server: Served) -> None:
    guest = Guest(own_server)
    code = make_code(guest)
    store = Store(own_server.settings.database)
    with store.engine.connect() as connection:
        kept = str(connection.execute(sa.text("SELECT * FROM people")).all())
    assert code not in kept
    assert code.replace("-", "")[3:] not in kept
    people = People(store.engine)
    assert people.recover(code.replace("0", "O").replace("1", "l"))
    with pytest.raises(WrongCode):
        people.recover(code[:-1])
    store.close()
