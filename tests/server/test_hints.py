"""Help while playing: who may have it, what it says, and that it knows no secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.bots import levels
from icefield.bots.levels import Rating
from icefield.server.routes import hints
from icefield.server.tables.events import Event
from icefield.server.tables.permissions import helped
from icefield.server.tables.players import spoken_name
from icefield.server.tables.table import Table
from icefield.server.views import games as game_views
from icefield.server.views import hints as hint_views

from ..games.glide.tabled import LEVEL, table_folder
from .guests import PERSON, Guest, bot, refused
from .serving import Served

pytestmark = pytest.mark.any_database

OPEN = {"kind": "open"}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table_folder(tmp_path_factory.mktemp("tables")) as found:
        yield found


def ask(guest: Guest, what: str, decision: int | None = None) -> Any:
    number = guest.state()["decision"] if decision is None else decision
    for _ in range(8):
        answer = guest.http.get(f"{guest.path}/{what}", params={"decision": number})
        if answer.is_success or answer.json()["code"] != "analysis-late":
            break
    return answer


def told(guest: Guest, what: str) -> dict[str, Any]:
    answer = ask(guest, what)
    assert answer.is_success, answer.text
    return dict(answer.json())


def open_solved(guest: Guest, *seats: dict[str, str]) -> dict[str, Any]:
    return guest.open(*(seats or (PERSON, bot())), game="glide", options={"board": LEVEL})


def test_a_hint_first_says_where_to_look(guest: Guest) -> None:
    state = open_solved(guest)
    assert state["can"]["hint"]
    hint = told(guest, "hint")
    assert (hint["move"], hint["first"]) == ("up", hint["touches"][0])
    assert hint["where"].startswith("Look here: ")
    assert hint["whole"].startswith("Hint: up")
    assert hint["worth"] == "Player 1 (P): won in 1 move"
    assert hint["decision"] == state["decision"]
    german = guest.http.get(
        f"{guest.path}/hint", params={"decision": state["decision"], "lang": "de"}
    )
    assert german.json()["whole"].startswith("Tipp: ")


def test_alone_in_all_seats_there_are_hints_too(guest: Guest) -> None:
    assert open_solved(guest, PERSON, PERSON)["can"]["hint"]
    guest.move("right")
    assert told(guest, "hint")["worth"].startswith("Player 2 (Q): won in 7")


def test_between_people_there_are_none(guest: Guest, served: Served) -> None:
    open_solved(guest, PERSON, OPEN)
    friend, watcher = Guest(served), Guest(served)
    friend.table = watcher.table = guest.table
    refused(ask(guest, "hint"), 409, "hints-closed")
    friend.post("sit", seat=1)
    for each in (guest, friend):
        assert not each.state()["can"]["hint"]
        refused(ask(each, "hint"), 409, "hints-closed")
        refused(ask(each, "threats"), 409, "hints-closed")
    refused(ask(watcher, "hint"), 403, "not-seated")


def test_a_hint_is_for_the_present_decision(guest: Guest) -> None:
    state = open_solved(guest, PERSON, PERSON)
    guest.move("left")
    refused(ask(guest, "hint", state["decision"]), 409, "stale-move")
    guest.play_out()
    assert ask(guest, "hint").status_code == 409


def test_where_a_result_counts_there_are_none() -> None:
    body = {
        "game": "seals",
        "version": icefield.game("seals").version,
        "options": {},
        "games": 1,
        "players": [
            {"kind": "person", "owner": "me", "level": None, "name": ""},
            {"kind": "bot", "owner": None, "level": "1", "name": ""},
        ],
        "timer": 0,
    }
    assert helped(Table("t", Event(1, "opened", body, 0)), "me")
    assert not helped(Table("t", Event(1, "opened", {**body, "rated": True}, 0)), "me")


def test_a_bot_for_somebody_who_may_come_back_opens_no_hints() -> None:
    people = [{"kind": "person", "owner": who, "level": None, "name": ""} for who in ("me", "you")]
    body = {
        "game": "seals",
        "version": icefield.game("seals").version,
        "options": {},
        "games": 1,
        "players": people,
        "timer": 0,
    }

    def left(player: int, for_good: bool) -> Table:
        gone = {"player": player, "level": "5", "for_good": for_good}
        return Table.fold("t", [Event(1, "opened", body, 0), Event(2, "left", gone, 0)])

    assert not helped(left(1, False), "me")
    assert helped(left(1, True), "me")
    assert not helped(left(0, False), "me")
    assert str(spoken_name(left(1, False).players[1], 1)).endswith("5")


def test_in_a_ballot_a_hint_knows_only_the_own_view(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[hint_views.HelpRequest] = []
    think = hints.evaluate_view

    def watched(asked: hint_views.HelpRequest) -> Any:
        seen.append(asked)
        return think(asked)

    monkeypatch.setattr(hints, "evaluate_view", watched)
    monkeypatch.setattr(hints, "SEARCH_S", 0.1)
    state = guest.open(PERSON, PERSON, PERSON, game="torch", timer=0)
    chance = random.Random(1)
    for _ in range(300):
        if state["curtain"]:
            break
        guest.post("ready")  # where there is something to say before a ballot
        state = guest.state()
        if state["deciding"] and not state["curtain"]:
            state = guest.move(chance.choice(state["touches"])["move"])
    assert state["curtain"]
    guest.move(state["touches"][0]["move"])  # somebody has voted
    hint = told(guest, "hint")
    assert hint["move"] in [t["move"] for t in guest.state()["touches"]]
    (asked,) = seen
    assert asked.view.concealed
    assert asked.view == asked.view.view(asked.seat)


def test_threats_are_told_with_marks(guest: Guest) -> None:
    state = open_solved(guest, PERSON, PERSON)
    assert state["can"]["threats"]
    nothing = told(guest, "threats")
    assert (nothing["threats"], nothing["sentence"]) == ([], "Nothing is threatened at the moment.")
    ready = "...../..*../...../P.Q../.*..."  # Q goes up to the goal next
    guest.open(PERSON, PERSON, game="glide", options={"board": ready})
    threat, *_ = told(guest, "threats")["threats"]
    assert threat["kind"] == "goal"
    assert threat["text"].endswith(".")
    assert threat["by"]
    assert threat["marks"].startswith("<")


# -- Elo where a level is chosen ------------------------------------------------------------------


def test_levels_are_listed_by_how_many_play(guest: Guest) -> None:
    for entry in guest.http.get("/api/games").json():
        game = icefield.game(entry["key"])
        assert set(entry["levels_by_seats"]) == {str(n) for n in game.seats if n > 1}
        for count, listed in entry["levels_by_seats"].items():
            known = levels(game, int(count))
            assert [each["name"] for each in listed] == [level.name for level in known]
            for each, level in zip(listed, known, strict=True):
                assert each["elo"] == (None if level.rating is None else level.rating.elo)


def test_the_strength_of_a_level_is_told_with_its_error() -> None:
    rated = replace(levels(icefield.game("seals"))[0], rating=Rating(1234, 25, 200, 0.7, 0.6, 0.5))
    shown = game_views.build_level(rated, "en")
    assert "Elo 1234 ± 25" in shown["words"]
    assert "Elo 1234 ± 25" in shown["seat"]
    plain = game_views.build_level(replace(rated, rating=None), "en")
    assert "Elo" not in plain["words"] + plain["seat"]


def test_the_pages_that_offer_levels_have_them(guest: Guest) -> None:
    for path in ("/", "/boards/glide", "/boards/strait"):
        assert "data-levels='{" in guest.http.get(path).text
