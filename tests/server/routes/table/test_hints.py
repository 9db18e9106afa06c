"""Help while playing: who may have it, what it says, and that it knows no secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from icefield.analysis import hints as analysis_hints
from icefield.analysis.hints import Hint, find_hint
from icefield.core.game import Position
from icefield.server.routes.table import hints

from ....games.glide.small_tablebase import LEVEL
from ...guest import OPEN, PERSON, Guest, bot, refused
from ...server_thread import Served

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


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


def test_in_a_ballot_a_hint_knows_only_the_own_view(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Position, int]] = []

    def watched(view: Position, seat: int) -> Hint:
        seen.append((view, seat))
        return find_hint(view, seat)

    monkeypatch.setattr(hints, "find_hint", watched)
    monkeypatch.setattr(analysis_hints, "HINT_S", 0.1)
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
    guest.move(state["touches"][0]["move"])  # a player has voted
    hint = told(guest, "hint")
    assert hint["move"] in [t["move"] for t in guest.state()["touches"]]
    ((view, seat),) = seen
    assert view.concealed
    assert view == view.view(seat)


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
