"""A table with a setup of our own (S2a): offered, told, recorded, replayed, played again."""

from __future__ import annotations

import re

import pytest

from icefield.games import game
from icefield.play import read_records

from .guests import PERSON, Guest, refused

LONE = game("seals").start(setup="lone")


def test_the_home_page_and_the_interface_offer_the_setups(guest: Guest) -> None:
    (seals,) = [g for g in guest.http.get("/api/games").json() if g["key"] == "seals"]
    (option,) = seals["options"]
    assert (option["name"], option["default"]) == ("setup", "standard")
    assert [choice["value"] for choice in option["choices"]] == [
        *("standard", "cracks", "chase", "lone")
    ]
    page = guest.http.get("/").text
    (field,) = re.findall(r'<select data-option="setup".*?</select>', page, re.DOTALL)
    for choice in option["choices"]:
        assert f'value="{choice["value"]}"' in field
        assert choice["words"] in field


@pytest.mark.parametrize(
    ("language", "ours"),
    [
        ("en", "(Icefield’s own)"),
        ("de", "(von Icefield)"),
        ("fr", "(d’Icefield)"),
        ("ja", "（Icefield独自）"),
    ],
)
def test_every_language_says_whose_the_setups_are(guest: Guest, language: str, ours: str) -> None:
    page = guest.http.get("/", params={"lang": language}).text
    (field,) = re.findall(r'<select data-option="setup".*?</select>', page, re.DOTALL)
    assert field.count(ours) == 3


def test_a_table_says_how_it_is_set_up_and_keeps_it(guest: Guest) -> None:
    state = guest.open_hot_seat(games=2, options={"setup": "lone"})
    assert len(state["options"]) == 1
    assert "one seal on whole ice" in state["options"][0]
    assert "one seal on whole ice" in guest.http.get(f"/tables/{guest.table}").text
    state = guest.play_out(seed=3)
    assert state["outcome"]["rule"] in ("S8", "S9", "S10")
    replay = guest.http.get(f"/replays/{guest.table}").text
    assert "one seal on whole ice" in replay
    (record,) = read_records(guest.http.get(f"{guest.path}/record").text)
    assert record.options == {"setup": "lone"}
    assert record.begin() == LONE
    guest.do("next")
    records = read_records(guest.http.get(f"{guest.path}/record").text)
    assert [each.begin() for each in records] == [LONE, LONE]


def test_a_usual_table_says_nothing_of_setups(guest: Guest) -> None:
    assert guest.open_hot_seat()["options"] == []
    assert "[Option." not in guest.http.get(f"{guest.path}/record").text


def test_a_rematch_is_set_up_alike(guest: Guest) -> None:
    guest.open_hot_seat(options={"setup": "cracks"})
    guest.play_out(seed=5)
    again = guest.post("rematch").json()
    assert len(again["options"]) == 1
    assert "about even" in again["options"][0]


def test_a_setup_that_is_not_there_is_refused(guest: Guest) -> None:
    for options in ({"setup": "alone"}, {"start": "lone"}, {"setup": 3}, {"setup": None}):
        form = {"game": "seals", "seats": [PERSON, PERSON], "options": options}
        answer = guest.http.post("/api/tables", json=form)
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["sentence"]
    form = {"game": "seals", "seats": [PERSON, PERSON], "options": {"setup": "alone"}}
    refused(guest.http.post("/api/tables", json=form), 422, "bad-option")


def test_the_way_to_the_proof_begins_where_the_game_began(guest: Guest) -> None:
    guest.open_hot_seat(options={"setup": "lone"})
    guest.play_out(seed=3)
    answer = guest.http.get(f"/solved/seals?table={guest.table}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/solved/seals?from=4/5b/8/8/8/8/s4b/4")
    guest.open_hot_seat()
    guest.play_out(seed=3)
    answer = guest.http.get(f"/solved/seals?table={guest.table}", follow_redirects=False)
    assert answer.headers["location"].startswith("/solved/seals?line=")
