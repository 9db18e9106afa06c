"""Open seats in the lobby, games to watch, and what of them strangers may know."""

from __future__ import annotations

from typing import Any

import pytest

from icefield.server.asgi.identity import Identities

from ..guest import OPEN, PERSON, Guest, bot
from ..lists import ids
from ..server_thread import Served


def row(guest: Guest, where: str, table: str, **headers: str) -> dict[str, Any]:
    rows = guest.http.get(f"/api/{where}", headers=headers).json()
    return next(dict(each) for each in rows if each["id"] == table)


def test_a_listed_table_waits_in_the_lobby_and_is_watched_afterwards(served: Served) -> None:
    host, other, stranger = Guest(served), Guest(served), Guest(served)
    host.open(PERSON, OPEN, listed=True, clock={"kind": "player", "seconds": 600, "increment": 5})
    found = row(stranger, "lobby", host.table)
    assert found["stage"] == "waiting"
    assert (found["note"], found["clock"], found["mine"]) == ("1 free seat", "10 min + 5 s", False)
    assert [seat["kind"] for seat in found["seats"]] == ["person", "open"]
    assert row(host, "lobby", host.table)["mine"] is True
    assert host.table not in ids(stranger, "watch")
    other.table = host.table
    assert other.post("sit", seat=1).status_code == 200
    assert host.table not in ids(stranger, "lobby")
    assert row(stranger, "watch", host.table)["stage"] == "playing"
    assert row(host, "watch", host.table)["note"] == "Your move"
    assert row(other, "watch", host.table)["note"] == "Guest 1 to move"


def test_what_is_not_listed_is_shown_to_nobody(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open(PERSON, OPEN)
    assert host.table not in ids(stranger, "lobby")
    host.open_hot_seat()
    assert host.table not in ids(stranger, "watch")


def test_a_seat_kept_for_a_friend_is_not_offered(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open(PERSON, {"kind": "invited"}, listed=True)
    assert host.table not in ids(stranger, "lobby")


def test_a_game_that_is_over_is_not_watched_any_more(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open_hot_seat(listed=True)
    assert host.table in ids(stranger, "watch")
    host.play_out()
    assert host.table not in ids(stranger, "watch")


def test_bots_can_be_watched(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    state = host.open(bot(), bot(), listed=True)
    assert state["seat"] is None
    assert host.table in ids(stranger, "watch")


def test_lists_speak_the_readers_language_and_tell_other_rules(served: Served) -> None:
    host = Guest(served)
    more = {"options": {"goal": 2}, "clock": {"kind": "days", "days": 3}}
    host.open(PERSON, OPEN, game="strait", listed=True, **more)
    told = row(host, "lobby", host.table, **{"accept-language": "de"})
    assert told["clock"] == "3 Tage pro Zug"
    assert told["note"] == "1 freier Platz"
    assert told["options"][0].endswith(": 2")
    assert told["active"].startswith("vor ")
    assert row(host, "lobby", host.table)["active"].endswith(" ago")


def test_identities_and_votes_stay_secret_in_lists(served: Served) -> None:
    host = Guest(served)
    host.open(PERSON, OPEN, OPEN, game="torch", listed=True)
    answer = host.http.get("/api/lobby")
    identity = identity_of(served, host)
    assert identity not in answer.text
    assert "owner" not in answer.text
    assert "token" not in answer.text


def identity_of(served: Served, guest: Guest) -> str:
    found = Identities(served.settings.secret).read(guest.http.cookies["icefield"])
    assert found is not None
    return found


@pytest.mark.parametrize("path", ["/lobby", "/watch"])
def test_pages_show_the_same(served: Served, path: str) -> None:
    host = Guest(served)
    host.open(PERSON, OPEN if path == "/lobby" else PERSON, listed=True)
    page = host.http.get(path)
    assert page.status_code == 200
    assert host.table in page.text


def test_small_pictures_are_a_spectators(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open_hot_seat()
    answer = stranger.http.get(f"/pictures/tables/{host.table}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    before = answer.text
    host.move("b2-d4")
    assert stranger.http.get(f"/pictures/tables/{host.table}").text != before
    assert stranger.http.get("/pictures/tables/nope").status_code == 404


def test_the_lobby_asks_for_a_name_once(guest: Guest) -> None:
    assert "Your name" in guest.http.get("/lobby").text
    guest.http.post("/api/me", json={"nickname": "Ann"})
    assert "Your name" not in guest.http.get("/lobby").text
