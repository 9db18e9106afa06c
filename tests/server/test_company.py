"""People at a table: invitations, clocks, asking, giving up, leaving, talking."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from icefield.server.storage.event_log import Store
from icefield.server.tables import departures

from ..hang import HANG_S
from .guests import PERSON, Guest, bot
from .serving import Served
from .test_live import update

OPEN = {"kind": "open"}
INVITED = {"kind": "invited"}


@pytest.fixture
def other(served: Served) -> Guest:
    return Guest(served)


def together(guest: Guest, *others: Guest, **more: Any) -> None:
    """The first opens a table, the others come and sit down."""
    guest.open(PERSON, *[OPEN] * len(others), **more)
    for seat, each in enumerate(others, 1):
        each.table = guest.table
        assert each.post("sit", seat=seat).is_success


def refused(guest: Guest, what: str, **body: Any) -> str:
    before = guest.state()["number"]
    answer = guest.post(what, **body)
    assert 400 <= answer.status_code < 500, answer.text
    assert guest.state()["number"] == before
    return str(answer.json()["code"])


def done(guest: Guest, what: str, **body: Any) -> dict[str, Any]:
    answer = guest.post(what, **body)
    assert answer.is_success, answer.text
    return dict(answer.json())


# -- taking back ----------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_the_other_agrees(guest: Guest, other: Guest) -> None:
    together(guest, other)
    state = guest.move("b2-d4")
    assert (state["can"]["undo"], state["can"]["undo_asks"]) == (True, True)
    state = guest.do("undo")
    assert len(state["moves"]) == 1
    assert (state["ask"]["mine"], state["ask"]["answer"]) == (True, False)
    asked = other.state()["ask"]
    assert (asked["what"], asked["answer"]) == ("takeback", True)
    assert refused(guest, "answer", ask=asked["number"], yes=True) == "not-asked"
    assert refused(other, "answer", ask=asked["number"] + 1, yes=True) == "not-asked"
    state = done(other, "answer", ask=asked["number"], yes=True)
    assert (state["moves"], state["ask"]) == ([], None)
    assert refused(other, "answer", ask=asked["number"], yes=True) == "not-asked"  # doubled


def test_what_was_declined_is_not_asked_again_before_the_next_move(
    guest: Guest, other: Guest
) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    assert done(other, "answer", ask=ask["number"], yes=False)["ask"] is None
    decision = guest.state()["decision"]
    assert refused(guest, "undo", decision=decision) == "declined-already"
    other.move("g7-e5")
    assert refused(guest, "undo", decision=guest.state()["decision"]) == "others-moved"
    assert other.do("undo")["ask"]["mine"]
    ask = other.state()["ask"]
    assert done(other, "answer", ask=ask["number"], yes=False)["ask"] is None  # withdrawn


def test_a_move_ends_what_was_asked(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    assert other.move("g7-e5")["ask"] is None
    assert refused(other, "answer", ask=ask["number"], yes=True) == "not-asked"


def test_takebacks_can_be_switched_off(guest: Guest, other: Guest) -> None:
    together(guest, other, takebacks=False)
    state = guest.move("b2-d4")
    assert not state["can"]["undo"]
    assert refused(guest, "undo", decision=state["decision"]) == "no-takebacks"
    guest.open(PERSON, bot(), rated=True)
    guest.move("b2-d4")
    state = guest.until("deciding")
    assert (state["can"]["hint"], state["can"]["undo"]) == (False, False)


def test_alone_with_bots_nobody_is_asked(guest: Guest) -> None:
    guest.open(PERSON, bot())
    guest.move("b2-d4")
    state = guest.until("deciding")
    assert not state["can"]["undo_asks"]
    assert guest.do("undo")["moves"] == []


# -- draws and giving up --------------------------------------------------------------------------


def test_G10_a_draw_by_agreement(guest: Guest, other: Guest) -> None:
    together(guest, other, game="glide")
    assert other.state()["can"]["draw"]
    ask = done(other, "draw")["ask"]
    assert refused(guest, "draw") == "asked-already"
    state = done(guest, "answer", ask=ask["number"], yes=True)
    assert state["outcome"] == {
        "sentence": "A draw by agreement.",
        "rule": None,
        "winners": [],
        "scores": [0, 0],
    }
    assert (state["deciding"], state["touches"]) == (False, [])
    move = {"move": "up", "decision": state["decision"]}
    assert refused(guest, "moves", **move) in ("game-over", "not-your-decision", "bad-notation")


def test_seals_knows_no_draw(guest: Guest, other: Guest) -> None:
    together(guest, other)
    assert not guest.state()["can"]["draw"]
    assert refused(guest, "draw") == "no-draws"


def test_who_gives_up_loses_and_the_match_goes_on(guest: Guest, other: Guest) -> None:
    together(guest, other, games=2)
    guest.move("b2-d4")
    assert refused(guest, "resign", game=2) == "stale-move"
    state = done(guest, "resign", game=1)
    assert state["outcome"]["winners"] == [1]
    assert state["caption"] == "Seals gave up."
    assert state["sheet"]["rows"][0]["points"] == [0, state["outcome"]["scores"][1]]
    assert refused(guest, "resign", game=1) == "game-over"
    assert refused(other, "moves", move="g7-e5", decision=state["decision"]) == "game-over"
    assert guest.http.get(f"{guest.path}/plies/1/1").json()["outcome"]["winners"] == [1]
    assert guest.http.get(f"{guest.path}/plies/1/0").json()["outcome"] is None
    assert '[Termination "resignation"]' in guest.http.get(f"{guest.path}/record").text
    state = guest.do("next")
    assert (state["outcome"], state["can"]["resign"]) == (None, True)
    late = refused(other, "resign", game=1)  # pressed before the next game began
    assert late == "stale-move"


def test_of_more_than_two_a_bot_plays_on_for_good(served: Served, guest: Guest) -> None:
    others = [Guest(served), Guest(served)]
    together(guest, *others, game="torch")
    state = done(others[0], "resign", game=1)
    assert state["seat"] is None
    seat = guest.state()["seats"][1]
    assert (seat["kind"], bool(seat["stand_in"]), seat["for_good"]) == ("person", True, True)
    assert not state["can"]["back"]
    while guest.state()["thinking"]:  # the bot has its say first
        time.sleep(0.01)
    assert refused(others[0], "back") == "not-seated"


# -- leaving --------------------------------------------------------------------------------------


def test_a_bot_plays_for_who_left_until_they_are_back(guest: Guest, other: Guest) -> None:
    together(guest, other)
    state = done(guest, "leave")
    assert (state["seat"], state["can"]["back"]) == (None, True)
    state = other.until("deciding")  # the bot has moved
    assert len(state["moves"]) == 1
    assert state["seats"][0]["stand_in"]
    state = done(guest, "back")
    assert (state["seat"], state["seats"][0]["stand_in"]) == (0, None)
    other.move(other.state()["touches"][0]["move"])
    assert guest.state()["deciding"]


def test_a_bot_plays_for_who_is_away(
    guest: Guest, other: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    together(guest, other)
    assert refused(guest, "replace", seat=1) == "not-replaced"  # nobody waits for them
    assert refused(guest, "replace", seat=7) == "not-replaced"
    guest.move("b2-d4")
    with other.served.live(other.table, client=other.http):
        deadline = time.monotonic() + HANG_S
        while refused(guest, "replace", seat=1) != "not-away":
            assert time.monotonic() < deadline
    monkeypatch.setattr(departures, "AWAY_S", 0.0)
    assert done(guest, "replace", seat=1)["seats"][1]["stand_in"]
    state = guest.until("deciding")
    assert other.state()["can"]["back"]
    assert not state["can"]["hint"]  # a person may come back, and then people play each other
    assert (
        guest.http.get(f"{guest.path}/hint", params={"decision": state["decision"]}).json()["code"]
        == "hints-closed"
    )


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


# -- invitations ----------------------------------------------------------------------------------


def test_an_invited_seat_is_for_whoever_has_its_link(guest: Guest, other: Guest) -> None:
    state = guest.open(PERSON, INVITED)
    (invite,) = state["invites"]
    token = invite["link"].partition("?seat=")[2]
    assert invite["seat"] == 1
    assert len(token) >= 20
    other.table = guest.table
    assert other.state()["invites"] == []
    assert refused(other, "sit", seat=1) == "by-invitation"
    assert refused(other, "sit", seat=1, token=token[:-1]) == "by-invitation"
    page = other.http.get(invite["link"]).text
    assert "You are invited to play: Bears." in page
    assert token not in other.http.get(f"/tables/{guest.table}").text
    assert token not in json.dumps([other.state(), other.events()])
    assert done(other, "sit", seat=1, token=token)["seat"] == 1
    assert token not in json.dumps([guest.state(), guest.events()])


def test_an_invitation_is_good_for_one_seat_of_one_table(served: Served, guest: Guest) -> None:
    first = guest.open(PERSON, INVITED)["invites"][0]["link"].partition("?seat=")[2]
    guest.open(PERSON, INVITED)
    visitor = Guest(served)
    visitor.table = guest.table
    assert refused(visitor, "sit", seat=1, token=first) == "by-invitation"


def test_the_host_may_only_watch(served: Served, guest: Guest) -> None:
    state = guest.open(INVITED, INVITED)
    assert state["seat"] is None
    assert [invite["seat"] for invite in state["invites"]] == [0, 1]
    for invite in state["invites"]:
        visitor = Guest(served)
        visitor.table = guest.table
        token = invite["link"].partition("?seat=")[2]
        done(visitor, "sit", seat=invite["seat"], token=token)
    assert guest.state()["started"]


def test_the_host_seats_a_bot_where_nobody_came(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, INVITED)
    other.table = guest.table
    assert refused(other, "fill", seat=1, level="1") == "not-host"
    assert refused(guest, "fill", seat=1, level="99")
    assert refused(guest, "fill", seat=0, level="1") == "seat-taken"
    state = done(guest, "fill", seat=1, level="1")
    assert (state["started"], state["seats"][1]["kind"], state["invites"]) == (True, "bot", [])
    guest.move("b2-d4")
    guest.until("deciding")


def test_bots_alone_play_while_somebody_watches(guest: Guest) -> None:
    guest.open(bot(), bot())
    time.sleep(0.3)
    assert guest.state()["moves"] == []
    with guest.served.live(guest.table, since=1, client=guest.http) as live:
        assert update(live)["number"] > 1


# -- clocks ---------------------------------------------------------------------------------------

FAST = {"kind": "move", "seconds": 1}


def fast_table(served: Served, guest: Guest, game: str = "seals", seats: int = 2) -> None:
    """A table of somebody with time controls that the interface would not accept."""
    guest.open(*[PERSON] * seats, game=game, timer=0)
    store = Store(served.settings.database)
    body = dict(store.events(guest.table)[0].body)
    id_ = f"fast{time.monotonic_ns() % 10**12}"
    store.open(id_, game, {**body, "clock": FAST})
    store.close()
    guest.table = id_


def test_a_flag_falls_on_the_server(served: Served, guest: Guest) -> None:
    fast_table(served, guest)
    state = guest.state()
    assert state["clock"]["seats"][0]["running"]
    assert not state["clock"]["seats"][1]["running"]
    assert 0 < state["clock"]["seats"][0]["left"] <= 1000
    with served.live(guest.table, since=state["number"], client=guest.http) as live:
        told = update(live)["state"]
    assert told["outcome"]["winners"] == [1]
    assert told["caption"] == "Seals ran out of time."
    late = refused(guest, "moves", move="b2-d4", decision=state["decision"])
    assert late in ("stale-move", "game-over")


@pytest.mark.slow
def test_a_flag_falls_after_a_restart_too(own_server: Served) -> None:
    guest = Guest(own_server)
    fast_table(own_server, guest)
    guest.move("b2-d4")
    own_server.stop()
    time.sleep(1.1)
    own_server.start()
    store, deadline = Store(own_server.settings.database), time.monotonic() + HANG_S
    while store.events(guest.table)[-1].kind != "flagged":  # nobody asks the server for it
        assert time.monotonic() < deadline
        time.sleep(0.05)
    store.close()
    assert guest.state()["outcome"]["winners"] == [0]


def test_all_who_vote_have_their_clock_running(served: Served, guest: Guest) -> None:
    others = [Guest(served), Guest(served)]
    clock = {"kind": "player", "seconds": 600, "increment": 5}
    together(guest, *others, game="torch", timer=0, clock=clock)
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


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "move", "seconds": 1},
        {"kind": "player", "seconds": 10**8},
        {"kind": "days"},
        {"kind": "sand"},
        {"kind": "move", "seconds": -5},
        {"kind": "move", "seconds": "30"},
        [1],
    ],
)
def test_bad_clocks_are_refused(guest: Guest, clock: object) -> None:
    body = {"game": "seals", "seats": [PERSON, PERSON], "clock": clock}
    answer = guest.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["sentence"]


# -- chat -----------------------------------------------------------------------------------------


def test_people_at_the_table_talk_and_others_only_read(
    served: Served, guest: Guest, other: Guest
) -> None:
    together(guest, other)
    done(guest, "chat", text="  Good\nluck <b>you</b> ")
    state = other.state()
    assert [(m["text"], m["mine"]) for m in state["chat"]] == [("Good luck <b>you</b>", False)]
    watcher = Guest(served)
    watcher.table = guest.table
    assert len(watcher.state()["chat"]) == 1
    assert refused(watcher, "chat", text="Hello") == "not-seated"
    assert refused(guest, "chat", text="   ") == "nothing-said"
    assert refused(guest, "chat", text="x" * 301) == "bad-request"
    decision = guest.state()["decision"]
    done(other, "chat", text="You, too")
    assert guest.move("b2-d4", decision)["moves"]  # a word changes no decision


def test_who_writes_too_much_has_to_wait(guest: Guest, other: Guest) -> None:
    together(guest, other)
    for i in range(5):
        done(guest, "chat", text=str(i))
    assert refused(guest, "chat", text="more") == "slow-down"
    done(other, "chat", text="I may still speak")


def test_T22_before_a_ballot_there_is_no_chat(served: Served, guest: Guest) -> None:
    others = [Guest(served), Guest(served)]
    together(guest, *others, game="torch")
    while guest.state()["talk"] is None:
        who = next(g for g in (guest, *others) if g.state()["deciding"])
        who.move(who.state()["touches"][0]["move"])
    answer = guest.post("chat", text="Go east")
    assert (answer.json()["code"], answer.json()["rule"]) == ("talk-first", "T22")


# -- playing again --------------------------------------------------------------------------------


def test_both_are_led_to_the_same_new_table(guest: Guest, other: Guest) -> None:
    together(guest, other)
    assert refused(guest, "rematch") == "not-now"
    done(guest, "resign", game=1)
    new = done(guest, "rematch")["id"]
    assert other.state()["rematch"] == new
    assert done(other, "rematch")["id"] == new
    guest.table = other.table = new
    assert (guest.state()["seat"], other.state()["seat"]) == (1, 0)
