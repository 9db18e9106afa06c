"""The values of moves over JSON: who may ask, and the answers."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from icefield.analysis import move_values
from icefield.analysis.values import PositionVerdict
from icefield.server.routes.table import tables as table_routes
from icefield.server.service.answers import Answers

from ....games.glide.small_tablebase import LEVEL, build, table_folder
from ....timeouts import HANG_S
from ...guest import OPEN, PERSON, Guest, bot, refused
from ...server_thread import Served

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


def ask(guest: Guest, **moment: int) -> dict[str, Any]:
    """The answer; like the page, it asks again while the server is compiling."""
    for _ in range(8):
        answer = guest.http.get(f"{guest.path}/worth", params=moment)
        if answer.is_success or answer.json()["code"] != "analysis-late":
            break
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refuse(guest: Guest, status: int, code: str, **moment: Any) -> dict[str, Any]:
    return refused(guest.http.get(f"{guest.path}/worth", params=moment), status, code)


def open_solved(guest: Guest, *seats: dict[str, str]) -> dict[str, Any]:
    return guest.open(*(seats or (PERSON, PERSON)), game="glide", options={"board": LEVEL})


def test_every_move_of_a_solved_board(guest: Guest) -> None:
    state = open_solved(guest)
    assert state["can"]["analyse"]
    found = ask(guest)
    assert (found["value"], found["plies"], found["score"]) == ("win", 1, None)
    assert (found["holding"], found["of"], found["source"]) == (2, 4, "table")
    assert found["sentence"] == "2 of 4 moves hold the result."
    assert found["result"] == "Player 1 (P) to move: win in 1."
    assert found["command"] is None
    assert (found["number"], found["game"], found["ply"]) == (state["number"], 1, 0)
    assert [(m["move"], m["words"], m["holds"]) for m in found["moves"]] == [
        ("up", "win in 1", True),
        ("down", "win in 3", True),
        ("left", "draw", False),
        ("right", "loss in 8", False),
    ]
    touches = {t["move"]: t["touches"] for t in state["touches"]}
    assert {m["move"]: m["touches"] for m in found["moves"]} == touches
    assert found["moves"][0]["name"].startswith("up")


def test_the_answer_follows_the_game_and_looks_back(guest: Guest) -> None:
    open_solved(guest)
    guest.move("right")
    now = ask(guest)
    assert (now["ply"], now["value"], now["plies"]) == (1, "win", 7)
    assert ask(guest, game=1, ply=0)["value"] == ask(guest, ply=0)["value"] == "win"
    guest.do("undo")
    assert ask(guest)["plies"] == 1
    for moment in ({"game": 1, "ply": 1}, {"game": 2, "ply": 0}, {"game": 0}):
        refuse(guest, 404, "no-such-ply", **moment)
    refuse(guest, 422, "bad-request", ply="x")
    refuse(guest, 422, "bad-request", ply=-1)


def test_it_is_told_in_the_language_of_the_reader(guest: Guest) -> None:
    open_solved(guest)
    found = ask(guest, lang="ja")  # type: ignore[arg-type]
    assert found["sentence"] == "4手のうち2手が結果を保ちます。"
    assert found["moves"][0]["words"] == "1手で勝ち"


# -- who may ask ----------------------------------------------------------------------------------


def test_nobody_may_ask_while_people_play_each_other(guest: Guest, served: Served) -> None:
    open_solved(guest, PERSON, OPEN)
    refuse(guest, 409, "analysis-closed")  # no guest has sat down yet
    friend, watcher = Guest(served), Guest(served)
    friend.table = watcher.table = guest.table
    friend.post("sit", seat=1)
    for each in (guest, friend, watcher):
        assert not each.state()["can"]["analyse"]
        refuse(each, 409, "analysis-closed")
        refuse(each, 409, "analysis-closed", game=1, ply=0)
    guest.move("up")  # wins
    for each in (guest, friend, watcher):
        assert each.state()["can"]["analyse"]
        assert ask(each, game=1, ply=0)["holding"] == 2
        refuse(each, 409, "game-over")


def test_nobody_may_ask_while_a_bot_plays(guest: Guest) -> None:
    state = open_solved(guest, PERSON, bot())
    assert not state["can"]["analyse"]
    refuse(guest, 409, "analysis-closed")
    guest.move("up")
    assert ask(guest, game=1, ply=0)["value"] == "win"


def test_a_watcher_may_not_ask_at_a_screen_that_others_share(guest: Guest, served: Served) -> None:
    open_solved(guest)
    watcher = Guest(served)
    watcher.table = guest.table
    refuse(watcher, 409, "analysis-closed")
    watcher.table = "nowhere"
    refuse(watcher, 404, "no-such-table")


@pytest.mark.slow
def test_the_first_game_of_a_match_stays_closed_while_the_second_goes_on(
    guest: Guest, served: Served
) -> None:
    guest.open(PERSON, bot(), games=2)
    guest.play_out(seed=3)
    state = guest.state()
    assert state["can"]["next"]
    assert not state["can"]["analyse"]
    refuse(guest, 409, "analysis-closed", game=1, ply=0)


def test_games_that_cannot_be_judged_say_so(guest: Guest) -> None:
    state = guest.open(PERSON, PERSON, PERSON, game="torch")
    assert not state["can"]["analyse"]
    refuse(guest, 409, "no-analysis")
    guest.open(*[PERSON] * 4, game="glide")
    refuse(guest, 409, "no-analysis")


def test_G11_at_practice(guest: Guest) -> None:
    board = "...../..*.P/...../...../...*."
    answer = guest.http.post("/api/practice", json={"game": "glide", "level": board})
    guest.table = answer.json()["id"]
    assert answer.json()["can"]["analyse"]
    found = ask(guest)
    assert (found["source"], found["plies"]) == ("practice", 5)
    assert found["sentence"] == "1 of 3 moves keeps to a shortest way."


# -- without a table ------------------------------------------------------------------------------


@pytest.mark.slow
def test_without_a_table_it_says_how_to_build_it(guest: Guest, tmp_path: Path) -> None:
    with table_folder(tmp_path, built=False):
        open_solved(guest)
        found = ask(guest)
        assert found["source"] == "search"
        assert found["command"] == f"icefield solve glide --board '{LEVEL}' --build"
        assert "No table is built" in found["note"]
        assert {m["move"]: m["value"] for m in found["moves"]}["down"] == "win"
        assert found["sentence"].startswith("At least 2 of 4 moves hold the result")
        build()  # from now on it is known
        assert ask(guest)["source"] == "table"
    guest.open(PERSON, PERSON, game="glide")
    assert ask(guest)["command"] == "icefield solve glide --board c5 --build"


@pytest.mark.slow
def test_where_no_table_can_be_built_a_search_tells(guest: Guest) -> None:
    guest.open(PERSON, PERSON, game="glide", options={"board": "c7"})
    found = ask(guest)
    assert (found["source"], found["command"], found["result"]) == ("search", None, None)
    guest.open_hot_seat()
    guest.move("b2-a3")  # nothing is proven of this first move
    found = ask(guest)
    assert (found["value"], found["holding"], found["of"]) == ("unknown", None, 16)
    assert found["sentence"] == "It is not proven which of the 16 moves hold the result."


def test_the_proof_of_a_game_tells_from_its_start(guest: Guest) -> None:
    guest.open_hot_seat()
    found = ask(guest)
    assert (found["source"], found["value"], found["holding"], found["of"]) == (
        "proof",
        "win",
        2,
        16,
    )
    assert found["sentence"].startswith("At least 2 of 16 moves hold the result")
    guest.move("b2-c3")
    found = ask(guest)
    assert (found["source"], found["value"], found["holding"]) == ("proof", "loss", 16)


def test_a_damaged_table_is_told(guest: Guest, tmp_path: Path) -> None:
    with table_folder(tmp_path) as folder:
        open_solved(guest)
        (file,) = folder.glob("*.table")
        file.write_bytes(file.read_bytes()[:-50])
        refuse(guest, 422, "bad-table")
        build()
        assert ask(guest)["source"] == "table"


# -- beside the serving ---------------------------------------------------------------------------


def test_others_are_served_while_moves_are_judged(
    guest: Guest, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging, release = threading.Event(), threading.Event()

    def slowly(*arguments: Any, **options: Any) -> PositionVerdict:
        judging.set()
        assert release.wait(HANG_S)
        return move_values.judge_moves(*arguments, **options)

    monkeypatch.setattr(table_routes, "judge_moves", slowly)
    open_solved(guest)
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(ask(guest)))
    thread.start()
    assert judging.wait(HANG_S)
    other = Guest(served)
    open_solved(other)
    other.move("left")
    assert not answers
    release.set()
    thread.join(HANG_S)
    assert answers[0]["holding"] == 2


def test_who_waits_too_long_is_told_so(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes.value_answers, "seconds", 0.0)
    guest.open_hot_seat()
    refuse(guest, 409, "analysis-late")
    monkeypatch.undo()
    assert ask(guest)["of"] == 16  # the answer that was being worked out


def test_too_many_questions_at_once(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes.value_answers, "waiting", 0)
    open_solved(guest)
    refuse(guest, 503, "busy")


def test_answers_are_forgotten_in_the_end(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes, "value_answers", Answers("judge", kept=2))
    open_solved(guest)
    for move in ("left", "up", "right"):
        ask(guest)
        if move in [t["move"] for t in guest.state()["touches"]]:
            guest.move(move)
    assert len(table_routes.value_answers) <= 2
