"""Seats and who sits on them: open seats, invitations, tokens, bots."""

from __future__ import annotations

import json
import time

import pytest

from icefield.server.asgi.identity import COOKIE, Identities

from ..forgery import LETTERS
from ..guest import INVITED, OPEN, PERSON, Guest, bot, refused
from ..live_updates import update
from ..server_thread import Served
from ..shared_table import join, torch


def test_an_invited_seat_is_for_whoever_has_its_link(guest: Guest, other: Guest) -> None:
    state = guest.open(PERSON, INVITED)
    (invite,) = state["invites"]
    token = invite["link"].partition("?seat=")[2]
    assert invite["seat"] == 1
    assert len(token) >= 20
    other.table = guest.table
    assert other.state()["invites"] == []
    assert other.refusal("sit", seat=1) == "by-invitation"
    assert other.refusal("sit", seat=1, token=token[:-1]) == "by-invitation"
    page = other.http.get(invite["link"]).text
    assert "You are invited to play Go with the Floe" in page
    assert "Your side: Bears" in page
    assert token not in other.http.get(f"/tables/{guest.table}").text
    assert token not in json.dumps([other.state(), other.events()])
    assert other.command("sit", seat=1, token=token)["seat"] == 1
    assert token not in json.dumps([guest.state(), guest.events()])


def test_an_invitation_is_good_for_one_seat_of_one_table(served: Served, guest: Guest) -> None:
    first = guest.open(PERSON, INVITED)["invites"][0]["link"].partition("?seat=")[2]
    guest.open(PERSON, INVITED)
    visitor = Guest(served)
    visitor.table = guest.table
    assert visitor.refusal("sit", seat=1, token=first) == "by-invitation"


def test_the_host_may_only_watch(served: Served, guest: Guest) -> None:
    state = guest.open(INVITED, INVITED)
    assert state["seat"] is None
    assert [invite["seat"] for invite in state["invites"]] == [0, 1]
    for invite in state["invites"]:
        visitor = Guest(served)
        visitor.table = guest.table
        token = invite["link"].partition("?seat=")[2]
        visitor.command("sit", seat=invite["seat"], token=token)
    assert guest.state()["started"]


def test_the_host_seats_a_bot_where_nobody_came(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, INVITED)
    other.table = guest.table
    assert other.refusal("fill", seat=1, level="1") == "not-host"
    assert guest.refusal("fill", seat=1, level="99")
    assert guest.refusal("fill", seat=0, level="1") == "seat-taken"
    state = guest.command("fill", seat=1, level="1")
    assert (state["started"], state["seats"][1]["kind"], state["invites"]) == (True, "bot", [])
    guest.move("b2-d4")
    guest.until("deciding")


def test_bots_alone_play_while_somebody_watches(guest: Guest) -> None:
    guest.open(bot(), bot())
    time.sleep(0.3)
    assert guest.state()["moves"] == []
    with guest.served.live(guest.table, since=1, client=guest.http) as live:
        assert update(live)["number"] > 1


def token_of(state: dict[str, object], seat: int = 1) -> str:
    invites = state["invites"]
    assert isinstance(invites, list)
    link = next(invite["link"] for invite in invites if invite["seat"] == seat)
    return str(link.partition("?seat=")[2])


@pytest.mark.any_database
def test_ids_and_tokens_are_long_and_never_the_same(served: Served, guest: Guest) -> None:
    opened = [guest.open(PERSON, INVITED) for _ in range(20)]
    tokens, ids = [token_of(state) for state in opened], [str(state["id"]) for state in opened]
    people = [
        str(Identities(served.settings.secret).read(served.client().get("/").cookies[COOKIE]))
        for _ in range(20)
    ]
    for kind, least in ((tokens, 22), (people, 22), (ids, 12)):  # six bits each: 132 and 72
        assert len(set(kind)) == 20
        assert all(len(each) >= least and set(each) <= set(LETTERS) for each in kind)
        for place in range(least - 1):  # no place tells anything about the next one
            assert len({each[place] for each in kind}) > 6


@pytest.mark.any_database
def test_an_invitation_seats_one_person(served: Served, guest: Guest) -> None:
    token = token_of(guest.open(PERSON, INVITED))
    friend, thief = Guest(served), Guest(served)
    friend.table = thief.table = guest.table
    assert friend.post("sit", seat=1, token=token).status_code == 200
    refused(thief.post("sit", seat=1, token=token), 409, "seat-taken")
    refused(thief.post("sit", seat=0, token=token), 409, "seat-taken")
    assert thief.state()["seat"] is None
    refused(thief.post("moves", move="b2-d4", decision=2), 403, "not-seated")
    seen = json.dumps([friend.state(), friend.events(), thief.state(), thief.events()])
    assert token not in seen
    assert token not in thief.http.get(f"/tables/{guest.table}").text


@pytest.mark.any_database
@pytest.mark.parametrize("wrong", ["", " ", "x", "\0", "%", "é", "T" * 64])
def test_a_wrong_token_is_no_invitation(served: Served, guest: Guest, wrong: str) -> None:
    token = token_of(guest.open(PERSON, INVITED))
    thief = Guest(served)
    thief.table = guest.table
    for typed in (wrong, token[:-1], token + "x", token.swapcase(), token[::-1]):
        if typed != token:
            refused(thief.post("sit", seat=1, token=typed[:64]), 409, "by-invitation")
    assert len(guest.events()) == 1


@pytest.mark.any_database
def test_a_token_of_another_seat_is_none(served: Served, guest: Guest) -> None:
    state = guest.open(INVITED, INVITED)
    first, second = token_of(state, 0), token_of(state, 1)
    friend = Guest(served)
    friend.table = guest.table
    refused(friend.post("sit", seat=1, token=first), 409, "by-invitation")
    assert friend.post("sit", seat=1, token=second).status_code == 200


def test_people_take_open_seats_and_then_it_begins(served: Served, guest: Guest) -> None:
    state = torch(guest, PERSON, OPEN, bot(), timer=0)
    assert not state["started"]
    assert [s["kind"] for s in state["seats"]] == ["person", "open", "bot"]
    assert state["touches"] == []
    early = guest.post("moves", move="A@a1", decision=state["decision"])
    refused(early, 409, "not-started")
    friend = join(served, guest.table)
    refused(friend.post("moves", move="A@a1", decision=1), 403, "not-seated")
    refused(friend.post("sit", seat=0), 409, "seat-taken")
    refused(friend.post("sit", seat=7), 409, "no-such-seat")
    sat = friend.post("sit", seat=1, name="Ben").json()
    assert sat["started"]
    assert sat["seats"][1] | {"name": "Ben", "mine": True, "kind": "person"} == sat["seats"][1]
    refused(Guest(served).http.post(f"{guest.path}/sit", json={"seat": 1}), 409, "seat-taken")
    assert guest.events()[1]["kind"] == "sat"
    assert "owner" not in json.dumps(guest.events())
