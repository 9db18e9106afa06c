"""Seats, links and cookies belong to whom they were given: nothing can be guessed, used twice, or
used elsewhere."""

from __future__ import annotations

import json
import random

import pytest

from icefield.server.asgi.identity import COOKIE, Identities

from .guests import PERSON, Guest, refused
from .serving import Served

pytestmark = pytest.mark.any_database

INVITED = {"kind": "invited"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def token_of(state: dict[str, object], seat: int = 1) -> str:
    invites = state["invites"]
    assert isinstance(invites, list)
    link = next(invite["link"] for invite in invites if invite["seat"] == seat)
    return str(link.partition("?seat=")[2])


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


@pytest.mark.parametrize("wrong", ["", " ", "x", "\0", "%", "é", "T" * 64])
def test_a_wrong_token_is_no_invitation(served: Served, guest: Guest, wrong: str) -> None:
    token = token_of(guest.open(PERSON, INVITED))
    thief = Guest(served)
    thief.table = guest.table
    for typed in (wrong, token[:-1], token + "x", token.swapcase(), token[::-1]):
        if typed != token:
            refused(thief.post("sit", seat=1, token=typed[:64]), 409, "by-invitation")
    assert len(guest.events()) == 1


def test_a_token_of_another_seat_is_none(served: Served, guest: Guest) -> None:
    state = guest.open(INVITED, INVITED)
    first, second = token_of(state, 0), token_of(state, 1)
    friend = Guest(served)
    friend.table = guest.table
    refused(friend.post("sit", seat=1, token=first), 409, "by-invitation")
    assert friend.post("sit", seat=1, token=second).status_code == 200


def test_a_cookie_with_any_letter_changed_is_nobody(served: Served, guest: Guest) -> None:
    """Of every cookie the last letter holds bits that mean nothing; all the others count."""
    identities = Identities(served.settings.secret)
    guest.http.get("/")
    good = guest.http.cookies[COOKIE]
    identity = identities.read(good)
    assert identity
    chance = random.Random(1)
    for place in range(len(good) - 1):
        letter = chance.choice([c for c in LETTERS if c != good[place]])
        assert identities.read(good[:place] + letter + good[place + 1 :]) is None, place
    assert identities.read(identity) is None
    parts = good.split(".")
    assert identities.read(".".join([*parts[:-1], ""])) is None
    other = identities.write("somebody else").split(".")
    assert identities.read(".".join([parts[0], *other[1:]])) is None
    assert Identities("another secret").read(good) is None


def test_the_flags_of_the_cookies(served: Served) -> None:
    plain = served.client().get("/").headers["set-cookie"]
    proxy = served.client(headers={"x-forwarded-proto": "https"})
    secure = proxy.get("/").headers["set-cookie"]
    for cookie in (plain, secure):
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    assert "Secure" not in plain.split("; ")
    assert "Secure" in secure.split("; ")


def test_a_move_cannot_be_made_twice_or_at_another_table(served: Served, guest: Guest) -> None:
    guest.open_hot_seat()
    body = {"move": "b2-d4", "decision": 1}
    first = guest.table
    assert guest.http.post(f"/api/tables/{first}/moves", json=body).status_code == 200
    again = guest.http.post(f"/api/tables/{first}/moves", json=body)
    refused(again, 409, "stale-move")
    stranger = Guest(served)
    stranger.open_hot_seat()
    refused(guest.http.post(f"{stranger.path}/moves", json=body), 403, "not-seated")
    assert len(stranger.events()) == 1
