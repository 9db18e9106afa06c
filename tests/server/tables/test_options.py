"""A table with one of our setups (S2a): offered, shown, recorded, replayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from icefield.games import game
from icefield.play import read_records
from icefield.server.service.bot_runner import BotRunner, Question
from icefield.server.tables.events import Opened
from icefield.server.tables.options import BOT_PACES, TableOptions

from ..guest import PERSON, Guest, bot, refused

LONE = game("seals").start(setup="lone")


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
    (told,) = guest.open_hot_seat()["options"]  # of a single game, and nothing else
    assert told.startswith("The seals have the easier side")
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


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "move", "seconds": 1},
        {"kind": "player", "seconds": 10**8},
        {"kind": "days"},
        {"kind": "sand"},
        {"kind": "move", "seconds": -5},
        {"kind": "move", "seconds": "30"},
        [1],
    ],
)
def test_bad_clocks_are_refused(guest: Guest, clock: object) -> None:
    body = {"game": "seals", "seats": [PERSON, PERSON], "clock": clock}
    answer = guest.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["sentence"]


# -- the pace of bots ---------------------------------------------------------------------------


def test_bots_are_asked_at_the_pace_of_the_table(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: dict[str, set[float]] = {}  # by table: bots of other tests may still be playing

    def ask(_runner: BotRunner, table: str, questions: tuple[Question, ...]) -> None:
        paces.setdefault(table, set()).update(question.pace for question in questions)

    monkeypatch.setattr(BotRunner, "ask", ask)
    guest.open(bot(), PERSON, pace="slow")
    assert paces[guest.table] == {BOT_PACES["slow"]}


def test_an_unknown_pace_is_refused(guest: Guest) -> None:
    answer = guest.http.post(
        "/api/tables", json={"game": "seals", "seats": [PERSON, PERSON], "pace": "endless"}
    )
    assert 400 <= answer.status_code < 500


def test_the_pace_is_kept_in_the_first_event() -> None:
    options = TableOptions(pace="slow")
    opened = Opened("seals", 1, {}, 1, (), **options.to_fields())
    assert Opened.from_json(opened.to_json()) == opened
    assert TableOptions.of(opened) == options
    usual = Opened("seals", 1, {}, 1, (), **TableOptions().to_fields())
    assert "pace" not in usual.to_json()  # as older versions wrote it
    assert TableOptions.of(replace(opened, pace="of a later version")).pace == "normal"


def test_the_paces_are_in_order() -> None:
    assert list(BOT_PACES.values()) == sorted(BOT_PACES.values())
    assert BOT_PACES["normal"] == 1.0
