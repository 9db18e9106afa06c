"""The list of moves: turns with summaries, and who waits for whom."""

from __future__ import annotations

import contextlib

import pytest

from icefield.server.views.table.move_list import build_interrupt
from icefield.server.views.table.state import build_state
from icefield.server.views.viewer import Viewer

from ...guest import PERSON, Guest
from ...server_thread import Served
from ...shared_table import to_ballot, torch
from ...strait_story import STRAIT, Story, asked
from ...viewers import ANN, BEN, EVE

pytestmark = pytest.mark.any_database


def test_moves_are_grouped_by_turns_with_what_they_came_to() -> None:
    story = Story(seed=3)
    story.until(lambda p: p.turns >= 4)
    moves = build_state(story.table, EVE)["moves"]
    turns = [m["turn"] for m in moves]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, turns[-1] + 1))
    recaps = [m for m in moves if m["recap"]]
    setup = [m for m in recaps if m["recap"] == m["name"]]
    assert [m["move"].partition(":")[0] for m in setup] == ["put"] * 12 + ["station"] * 6
    assert len(recaps) == len(setup) + 4
    for last in recaps:
        group = [m for m in moves if m["turn"] == last["turn"]]
        assert group[-1] is last
        assert {m["seat"] for m in group} - {-1} <= {0, 1}
    chance = [m for m in moves if m["seat"] == -1]
    assert chance
    assert all(m["role"] is None for m in chance)
    for language in ("de", "fr", "ja"):
        assert build_state(story.table, Viewer("eve-id", language))["moves"]


def test_the_list_says_what_moves_led_to_and_the_last_ballot_has_its_result(
    served: Served,
) -> None:
    ann = Guest(served)
    torch(ann, PERSON, PERSON, PERSON)
    to_ballot(ann)
    while not (state := ann.state())["moves"][-1]["move"].startswith("vote:"):
        if state["talk"] and not state["talk"]["open"]:
            ann.post("ready")
            continue
        assert state["reveal"] is None
        ann.move("vote:5")
    (votes,) = state["moves"][-1]["effects"]
    assert votes.startswith("Votes: 5 – ")
    assert all(role in votes for role in ("Suns", "Moons", "Crowns"))
    reveal = state["reveal"]
    assert (reveal["title"], reveal["results"]) == ("Last vote: a number", [])
    (option,) = reveal["options"]
    assert (option["name"], option["total"]) == ("Number 5", 3)
    assert sorted(option["voters"]) == ["Crowns", "Moons", "Suns"]
    role = state["seats"][state["seat"]]["role"]
    state = ann.move("add1:5")
    assert state["reveal"]["options"][0]["coins"] == [{"role": role, "coins": 1}]
    assert all(card["picture"] for card in state["cards"])
    card = state["cards"][[seat["role"] for seat in state["seats"]].index(role)]
    names = [holding["name"] for holding in card["holdings"]]
    assert names == ["0 points", "6 pyramids left", "2 coin", "the torch"]
    assert state["aims"][0]["role"] is None


def test_games_of_single_moves_are_not_grouped(guest: Guest) -> None:
    guest.open_hot_seat()
    assert "turn" not in guest.move("b2-d4")["moves"][0]


def test_I28_who_is_asked_and_who_waits_are_told_so() -> None:
    story = _with_a_bounce()
    table = story.table
    turn, active = table.position.turn, table.position.active
    assert turn is not None
    assert active is not None
    told, waits = (ANN, BEN)[turn], (ANN, BEN)[active]
    roles = [str(STRAIT.seat_name(seat)) for seat in (0, 1)]
    mine, theirs = build_state(table, told), build_state(table, waits)
    assert mine["interrupt"] == {
        "seat": turn,
        "active": active,
        "mine": True,
        "sentence": f"It is {roles[active]}’s turn, but first you ({roles[turn]}) must decide.",
    }
    assert mine["deciding"]
    assert theirs["interrupt"] is not None
    assert theirs["interrupt"]["sentence"] == f"Your turn waits: {roles[turn]} must decide first."
    assert not theirs["deciding"]
    assert [s["deciding"] for s in theirs["seats"]] == [turn == 0, turn == 1]
    assert [s["active"] for s in theirs["seats"]] == [active == 0, active == 1]
    watching = build_state(table, EVE)["interrupt"]
    assert watching is not None
    assert watching["sentence"] == f"{roles[active]}’s turn waits until {roles[turn]} has decided."
    shared = build_interrupt(table, table.position, (0, 1), "en")
    assert shared is not None
    assert (
        shared["sentence"] == f"It is {roles[active]}’s turn, but first {roles[turn]} must decide."
    )
    story.play(table.position.moves()[0].text)
    story.until(lambda p: not asked(p) and p.turn != -1)
    assert build_state(table, told)["interrupt"] is None


def _with_a_bounce() -> Story:
    for seed in range(20, 200):
        story = Story(seed=seed)
        with contextlib.suppress(AssertionError):
            if story.until(asked, most=150).outcome is None:
                return story
    raise AssertionError("no bear comes to anybody")
