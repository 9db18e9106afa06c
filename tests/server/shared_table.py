"""Tables with several visitors."""

from __future__ import annotations

import time
from typing import Any

from icefield.server.storage.event_log import Store

from ..timeouts import HANG_S
from .guest import OPEN, PERSON, Guest
from .server_thread import Served


def together(guest: Guest, *others: Guest, **more: Any) -> None:
    """The first opens a table, the others come and sit down."""
    guest.open(PERSON, *[OPEN] * len(others), **more)
    for seat, each in enumerate(others, 1):
        each.table = guest.table
        assert each.post("sit", seat=seat).is_success


FAST = {"kind": "move", "seconds": 1}


def fast_table(served: Served, guest: Guest, game: str = "seals", seats: int = 2) -> None:
    """A table with time controls that the interface would not accept."""
    guest.open(*[PERSON] * seats, game=game, timer=0)
    fast_copy(served, guest)


def fast_copy(served: Served, *guests: Guest) -> None:
    """Seat the players of a table at one like it with a second for each move."""
    store = Store(served.settings.database)
    first, *more = store.events(guests[0].table)
    id_ = f"fast{time.monotonic_ns() % 10**12}"
    store.open(id_, first.body["game"], {**first.body, "clock": FAST, "clock_waits": False})
    for event in more:
        store.append(id_, event.number, event.kind, event.body)
    store.close()
    for guest in guests:
        guest.table = id_


def torch(guest: Guest, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
    return guest.open(*seats, game="torch", **more)


def join(served: Served, table: str) -> Guest:
    guest = Guest(served)
    guest.table = table
    guest.state()
    return guest


def to_ballot(*guests: Guest) -> None:
    """Make moves until a ballot is at hand."""
    end = time.monotonic() + HANG_S
    while time.monotonic() < end:
        decided = False
        for guest in guests:
            state = guest.state()
            if state["talk"] is not None:
                return
            if state["deciding"]:
                guest.move(state["touches"][0]["move"], state["decision"])
                decided = True
        if not decided:  # a bot is thinking
            time.sleep(0.02)
    raise AssertionError("no ballot")
