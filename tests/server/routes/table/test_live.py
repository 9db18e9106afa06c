"""The live connection: numbered updates, resync by number, restarts."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from ...guest import PERSON, Guest, bot
from ...live_updates import update
from ...server_thread import Served
from ...shared_table import together


def test_updates_come_with_numbers_and_state(guest: Guest) -> None:
    guest.open_hot_seat()
    with guest.served.live(guest.table, client=guest.http) as live:
        first = update(live)
        assert (first["type"], first["number"], first["state"]["seat"]) == ("update", 1, 0)
        state = guest.move("b2-d4")
        second = update(live)
        assert second["number"] == 2
        assert [e["move"] for e in second["events"]] == ["b2-d4"]
        assert second["state"] == state


def test_who_knows_everything_hears_nothing(guest: Guest) -> None:
    guest.open_hot_seat()
    with guest.served.live(guest.table, since=1) as live:
        with pytest.raises(TimeoutError):
            update(live, timeout=0.8)
        guest.move("b2-d4")
        assert update(live)["number"] == 2


def test_what_was_missed_is_told_by_number(guest: Guest) -> None:
    guest.open_hot_seat()
    with guest.served.live(guest.table) as live:
        known = update(live)["number"]
    for move in ("b2-d4", "g7-e5"):
        guest.move(move)
    guest.do("undo")
    with guest.served.live(guest.table, since=known) as live:
        missed = update(live)
        assert [e["number"] for e in missed["events"]] == [2, 3, 4]
        assert [e["kind"] for e in missed["events"]] == ["moved", "moved", "undone"]


def test_a_number_from_the_future_is_set_right(guest: Guest) -> None:
    guest.open_hot_seat()
    for since in (7, 10**30):
        with guest.served.live(guest.table, since=since) as live:
            assert update(live)["number"] == 1


def test_a_spectator_gets_a_spectators_view(guest: Guest) -> None:
    guest.open_hot_seat()
    with guest.served.live(guest.table) as live:
        state = update(live)["state"]
        assert (state["seat"], state["touches"]) == (None, [])


def test_a_bots_reply_is_pushed(guest: Guest) -> None:
    guest.open(PERSON, bot())
    with guest.served.live(guest.table, since=1, client=guest.http) as live:
        guest.move("b2-d4")
        numbers = [update(live)["number"]]
        if numbers != [3]:  # both at once if the bot was quick
            numbers.append(update(live)["number"])
        assert numbers[-1] == 3


def test_what_another_process_writes_is_pushed_too(own_server: Served) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    other_server = Served(own_server.settings)
    try:
        with other_server.live(guest.table, since=1) as live:
            guest.move("b2-d4")
            assert update(live)["number"] == 2
    finally:
        other_server.close()


@pytest.mark.slow
def test_a_restart_closes_the_connection_and_the_next_one_goes_on(own_server: Served) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    with own_server.live(guest.table, since=1) as live:
        own_server.restart()
        with pytest.raises(ConnectionClosed):
            update(live)
    guest.move("b2-d4")
    with own_server.live(guest.table, since=1) as live:
        assert update(live)["number"] == 2


def test_no_table_and_other_sites_are_turned_away(guest: Guest) -> None:
    with guest.served.live("nope") as live:
        told = update(live)
        assert (told["type"], told["code"]) == ("problem", "no-such-table")
        with pytest.raises(ConnectionClosed):
            update(live)
        assert live.close_code == 4404
    guest.open_hot_seat()
    with (
        guest.served.live(guest.table, headers={"Origin": "https://evil.example"}) as live,
        pytest.raises(ConnectionClosed),
    ):
        update(live)
    assert live.close_code == 4403


def test_what_a_client_says_does_no_harm(guest: Guest) -> None:
    guest.open_hot_seat()
    with guest.served.live(guest.table, client=guest.http) as live:
        update(live)
        for said in ("{", "null", "x" * 1000, b"\x00\xff"):
            live.send(said)
        guest.move("b2-d4")
        assert update(live)["number"] == 2
    with guest.served.live(guest.table, since="x") as live:  # type: ignore[arg-type]
        assert update(live)["number"] == 2


CLOCK = {"kind": "player", "seconds": 600, "increment": 5}


def test_clocks_start_when_all_players_are_connected(guest: Guest, other: Guest) -> None:
    together(guest, other, clock=CLOCK)
    with guest.served.live(guest.table, client=guest.http) as mine:
        state = update(mine)["state"]
        assert state["clock"]["waits"]
        assert not any(seat["running"] for seat in state["clock"]["seats"])
        with other.served.live(other.table, client=other.http):
            told = update(mine)
    assert told["events"][-1]["kind"] == "started"
    assert not told["state"]["clock"]["waits"]
    assert [seat["running"] for seat in told["state"]["clock"]["seats"]] == [True, False]


def test_clocks_start_when_the_players_are_at_different_processes(own_server: Served) -> None:
    guest, other_server = Guest(own_server), Served(own_server.settings)
    try:
        other = Guest(other_server)
        together(guest, other, clock=CLOCK)
        with (
            own_server.live(guest.table, client=guest.http) as mine,
            other_server.live(guest.table, client=other.http),
        ):
            update(mine)
            assert update(mine)["events"][-1]["kind"] == "started"
    finally:
        other_server.close()
