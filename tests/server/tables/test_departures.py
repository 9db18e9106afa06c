"""Resigning, running out of time, leaving and coming back."""

from __future__ import annotations

import time
from typing import Any

import pytest

from icefield.core.errors import NotNow
from icefield.server.storage.event_log import Store
from icefield.server.tables import departures
from icefield.server.tables.commands import Caller, CloseAbandoned
from icefield.server.tables.departures import SEEK_AWAY_S
from icefield.server.tables.events import Closed
from icefield.server.tables.table import Table

from ...timeouts import HANG_S
from ..guest import INVITED, OPEN, PERSON, Guest, bot
from ..live_updates import update
from ..server_thread import Served
from ..shared_table import fast_copy, fast_table, together


def test_who_gives_up_loses_and_the_match_goes_on(guest: Guest, other: Guest) -> None:
    together(guest, other, games=2)
    guest.move("b2-d4")
    assert guest.refusal("resign", game=2) == "stale-move"
    state = guest.command("resign", game=1)
    assert state["outcome"]["winners"] == [1]
    assert state["caption"] == "Seals gave up."
    assert state["sheet"]["rows"][0]["points"] == [0, state["outcome"]["scores"][1]]
    assert guest.refusal("resign", game=1) == "game-over"
    assert other.refusal("moves", move="g7-e5", decision=state["decision"]) == "game-over"
    assert guest.http.get(f"{guest.path}/plies/1/1").json()["outcome"]["winners"] == [1]
    assert guest.http.get(f"{guest.path}/plies/1/0").json()["outcome"] is None
    assert '[Termination "resignation"]' in guest.http.get(f"{guest.path}/record").text
    state = guest.do("next")
    assert (state["outcome"], state["can"]["resign"]) == (None, True)
    late = other.refusal("resign", game=1)  # pressed before the next game began
    assert late == "stale-move"


def test_a_game_is_aborted_by_a_player_who_has_not_moved(guest: Guest, other: Guest) -> None:
    together(guest, other, games=2)
    guest.move("b2-d4")
    assert (guest.state()["can"]["abort"], other.state()["can"]["abort"]) == (False, True)
    state = other.command("resign", game=1)
    assert (state["outcome"]["winners"], state["outcome"]["scores"]) == ([], [0, 0])
    assert state["result"] == {
        "kind": "aborted",
        "title": "Game called off",
        "points": None,
        "details": [],
    }
    can = state["can"]
    assert (can["next"], can["extend"], can["rematch"]) == (False, False, True)
    assert state["sheet"]["complete"]
    assert state["sheet"]["winners"] == []
    assert other.refusal("next", decision=state["decision"]) == "not-now"
    assert other.refusal("extend", decision=state["decision"]) == "not-now"
    assert '[Termination "abandoned"]' in guest.http.get(f"{guest.path}/record").text


def test_the_second_game_of_a_match_is_lost_not_aborted(guest: Guest, other: Guest) -> None:
    together(guest, other, games=2)
    guest.move("b2-d4")
    guest.command("resign", game=1)
    assert not guest.do("next")["can"]["abort"]
    assert guest.command("resign", game=2)["outcome"]["winners"] == [0]


def test_of_more_than_two_a_bot_plays_on_for_good(served: Served, guest: Guest) -> None:
    others = [Guest(served), Guest(served)]
    together(guest, *others, game="torch")
    state = others[0].command("resign", game=1)
    assert state["seat"] is None
    seat = guest.state()["seats"][1]
    assert (seat["kind"], bool(seat["stand_in"]), seat["for_good"]) == ("person", True, True)
    assert not state["can"]["back"]
    while guest.state()["thinking"]:  # the bot has its say first
        time.sleep(0.01)
    assert others[0].refusal("back") == "not-seated"


def test_a_bot_plays_for_who_left_until_they_are_back(guest: Guest, other: Guest) -> None:
    together(guest, other)
    state = guest.command("leave")
    assert (state["seat"], state["can"]["back"]) == (None, True)
    state = other.until("deciding")  # the bot has moved
    assert len(state["moves"]) == 1
    assert state["seats"][0]["stand_in"]
    state = guest.command("back")
    assert (state["seat"], state["seats"][0]["stand_in"]) == (0, None)
    other.move(other.state()["touches"][0]["move"])
    assert guest.state()["deciding"]


def test_a_bot_plays_for_who_is_away(
    guest: Guest, other: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    together(guest, other)
    assert guest.refusal("replace", seat=1) == "not-replaced"  # no player waits for them
    assert guest.refusal("replace", seat=7) == "not-replaced"
    guest.move("b2-d4")
    with other.served.live(other.table, client=other.http):
        deadline = time.monotonic() + HANG_S
        while guest.refusal("replace", seat=1) != "not-away":
            assert time.monotonic() < deadline
    monkeypatch.setattr(departures, "AWAY_S", 0.0)
    assert guest.command("replace", seat=1)["seats"][1]["stand_in"]
    state = guest.until("deciding")
    assert other.state()["can"]["back"]
    assert not state["can"]["hint"]  # a person may come back, and then people play each other
    assert (
        guest.http.get(f"{guest.path}/hint", params={"decision": state["decision"]}).json()["code"]
        == "hints-closed"
    )


def test_with_several_players_a_bot_plays_on_when_a_flag_falls(
    served: Served, guest: Guest
) -> None:
    fast_table(served, guest, "glide", 4)
    first = guest.state()["turn"]
    with served.live(guest.table, since=1, client=guest.http) as live:
        state = update(live)["state"]
        while not state["seats"][first]["stand_in"]:
            state = update(live)["state"]
    assert state["outcome"] is None


def test_against_bots_one_may_return_after_a_time_forfeit(served: Served, guest: Guest) -> None:
    guest.open(PERSON, bot(), bot(), bot(), game="glide", timer=0)
    fast_copy(served, guest)
    state = guest.until("absence")
    assert state["absence"] == {
        "sentence": "Your time ran out, so a bot plays for you. You can come back at any time.",
        "timed": True,
        "back": True,
    }
    seat = next(s["seat"] for s in state["seats"] if s["mine"])
    state = guest.command("back")
    assert state["seats"][seat]["stand_in"] is None
    assert state["absence"] is None
    assert state["clock"]["seats"][seat]["left"] > 500  # the whole time again


def test_among_people_a_time_forfeit_is_for_good_and_told(
    served: Served, guest: Guest, other: Guest
) -> None:
    guest.open(PERSON, OPEN, bot(), bot(), game="glide", timer=0)
    other.table = guest.table
    other.command("sit", seat=1)
    fast_copy(served, guest, other)
    state = guest.state()
    deadline = time.monotonic() + HANG_S
    while not any(s["stand_in"] for s in state["seats"]) and time.monotonic() < deadline:
        time.sleep(0.05)
        state = guest.state()
    late = guest if guest.state()["absence"] else other
    absence = late.state()["absence"]
    assert absence == {
        "sentence": "Your time ran out. A bot plays on for you.",
        "timed": True,
        "back": False,
    }
    assert late.refusal("back") == "not-seated"


def test_the_host_closes_a_table_that_waits(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN, listed=True)
    other.table = guest.table
    assert (guest.state()["can"]["close"], other.state()["can"]["close"]) == (True, False)
    assert other.refusal("close") == "not-host"
    assert guest.table in {row["id"] for row in other.http.get("/api/lobby").json()}
    state = guest.command("close")
    assert (state["closed"], state["invites"]) == ("You have closed this table.", [])
    assert other.state()["caption"] == "The host has closed this table."
    assert guest.table not in {row["id"] for row in other.http.get("/api/lobby").json()}
    assert guest.table not in {row["id"] for row in guest.http.get("/api/me").json()["games"]}
    assert other.refusal("sit", seat=1) == "closed"
    assert guest.refusal("fill", seat=1, level="1") == "closed"
    assert guest.refusal("close") == "closed"
    assert guest.events()[-1]["kind"] == "closed"


def test_a_table_that_is_full_cannot_be_closed(guest: Guest, other: Guest) -> None:
    together(guest, other)
    assert not guest.state()["can"]["close"]
    assert guest.refusal("close") == "started"


@pytest.mark.parametrize(
    ("seats", "more", "closes"),
    [
        ((PERSON, OPEN), {"listed": True}, True),
        ((PERSON, OPEN), {}, False),
        ((PERSON, INVITED), {"listed": True}, False),
        ((PERSON, OPEN), {"listed": True, "clock": {"kind": "days", "days": 3}}, False),
    ],
)
def test_only_tables_in_the_lobby_close_without_their_host(
    guest: Guest, seats: tuple[dict[str, str], ...], more: dict[str, Any], closes: bool
) -> None:
    guest.open(*seats, **more)
    store = Store(guest.served.settings.database)
    table = Table.fold(guest.table, store.events(guest.table))
    store.close()
    later = table.at + 1000 * SEEK_AWAY_S
    gone = Caller(at=round(later), away_s=lambda _table, _identity: SEEK_AWAY_S)
    assert table.is_seek is closes
    for caller in (
        Caller(at=round(later) - 1, away_s=gone.away_s),
        Caller(at=round(later), away_s=lambda table_id, _: 99.0 * (table_id == table.id)),
    ):
        with pytest.raises(NotNow):
            CloseAbandoned().check(table, caller)
    if not closes:
        with pytest.raises(NotNow):
            CloseAbandoned().check(table, gone)
        return
    assert CloseAbandoned().check(table, gone) == Closed(gone=True)
