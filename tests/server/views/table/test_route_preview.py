"""Long turns over JSON: routes, previews, takebacks, summaries, interruptions.

Also boards from files.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import icefield
from icefield.play import read_records
from icefield.server.views.table.state import build_state

from ...guest import PERSON, Guest, refused
from ...server_thread import Served
from ...strait_story import Story, walking
from ...viewers import ANN, BEN, EVE

pytestmark = pytest.mark.any_database


# -- routes and previews --------------------------------------------------------------------------


def test_I18_routes_are_told_to_whoever_decides_and_to_nobody_else() -> None:
    story = Story(seed=3)
    position = story.until(walking)
    mover, other = (ANN, BEN) if position.turn == 0 else (BEN, ANN)
    shown = build_state(story.table, mover)["routes"]
    assert shown is not None
    assert [(r["start"], r["end"], r["moves"]) for r in shown] == [
        (r.start, r.end, list(r.moves)) for r in position.routes()
    ]
    assert all(r["label"] for r in shown)
    assert all('class="mark route"' in r["marks"] for r in shown)
    for viewer in (other, EVE):
        assert build_state(story.table, viewer)["routes"] is None


def test_I18_a_route_is_played_as_ordinary_moves(guest: Guest) -> None:
    state = begin(guest, seed=4)
    route = max(state["routes"], key=lambda r: len(r["moves"]))
    seat = state["seat"]
    for move in route["moves"]:
        assert (state["deciding"], state["seat"]) == (True, seat)
        state = guest.move(move, state["decision"])
    explorers = icefield.game("strait").read(_text(guest)).explorers  # type: ignore[attr-defined]
    assert route["end"] in explorers[seat]


def test_other_games_have_no_routes(guest: Guest) -> None:
    state = guest.open_hot_seat()
    assert state["routes"] is None
    assert state["interrupt"] is state["ground"] is None
    asked = {"decision": state["decision"], "move": "b2-d4"}
    refused(guest.http.get(f"{guest.path}/preview", params=asked), 409, "no-routes")


@pytest.mark.slow
def test_previews_show_what_a_move_would_do(guest: Guest, served: Served) -> None:
    state = begin(guest, seed=4)
    turn = next(t["move"] for t in state["touches"] if t["move"].startswith("turn:"))
    ask = {"decision": state["decision"], "move": turn}
    first = guest.http.get(f"{guest.path}/preview", params=ask).json()
    assert first["text"]
    assert first["marks"].count('class="bar"') in (2, 3)  # the ridges as they would lie
    assert guest.http.get(f"{guest.path}/preview", params=ask).json() == first
    german = guest.http.get(f"{guest.path}/preview", params={**ask, "lang": "de"})
    assert german.status_code == 200
    before = guest.events()
    legal = {each["move"] for each in state["touches"]}
    illegal = next(m for m in (f"turn:{c}1:cw" for c in "abcdefg") if m not in legal)
    for move, status, code in ((illegal, 422, None), ("nonsense", 422, "bad-move")):
        answer = guest.http.get(f"{guest.path}/preview", params={**ask, "move": move})
        refused(answer, status, code or answer.json()["code"])
    late = guest.http.get(f"{guest.path}/preview", params={**ask, "decision": 1})
    refused(late, 409, "stale-move")
    for query in ({}, {"decision": "x"}, {**ask, "move": ""}, {**ask, "move": "x" * 300}):
        assert guest.http.get(f"{guest.path}/preview", params=query).status_code == 422
    watcher = Guest(served)
    watcher.table = guest.table
    refused(watcher.http.get(f"{watcher.path}/preview", params=ask), 403, "not-seated")
    assert guest.events() == before


# -- hands ----------------------------------------------------------------------------------------


def begin(guest: Guest, seed: int) -> dict[str, Any]:
    """Play at one screen until there is a way of several steps."""
    chance = random.Random(seed)
    state = guest.open(PERSON, PERSON, game="strait")
    for _ in range(200):
        long = [r for r in state["routes"] or () if len(r["moves"]) > 2]
        top = any(t["move"].startswith("turn:") for t in state["touches"])
        if long and top:
            return state
        state = guest.move(chance.choice(state["touches"])["move"], state["decision"])
    raise AssertionError("nobody can walk")


def _text(guest: Guest) -> str:
    (record,) = read_records(guest.http.get(f"{guest.path}/record").text)
    return str(record.replay()[-1])
