"""Identity without an account: nickname, recovery code, own games."""

from __future__ import annotations

import re

import pytest

from ..guest import OPEN, PERSON, Guest, bot, refused
from ..recovery import make_code
from ..server_thread import Served


def rename(guest: Guest, nickname: str) -> None:
    answer = guest.http.post("/api/me", json={"nickname": nickname})
    assert answer.status_code == 200, answer.text


def names(guest: Guest) -> list[str]:
    return [seat["name"] for seat in guest.state()["seats"]]


def test_a_nickname_is_kept_and_cleaned(served: Served) -> None:
    guest = Guest(served)
    assert guest.http.get("/api/me").json()["nickname"] == ""
    rename(guest, "  Ann\u202e\n Bär ")
    assert guest.http.get("/api/me").json()["nickname"] == "Ann Bär"
    assert 'value="Ann Bär"' in guest.http.get("/me").text
    rename(guest, "")
    assert guest.http.get("/api/me").json()["nickname"] == ""
    refused(guest.http.post("/api/me", json={"nickname": "x" * 41}), 422, "bad-request")
    refused(guest.http.post("/api/me", json={"name": "x"}), 422, "bad-request")


def test_the_nickname_is_the_name_at_the_table(served: Served) -> None:
    host, other = Guest(served), Guest(served)
    rename(host, "Ann")
    rename(other, "Bo")
    host.open(PERSON, OPEN)
    other.table = host.table
    assert other.post("sit", seat=1).status_code == 200
    assert names(host) == ["Ann", "Bo"]
    host.open({"kind": "person", "name": "Somebody"}, bot())
    assert names(host)[0] == "Somebody"
    host.open_hot_seat()  # several people share the screen
    assert names(host) == ["Seals", "Bears"]


def test_a_code_moves_an_identity_to_another_browser(served: Served) -> None:
    here, there = Guest(served), Guest(served)
    rename(here, "Ann")
    here.open_hot_seat()
    code = make_code(here)
    assert re.fullmatch(r"ICE(-[0-9A-HJKMNP-TV-Z]{4}){4}", code)
    there.http.get("/")
    typed = f" {code.lower().replace('-', ' ')} "
    answer = there.http.post("/api/me/recover", json={"code": typed})
    assert answer.status_code == 200, answer.text
    assert answer.json()["nickname"] == "Ann"
    assert answer.headers["set-cookie"].count("icefield=") == 1
    there.table = here.table
    assert there.state()["seat"] == 0
    assert there.move("b2-d4")["number"] == 2
    assert here.http.get("/api/me").json()["nickname"] == "Ann"  # and stays who it was


def test_a_newcomer_can_use_a_code_at_once(served: Served) -> None:
    here, there = Guest(served), Guest(served)
    code = make_code(here)
    answer = there.http.post("/api/me/recover", json={"code": code})
    assert answer.headers.get_list("set-cookie")[0].startswith("icefield=")
    assert len(answer.headers.get_list("set-cookie")) == 1
    here.open_hot_seat()
    there.table = here.table
    assert there.state()["seat"] == 0


def test_only_the_newest_code_counts(served: Served) -> None:
    here, there = Guest(served), Guest(served)
    old, new = make_code(here), make_code(here)
    assert old != new
    refused(there.http.post("/api/me/recover", json={"code": old}), 422, "wrong-code")
    assert there.http.post("/api/me/recover", json={"code": new}).status_code == 200


@pytest.mark.parametrize("code", ["ICE-0000-0000-0000-0000", "x", "' OR 1=1 --", "é" * 40, "ICE"])
@pytest.mark.slow
def test_a_wrong_code_is_refused_and_changes_nothing(own_server: Served, code: str) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    answer = guest.http.post("/api/me/recover", json={"code": code})
    refused(answer, 422, "wrong-code")
    assert "set-cookie" not in answer.headers
    assert guest.state()["seat"] == 0


def test_codes_cannot_be_tried_for_long(own_server: Served) -> None:
    guest = Guest(own_server)
    code = make_code(guest)
    for _ in range(10):
        answer = guest.http.post("/api/me/recover", json={"code": "ICE-1"})
        refused(answer, 422, "wrong-code")
    refused(guest.http.post("/api/me/recover", json={"code": code}), 429, "too-many-tries")


def test_own_games_most_recent_first_and_whose_turn_it_is(served: Served) -> None:
    host, other = Guest(served), Guest(served)
    host.open(PERSON, OPEN)
    first = other.table = host.table
    other.post("sit", seat=1)
    host.open_hot_seat()
    second = host.table
    games = host.http.get("/api/me").json()["games"]
    assert {game["id"] for game in games} == {first, second}
    assert all(game["deciding"] for game in games)
    (game,) = other.http.get("/api/me").json()["games"]
    assert (game["id"], game["deciding"], game["note"]) == (first, False, "Guest 1 to move")
    assert first in other.http.get("/").text
    host.play_out()
    games = host.http.get("/api/me").json()["games"]
    assert [(g["id"], g["stage"]) for g in games] == [(first, "playing"), (second, "over")]
    home = host.http.get("/").text
    assert f"/tables/{first}" in home
    assert f"/tables/{second}" not in home


def test_practice_alone_is_no_game_to_go_on_with(served: Served) -> None:
    guest = Guest(served)
    answer = guest.http.post("/api/practice", json={"game": "glide", "puzzle": "6-2"})
    assert answer.is_success, answer.text
    assert guest.http.get("/api/me").json()["games"] == []


UNREADABLE = ("\u200b", "\u2060\ufeff", "\U000e0041\U000e0042", "\u3164", "e" + "\u0301" * 39)


@pytest.mark.any_database
@pytest.mark.parametrize("text", UNREADABLE)
def test_names_and_messages_that_cannot_be_read_are_refused(served: Served, text: str) -> None:
    guest = Guest(served)
    guest.open({"kind": "person"}, {"kind": "person"})
    seats = [{"kind": "person", "name": text}, {"kind": "open"}]
    for path, body in (
        ("/api/me", {"nickname": text}),
        ("/api/tables", {"game": "seals", "seats": seats}),
        (f"{guest.path}/name", {"name": text}),
        (f"{guest.path}/chat", {"text": text}),
    ):
        said = refused(guest.http.post(path, json=body), 422, "bad-request")["sentence"]
        assert "visible letter" in said


@pytest.mark.any_database
def test_bodies_that_are_not_json_are_told_where(served: Served) -> None:
    guest = Guest(served)
    guest.open({"kind": "person"}, {"kind": "person"})
    headers = {"content-type": "application/json"}
    for body, place in (
        (b'{"move": "\0", "decision": 1}', "character 11 on, in the field “move”"),
        (b'{"decision": 1, "move": b2}', "character 25 on, in the field “move”"),
        (b"move", "character 1 on;"),
    ):
        answer = guest.http.post(f"{guest.path}/moves", content=body, headers=headers)
        assert place in refused(answer, 422, "bad-request")["sentence"]
