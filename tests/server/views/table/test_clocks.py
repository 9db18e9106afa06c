"""The clocks in the state of a table."""

from __future__ import annotations

import contextlib
import time

from ...guest import Guest
from ...server_thread import Served
from ...shared_table import together


def test_all_who_vote_have_their_clock_running(served: Served, guest: Guest) -> None:
    others = [Guest(served), Guest(served)]
    clock = {"kind": "player", "seconds": 600, "increment": 5}
    together(guest, *others, game="torch", timer=0, clock=clock)
    with contextlib.ExitStack() as connected:  # the clocks start when all are present
        for each in (guest, *others):
            connected.enter_context(served.live(each.table, client=each.http))
        while guest.state()["clock"]["waits"]:
            time.sleep(0.01)
    running = [seat["running"] for seat in guest.state()["clock"]["seats"]]
    state = guest.state()
    deciders = [seat["deciding"] for seat in state["seats"]]
    assert running == deciders
    while sum(seat["deciding"] for seat in state["seats"]) < 2:
        who = next(g for g in (guest, *others) if g.state()["deciding"])
        state = who.move(who.state()["touches"][0]["move"])
    voter = next(g for g in (guest, *others) if g.state()["deciding"])
    seat = voter.state()["seat"]
    assert voter.state()["clock"]["seats"][seat]["running"]
    state = voter.move(voter.state()["touches"][0]["move"])
    assert not state["clock"]["seats"][seat]["running"]
    assert sum(each["running"] for each in state["clock"]["seats"]) >= 1
    assert state["clock"]["words"] == "10 min + 5 s"
