from __future__ import annotations

import threading

from icefield.server.storage.event_log import OccupiedError, Store
from icefield.server.storage.migrations import upgrade


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
