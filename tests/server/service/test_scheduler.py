"""Events that are due at a time: a flag falls."""

from __future__ import annotations

import time

import pytest

from icefield.server.storage.event_log import Store

from ...timeouts import HANG_S
from ..guest import Guest
from ..live_updates import update
from ..server_thread import Served
from ..shared_table import fast_table


def test_a_flag_falls_on_the_server(served: Served, guest: Guest) -> None:
    fast_table(served, guest)
    for move in ("b2-d4", "g7-e5"):  # before which the game would be aborted
        state = guest.move(move)
    assert state["clock"]["seats"][0]["running"]
    assert not state["clock"]["seats"][1]["running"]
    assert 0 < state["clock"]["seats"][0]["left"] <= 1000
    with served.live(guest.table, since=state["number"], client=guest.http) as live:
        told = update(live)["state"]
    assert told["outcome"]["winners"] == [1]
    assert told["caption"] == "Seals ran out of time."
    late = guest.refusal("moves", move="d4-d3", decision=state["decision"])
    assert late in ("stale-move", "game-over")


@pytest.mark.slow
def test_a_flag_falls_after_a_restart_too(own_server: Served) -> None:
    guest = Guest(own_server)
    fast_table(own_server, guest)
    for move in ("b2-d4", "g7-e5"):
        guest.move(move)
    own_server.stop()
    time.sleep(1.1)
    own_server.start()
    store, deadline = Store(own_server.settings.database), time.monotonic() + HANG_S
    while store.events(guest.table)[-1].kind != "flagged":  # no client asks the server for it
        assert time.monotonic() < deadline
        time.sleep(0.05)
    store.close()
    assert guest.state()["outcome"]["winners"] == [1]


def test_a_game_is_aborted_when_a_player_who_has_not_moved_runs_out_of_time(
    served: Served, guest: Guest
) -> None:
    fast_table(served, guest)
    state = guest.state()
    with served.live(guest.table, since=state["number"], client=guest.http) as live:
        told = update(live)
    assert told["events"][-1]["kind"] == "aborted"
    assert told["state"]["outcome"]["winners"] == []
    assert told["state"]["result"]["kind"] == "aborted"
    assert told["state"]["sheet"]["complete"]
