"""Long turns over the JSON interface: routes, previews, taking back, recaps, being asked in
somebody else's turn; and boards from files."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any

import pytest

import icefield
from icefield.core.errors import NotNow
from icefield.games.strait.board_file import read_shipped
from icefield.games.strait.position import StraitPosition
from icefield.play import read_records
from icefield.server.tables.events import ChanceMoved, Event, Moved, Payload
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.table.move_list import build_interrupt
from icefield.server.views.table.state import build_state
from icefield.server.views.viewer import Viewer

from .guests import PERSON, Guest, refused
from .serving import Served

pytestmark = pytest.mark.any_database

STRAIT = icefield.game("strait")
SAMPLE = read_shipped("bering")
MINE = SAMPLE.replace('"Bering Strait"', '"Ö, my Strait"')
ANN, BEN, EVE = Viewer("ann"), Viewer("ben"), Viewer("eve")


class Story:
    """A table in memory; Ann (seat 0) and Ben (seat 1) play at random until something is so."""

    def __init__(self, seed: int = 0, owners: tuple[str, str] = ("ann", "ben")):
        self.chance = random.Random(seed)
        players = [Player("person", owner=owner).to_json() for owner in owners]
        body = {"game": "strait", "version": STRAIT.version, "games": 1, "players": players}
        body["options"] = STRAIT.check({})
        self.table = Table("t", Event(1, "opened", body))

    def play(self, move: str) -> None:
        position = self.table.position
        if position.turn == -1:
            payload: Payload = ChanceMoved(move)
        else:
            assert position.turn is not None
            payload = Moved(position.turn, move)
        self.table.apply(Event.of(self.table.number + 1, payload))

    def until(self, so: Callable[[Any], bool], most: int = 3000) -> Any:
        for _ in range(most):
            position = self.table.position
            if position.outcome is not None or so(position):
                return position
            assert isinstance(position, StraitPosition)
            steps = [m for m in position.moves() if "-" in m.text and "drift" not in m.text]
            found = steps if steps and self.chance.random() < 0.6 else position.moves()
            if position.phase == "send":
                found = [m for m in found if so(position.play(m))] or found
            self.play(self.chance.choice(found).text)
        raise AssertionError("it does not come to that")

    def undo(self, viewer: Viewer) -> None:
        seat = self.table.seat_for(viewer.identity)
        payload = self.table.check_undo(viewer.identity, self.table.decision(seat))
        self.table.apply(Event.of(self.table.number + 1, payload))

    def refusal(self, viewer: Viewer) -> str:
        with pytest.raises(NotNow) as found:
            self.undo(viewer)
        return found.value.refusal.code


def walking(position: Any) -> bool:
    """At the top of a turn with a way of several steps."""
    return position.phase == "turn" and any(len(r.moves) > 2 for r in position.routes())


def asked(position: Any) -> bool:
    return position.turn not in (-1, None) and position.turn != position.active


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


# -- taking back ----------------------------------------------------------------------------------


def test_a_turn_is_taken_back_up_to_what_chance_has_shown() -> None:
    story = Story(seed=3)
    position = story.until(walking)
    mover, other = (ANN, BEN) if position.turn == 0 else (BEN, ANN)
    top, route = str(position), max(position.routes(), key=lambda r: len(r.moves))
    for move in route.moves[:-1]:
        story.play(move)
    assert story.refusal(other) in ("others-moved", "chance-stands")
    for _ in route.moves[:-1]:
        story.undo(mover)
    assert str(story.table.position) == top


def test_I15_a_discovery_stands() -> None:
    story = Story(seed=5)
    position = story.until(
        lambda p: p.phase == "turn" and any(m.text == "discover" for m in p.moves())
    )
    mover = (ANN, BEN)[position.turn]
    story.play("discover")
    while story.table.position.turn == -1:
        story.play(story.table.position.moves()[0].text)
    assert story.refusal(mover) == "chance-stands"
    assert not build_state(story.table, mover)["can"]["undo"]
    story.play(story.table.position.moves()[0].text)  # where it lies
    if story.table.position.turn == position.turn:
        story.undo(mover)  # only that
        now = story.table.position
        assert isinstance(now, StraitPosition)
        assert now.phase == "put"


def test_what_somebody_else_decided_stands() -> None:
    story = Story(seed=6)
    story.until(lambda p: p.turns >= 2 and p.phase == "turn")
    done = story.table.position.turn
    story.play(next(m.text for m in story.table.position.moves() if m.text.startswith("turn:")))
    if story.table.position.turn == done:
        story.play("end")
    now = story.table.position.turn
    assert now != done
    assert done is not None
    assert now is not None
    mover, other = (ANN, BEN)[done], (ANN, BEN)[now]
    assert build_state(story.table, mover)["can"]["undo"]  # nobody has decided since
    story.play(next(m.text for m in story.table.position.moves() if m.text.startswith("turn:")))
    assert story.refusal(mover) == "others-moved"
    story.undo(other)
    assert story.table.position.turn == now


# -- recaps ---------------------------------------------------------------------------------------


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
        assert build_state(story.table, Viewer("eve", language))["moves"]


def test_games_of_single_moves_are_not_grouped(guest: Guest) -> None:
    guest.open_hot_seat()
    assert "turn" not in guest.move("b2-d4")["moves"][0]


# -- being asked in somebody else's turn ----------------------------------------------------------


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


# -- boards from files ----------------------------------------------------------------------------


def check(guest: Guest, text: str, game: str = "strait") -> dict[str, Any]:
    answer = guest.http.post("/api/boards/check", json={"game": game, "text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_board_is_read_drawn_and_counted(guest: Guest) -> None:
    found = check(guest, MINE)
    assert found["legal"]
    board = found["board"]
    assert board["name"] == "Ö, my Strait"
    assert board["value"].startswith("packed:")
    assert board["facts"][0] == "67 sea hexes in 8 currents"
    assert board["svg"].startswith("<svg")
    assert board["text"] is None
    again = check(guest, board["value"])["board"]  # as a link brings it
    assert again["value"] == board["value"]
    assert check(guest, again["text"])["board"]["value"] == board["value"]
    assert check(guest, SAMPLE)["board"]["value"] == "bering"


def test_what_is_wrong_is_told_with_its_place(guest: Guest) -> None:
    for text, code, line in (
        (SAMPLE.replace("speed = 2", "speed = 7", 1), "bad-board-speed", 24),
        (SAMPLE.replace("columns = 9", "columns = "), "bad-board-toml", 11),
        (SAMPLE.replace("columns = 9", "columns = 2026-01-01"), "bad-board-wrong-type", 11),
        ("packed:junk", "bad-board-packed", 1),
        ("x" * 100_001, "board-long", 1),
        ("ö" * 60_000, "board-long", 1),
        ("a." * 40_000 + "a = 1", "bad-board-long-line", 1),
        ("a = " + "[\n" * 30_000, "bad-board-toml", None),
        ("a = " + "9" * 900 + "\n" + "\x00", "bad-board-toml", None),
        ("", "bad-board-missing-key", 1),
    ):
        found = check(guest, text)
        assert not found["legal"]
        assert found["board"] is None
        problem = found["problem"]
        assert problem["code"] == code, problem
        assert line in (None, problem["line"])
        assert problem["sentence"].endswith(".")
        assert len(problem["sentence"]) < 300


def test_what_is_no_board_file_is_refused(guest: Guest) -> None:
    def post(**body: Any) -> Any:
        return guest.http.post("/api/boards/check", json=body)

    refused(post(game="seals", text=SAMPLE), 409, "no-boards")
    refused(post(game="chess", text=SAMPLE), 404, "unknown-game")
    for body in ({}, {"game": "strait"}, {"game": "strait", "text": 1}, {"text": SAMPLE}):
        assert post(**body).status_code == 422
    assert post(game="strait", text="x" * 100_002).status_code == 422
    assert post(game="strait", text="x" * 300_000).status_code == 413
    half = guest.http.post(
        "/api/boards/check",
        content=b'{"game": "strait", "text": "\\ud800"}',
        headers={"content-type": "application/json"},
    )
    assert half.status_code in (200, 422)
    assert "Traceback" not in half.text


def test_a_table_on_an_own_board_keeps_it(own_server: Served) -> None:
    guest = Guest(own_server)
    value = check(guest, MINE)["board"]["value"]
    guest.open(PERSON, PERSON, game="strait", options={"board": value, "goal": 2})
    state = guest.state()
    assert state["ground"]["name"] == "Ö, my Strait"
    assert state["ground"]["own"]
    del state["id"]
    assert "packed:" not in str(state)
    page = guest.http.get(f"/tables/{guest.table}").text
    assert "Ö, my Strait" in page
    assert "packed:" not in page
    guest.move(state["touches"][0]["move"])
    own_server.restart()
    again = guest.state()
    assert again["ground"]["name"] == "Ö, my Strait"
    (record,) = read_records(guest.http.get(f"{guest.path}/record").text)
    assert record.options["board"] == value
    assert record.replay()[-1].options["board"] == value


def test_the_home_page_offers_the_options_with_few_values(guest: Guest) -> None:
    page = guest.http.get("/").text
    assert 'data-option="goal" data-default="3"' in page
    assert 'data-option="return_moves" data-default="False"' in page
    assert 'data-option="board"' not in page  # a text of its own; it has a page of its own
    state = guest.open(PERSON, PERSON, game="strait", options={"goal": "2"})  # as a form sends it
    assert "2 Siberian stations win" in state["facts"]


def test_the_values_of_options_are_told_in_words(guest: Guest) -> None:
    page = guest.http.get("/?lang=de").text
    assert 'value="at-once" selected>sofort</option>' in page
    assert 'value="False" selected>nein</option>' in page
    assert 'value="2" >2</option>' in page  # a number is its own word


def test_a_board_is_named_once(guest: Guest) -> None:
    value = check(guest, MINE)["board"]["value"]
    state = guest.open(PERSON, PERSON, game="strait", options={"board": value})
    assert "Ö, my Strait" in state["ground"]["sentence"]
    assert not any("Ö, my Strait" in fact for fact in state["facts"])


def test_the_standard_board_is_called_a_reconstruction(guest: Guest) -> None:
    state = guest.open(PERSON, PERSON, game="strait")
    assert "reconstruction" in state["ground"]["sentence"]
    assert not state["ground"]["own"]


@pytest.mark.parametrize("value", ["packed:", "packed:AAAA", "nowhere", "x:" * 3999, "\n", 7, True])
def test_a_bad_value_opens_no_table(guest: Guest, value: Any) -> None:
    body = {"game": "strait", "seats": [PERSON, PERSON], "options": {"board": value}}
    answer = guest.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert len(answer.text) < 1000


def test_the_page_and_the_file_to_begin_from(guest: Guest) -> None:
    page = guest.http.get("/boards/strait")
    assert page.status_code == 200
    assert "Your own board for ICE FLOW" in page.text
    assert guest.http.get("/boards/seals").status_code == 404
    file = guest.http.get("/boards/strait/file")
    assert file.text == SAMPLE
    assert 'filename="strait-bering.toml"' in file.headers["content-disposition"]
    assert guest.http.get("/boards/strait/file?name=nowhere").status_code == 422
    assert guest.http.get("/boards/seals/file").status_code == 404
    home = guest.http.get("/").text
    assert home.count('href="/boards/strait"') == 1
    for language in ("de", "fr", "ja"):
        assert guest.http.get("/boards/strait", params={"lang": language}).status_code == 200


# -- hands ----------------------------------------------------------------------------------------


def _with_a_bounce() -> Story:
    for seed in range(20, 200):
        story = Story(seed=seed)
        with contextlib.suppress(AssertionError):
            if story.until(asked, most=150).outcome is None:
                return story
    raise AssertionError("no bear comes to anybody")


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
