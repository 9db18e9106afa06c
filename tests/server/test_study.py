"""The analysis page's interface: reading texts, positions, branches, painting, reviews."""

from __future__ import annotations

import gc
import json
import re
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.analysis.review import review_decision
from icefield.core.mistakes import HasPositionEditor
from icefield.play import Record, read_records
from icefield.server.errors import Busy, NoSuchReview
from icefield.server.routes import analysis as analysis_routes
from icefield.server.service import reviews
from icefield.server.views import analysis as analysis_views
from icefield.server.views import lines
from icefield.server.views.lines import Line, position_of, read_pasted

from ..games.glide.tabled import LEVEL, table_folder
from ..hang import HANG_S
from ..search.strategy_files import SMALL, START, strategy
from .faults.real import eventually
from .guests import PERSON, Guest, bot, refused
from .serving import Served

pytestmark = pytest.mark.any_database

GLIDE, SEALS = icefield.game("glide"), icefield.game("seals")
GAME = '[Game "seals"]\n[Seat1 "Ann"]\n\n1. b2-d4 2. g7-e5 3. d4-c4\n'


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table_folder(tmp_path_factory.mktemp("tables")) as found:
        yield found


def post(guest: Guest, what: str, **body: Any) -> Any:
    answer = guest.http.post(f"/api/analyse/{what}", json=body)
    assert answer.is_success, answer.text
    return answer.json()


def no(guest: Guest, what: str, status: int, code: str, **body: Any) -> dict[str, Any]:
    return refused(guest.http.post(f"/api/analyse/{what}", json=body), status, code)


def record(*moves: str) -> str:
    position = GLIDE.start(board=LEVEL)
    for move in moves:
        position = position.play(move)
    return str(Record.of(position))


def found(guest: Guest, text: str, **more: Any) -> dict[str, Any]:
    answer = post(guest, "read", text=text, **more)
    assert answer["problem"] is None, answer
    return dict(answer["found"])


def wrong(guest: Guest, text: str, **more: Any) -> dict[str, Any]:
    answer = post(guest, "read", text=text, **more)
    assert answer["found"] is None
    return dict(answer["problem"])


# -- texts ----------------------------------------------------------------------------------------


def test_a_record_is_read_with_its_moves_in_words(guest: Guest) -> None:
    read = found(guest, GAME)
    assert read["game"]["title"] == "Go with the Floe"
    assert [m["move"] for m in read["moves"]] == ["b2-d4", "g7-e5", "d4-c4"]
    assert [m["seat"] for m in read["moves"]] == [0, 1, 0]
    assert read["moves"][1]["role"] == "Bears"
    assert read["players"] == ["Ann", ""]
    assert (read["number"], read["count"]) == (1, 1)
    assert {rule["number"] for rule in read["game"]["rules"]} >= {"S1", "S4"}


def test_one_game_of_several(guest: Guest) -> None:
    two = GAME + GAME.replace("3. d4-c4", "3. d4-d3")
    assert found(guest, two)["count"] == 2
    second = found(guest, two, number=2)
    assert (second["number"], second["moves"][-1]["move"]) == (2, "d4-d3")
    no(guest, "read", 422, "bad-request", text=two, number=3)


def test_a_position_needs_its_game(guest: Guest) -> None:
    text = str(SEALS.start())
    assert wrong(guest, text)["code"] == "text-game"
    read = found(guest, f"\n {text}\n", game="seals")
    assert (read["moves"], read["count"]) == ([], 1)
    assert found(guest, str(GLIDE.start(4)), game="glide", seats=4)["roles"][3]


def test_what_is_wrong_is_told_with_line_and_column(guest: Guest) -> None:
    problem = wrong(guest, '[Game "seals"]\n\n1. b2-d4\n2. g7-e9\n')
    assert (problem["code"], problem["line"], problem["column"]) == ("bad-record", 4, 4)
    assert "g7-e9" in problem["sentence"]
    text = str(SEALS.start())
    problem = wrong(guest, "\n" + text.replace("s4b", "s4q", 1), game="seals")
    assert (problem["line"], problem["column"]) == (2, text.index("s4b") + 3)


def test_empty_and_long_texts(guest: Guest) -> None:
    assert wrong(guest, "  \n")["code"] == "text-empty"
    assert wrong(guest, "x" * (lines.MAX_TEXT_CHARACTERS + 1), game="seals")["code"] == "text-long"
    no(guest, "read", 422, "bad-request", text="x" * (2 * lines.MAX_TEXT_CHARACTERS + 1))
    no(guest, "read", 413, "too-large", text="x" * 300_000)
    no(guest, "read", 404, "unknown-game", text="x", game="chess")


def test_a_game_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch, guest: Guest) -> None:
    monkeypatch.setattr(lines, "MAX_MOVES", 2)
    assert wrong(guest, GAME)["code"] == "line-long"


def test_texts_with_a_byte_order_mark(guest: Guest) -> None:
    assert found(guest, "\ufeff" + GAME)["moves"]


# -- positions and branches -----------------------------------------------------------------------


def test_a_position_of_a_line_can_be_played_on(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    at = post(guest, "position", head=head, moves=["b2-d4"])
    assert (at["turn"], at["role"], at["chance"]) == (1, "Bears", None)
    assert "g7-e5" in [t["move"] for t in at["touches"]]
    assert at["svg"].startswith("<svg")
    assert SEALS.read(at["text"]) == SEALS.start().play("b2-d4")
    other = post(guest, "position", head=head, moves=["b2-d4", at["touches"][0]["move"]])
    assert other["turn"] == 0


def test_a_move_that_is_not_legal_is_refused_with_its_rule(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    problem = no(guest, "position", 422, "too-far", head=head, moves=["b2-b5"])
    assert problem["rule"] == "S4"
    why = post(guest, "why", head=head, moves=[], touches=["b2", "b5"])
    assert why["rule"] == "S4"
    assert post(guest, "why", head=head, moves=[], touches=["b2"]) is None


def test_a_head_is_a_beginning_and_nothing_else(guest: Guest) -> None:
    no(guest, "position", 422, "bad-request", head=GAME, moves=[])
    no(guest, "position", 422, "bad-record", head="nonsense", moves=[])
    no(guest, "position", 422, "bad-request", head="x", moves=["y"] * (lines.MAX_MOVES + 1))


def test_where_chance_decides_its_draws_are_listed(guest: Guest) -> None:
    read = dict(post(guest, "begin", game="strait", seats=2))
    at = post(guest, "position", head=read["head"], moves=[])
    assert at["turn"] is None
    assert sum(each["percent"] for each in at["chance"]) == pytest.approx(100, abs=1)
    after = post(guest, "position", head=read["head"], moves=[at["chance"][0]["move"]])
    assert after["chance"] is not None or after["touches"]


def test_the_moves_of_a_line_and_its_record(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    told = post(guest, "moves", head=head, moves=["b2-d4", "g7-f6"])
    assert [m["move"] for m in told] == ["b2-d4", "g7-f6"]
    (kept,) = read_records(post(guest, "record", head=head, moves=["b2-d4", "g7-f6"])["text"])
    assert kept.moves == ("b2-d4", "g7-f6")


def test_positions_are_remembered_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "positions", lines.Positions(3))
    pasted = read_pasted(GAME, None, 1, None)
    line = pasted.line
    assert position_of(line) is position_of(line)
    assert len(lines.positions) == 3
    assert position_of(Line(line.head, ("b2-d4",))) == SEALS.start().play("b2-d4")


# -- painting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(icefield.keys()))
def test_boards_are_set_up_stroke_by_stroke(guest: Guest, key: str) -> None:
    game = icefield.game(key)
    assert isinstance(game, HasPositionEditor)
    read = post(guest, "begin", game=key)
    first = post(guest, "paint", head=read["head"])
    assert first["brushes"]
    assert all(brush["name"] for brush in first["brushes"])
    brush = next(b for b in first["brushes"] if not b["everywhere"])
    spaces = [s.id for s in game.start().scene().spaces]
    for space in spaces:
        answer = guest.http.post(
            "/api/analyse/paint",
            json={"head": read["head"], "brush": brush["id"], "space": space},
        )
        if answer.is_success and answer.json()["head"] != read["head"]:
            break
        assert answer.json()["sentence"] if not answer.is_success else True
    painted = answer.json()
    assert painted["position"]["svg"].startswith("<svg")
    again = post(guest, "position", head=painted["head"])
    assert again["text"] == painted["position"]["text"]


def test_a_stroke_that_cannot_be_is_refused(guest: Guest) -> None:
    read = post(guest, "begin", game="seals")
    problem = no(
        guest, "paint", 422, "too-many-tokens", head=read["head"], brush="seal", space="d4"
    )
    assert problem["rule"] == "S2"
    no(guest, "paint", 422, "no-such-brush", head=read["head"], brush="whale", space="d4")


def test_painting_begins_anew_from_the_position_of_a_line(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    painted = post(guest, "paint", head=head, moves=["b2-d4"])
    assert painted["moves"] == []
    assert SEALS.read(painted["position"]["text"]) == SEALS.start().play("b2-d4")


# -- worth and threats ----------------------------------------------------------------------------


def test_what_a_position_is_worth(guest: Guest) -> None:
    head = found(guest, record())["head"]
    told = post(guest, "worth", head=head, moves=["right"])
    assert told["value"].startswith("Player 2 (Q): won in 7 moves")
    assert told["chances"] == [0, 100]
    assert told["line"][0]["seat"] == 1
    graded = told["graded"]
    assert (graded["move"], graded["grade"], graded["sign"]) == ("right", "blunder", "??")
    assert graded["better"][0]["name"].startswith("up")
    over = post(guest, "worth", head=head, moves=["up"])
    assert (over["value"], over["graded"]["grade"]) == (None, "best")


def test_what_is_certain_about_the_score_is_told(guest: Guest) -> None:
    with strategy(SMALL):
        head = found(guest, str(START), game="seals")["head"]
        told = post(guest, "worth", head=head, moves=[])
    bounds = told["bounds"]
    assert bounds["winner"] == 0
    assert 0 <= bounds["least"][0] <= bounds["most"][0] < 45
    assert "Points of the winner with best play: " in told["value"]


def test_too_many_questions_at_once(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_routes.answers, "waiting", 0)
    no(guest, "worth", 503, "busy", head=found(guest, record())["head"], moves=["left"])


def test_threats_of_a_position(guest: Guest) -> None:
    head = found(guest, record())["head"]
    told = post(guest, "threats", head=head, moves=["right"])
    assert told["threats"] or told["sentence"]
    for threat in told["threats"]:
        assert threat["text"]


# -- reviews --------------------------------------------------------------------------------------


def finished(guest: Guest, id_: str, state: str = "done") -> dict[str, Any]:
    end = time.monotonic() + HANG_S
    while True:
        answer = guest.http.get(f"/api/analyse/reviews/{id_}")
        assert answer.is_success, answer.text
        if answer.json()["state"] == state:
            return dict(answer.json())
        assert time.monotonic() < end, answer.text
        time.sleep(0.02)


def test_a_whole_game_is_looked_at(guest: Guest) -> None:
    text = record("right", "up", "left")
    read = found(guest, text)
    moves = [m["move"] for m in read["moves"]]
    answer = guest.http.post("/api/analyse/reviews", json={"head": read["head"], "moves": moves})
    assert answer.status_code == 201
    id_ = answer.json()["id"]
    done = finished(guest, id_)
    assert (done["done"], done["of"]) == (3, 3)
    assert sorted(g["ply"] for g in done["graded"]) == [0, 1, 2]
    first = next(g for g in done["graded"] if g["ply"] == 0)
    assert (first["called"], first["left"], first["chance"]) == ("blunder", 0, 100)
    assert first["worth"] == "Player 1 (P): won in 1 move"
    assert first["reason"]["text"]
    assert done["curve"][0] == [100, 0]
    assert done["summary"][0]["role"] == "Player 1 (P)"
    later = guest.http.get(f"/api/analyse/reviews/{id_}", params={"since": 2}).json()
    assert len(later["graded"]) == 1
    german = guest.http.get(f"/api/analyse/reviews/{id_}", params={"lang": "de"}).json()
    assert next(g for g in german["graded"] if g["ply"] == 0)["called"] == "grober Fehler"


def test_the_same_game_is_looked_at_once(guest: Guest, served: Served) -> None:
    read = found(guest, record("down", "right"))
    body = {"head": read["head"], "moves": [m["move"] for m in read["moves"]]}
    first = post(guest, "reviews", **body)
    finished(guest, first["id"])
    second = post(Guest(served), "reviews", **body)
    assert (second["id"], second["state"], second["done"]) == (first["id"], "done", 2)
    assert post(guest, "reviews", **body, pace="quick")["id"] != first["id"]


def test_a_review_nobody_knows(guest: Guest) -> None:
    refused(guest.http.get("/api/analyse/reviews/none"), 404, "no-such-review")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Each decision waits for a release."""
    gate = threading.Semaphore(0)

    def slowly(*arguments: Any) -> Any:
        assert gate.acquire(timeout=HANG_S)
        return review_decision(*arguments)

    monkeypatch.setattr(reviews, "review_decision", slowly)
    yield gate
    gate.release(100)


def ask(guest: Guest, *moves: str) -> dict[str, Any]:
    head = found(guest, record())["head"]
    return dict(post(guest, "reviews", head=head, moves=list(moves)))


def test_results_arrive_bit_by_bit_while_others_are_served(
    guest: Guest, slow: threading.Semaphore, served: Served
) -> None:
    id_ = ask(guest, "left", "up", "up")["id"]
    assert guest.http.get(f"/api/analyse/reviews/{id_}").json()["done"] == 0
    slow.release()
    end = time.monotonic() + HANG_S
    while (state := guest.http.get(f"/api/analyse/reviews/{id_}").json())["done"] < 1:
        assert time.monotonic() < end
    assert state["state"] == "running"
    assert [g["ply"] for g in state["graded"]] == [2]
    assert state["curve"][0] is None
    Guest(served).open(PERSON, PERSON)  # nobody waits for it
    slow.release(2)
    assert finished(guest, id_)["done"] == 3


def test_a_review_can_be_stopped_and_goes_on_later(
    guest: Guest, slow: threading.Semaphore, served: Served
) -> None:
    id_ = ask(guest, "left", "up", "left")["id"]
    other = Guest(served)
    assert ask(other, "left", "up", "left")["id"] == id_
    slow.release()
    assert post(guest, f"reviews/{id_}/stop")["state"] != "stopped"  # somebody else waits
    assert post(other, f"reviews/{id_}/stop")["state"] == "stopped"
    slow.release(10)
    stopped = finished(guest, id_, "stopped")
    assert stopped["done"] < 3
    again = ask(guest, "left", "up", "left")
    assert (again["id"], again["done"]) == (id_, stopped["done"])
    slow.release(10)
    assert finished(guest, id_)["done"] == 3


# -- the process's list of reviews ----------------------------------------------------------------


def game(*moves: str) -> list[icefield.Position]:
    positions = [GLIDE.start(board=LEVEL)]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def test_too_many_reviews_wait(slow: threading.Semaphore) -> None:
    listed = reviews.Reviews(waiting=2)
    listed.ask("a", game("left"), 0.1, "me")
    listed.ask("b", game("right"), 0.1, "me")
    with pytest.raises(Busy):
        listed.ask("c", game("down"), 0.1, "them")
    assert listed.ask("a", game("left"), 0.1, "you").readers == {"me", "you"}
    slow.release(10)
    listed.close()


def test_a_review_that_nobody_asks_about_ends(slow: threading.Semaphore) -> None:
    listed = reviews.Reviews()
    listed.alone = -1.0
    job = listed.ask("a", game("left", "up"), 0.1, "me")
    slow.release(10)
    listed.close()
    assert (job.state, job.found) == ("stopped", [])


def ended(job: reviews.Job) -> reviews.Job:
    """A review when nothing more comes of it."""
    eventually(lambda: job.state not in ("waiting", "running"), "it goes on and on")
    return job


def test_old_reviews_are_forgotten() -> None:
    listed = reviews.Reviews(kept=1)
    for id_, move in (("a", "left"), ("b", "right"), ("c", "up")):
        assert ended(listed.ask(id_, game(move), 0.1, "me")).state == "done"
    with pytest.raises(NoSuchReview):
        listed.find("a")
    assert listed.find("c").state == "done"
    listed.close()


def test_a_review_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(reviews, "review_decision", broken)
    listed = reviews.Reviews()
    assert ended(listed.ask("a", game("left"), 0.1, "me")).state == "failed"
    listed.close()


def test_a_review_that_is_given_up_while_it_waits_holds_nothing(slow: threading.Semaphore) -> None:
    listed = reviews.Reviews(kept=3)
    first = listed.ask("first", game("left", "up"), 0.1, "me")
    held = []
    for number in range(20):
        job = listed.ask(str(number), game("left"), 0.1, f"reader {number}")
        held.append(weakref.ref(job))
        listed.leave(job.id, f"reader {number}")
    del job
    gc.collect()
    assert sum(each() is not None for each in held) <= 3
    slow.release(10)
    assert ended(first).state == "done"
    listed.close()


def test_reviews_are_bounded_by_their_positions() -> None:
    listed = reviews.Reviews(positions=5)
    for id_, move in (("a", "left"), ("b", "right"), ("c", "up")):
        ended(listed.ask(id_, game(move), 0.1, "me"))
    with pytest.raises(NoSuchReview):
        listed.find("a")
    assert [listed.find(id_).state for id_ in "bc"] == ["done", "done"]
    listed.close()


def test_whoever_asks_for_many_reviews_gives_up_the_oldest(slow: threading.Semaphore) -> None:
    listed = reviews.Reviews(waiting=4)
    shared = listed.ask("a", game("left"), 0.1, "me")
    listed.ask("a", game("left"), 0.1, "you")
    mine = [listed.ask(id_, game("left"), 0.1, "me") for id_ in "bcde"]
    assert shared.readers == {"you"}
    assert [job.state for job in mine] == ["stopped", "stopped", "waiting", "waiting"]
    listed.ask("f", game("left"), 0.1, "you")
    slow.release(20)
    assert ended(shared).state == "done"
    listed.close()


def test_a_long_review_is_told_some_at_a_time_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = reviews.Reviews()
    job = ended(listed.ask("a", game("left", "up", "right"), 0.1, "me"))
    monkeypatch.setattr(analysis_views, "MAX_GRADED", 2)
    first, second = (analysis_views.build_review(job, since, "en") for since in (0, 2))
    assert [len(told["graded"]) for told in (first, second)] == [2, 1]
    assert first["done"] == 3
    monkeypatch.setattr(analysis_views, "build_graded_move", None)
    assert analysis_views.build_review(job, 0, "en") == first
    listed.close()


# -- the page and its tables ----------------------------------------------------------------------


def test_the_page_is_there_in_every_language(guest: Guest) -> None:
    for language, word in (("en", "Analyse"), ("de", "Analysieren"), ("ja", "検討")):
        answer = guest.http.get("/analyse", params={"lang": language})
        assert answer.status_code == 200
        assert word in answer.text


def test_a_table_is_opened_only_when_it_may_be_studied(guest: Guest, served: Served) -> None:
    guest.open(PERSON, bot(), game="glide", options={"board": LEVEL})
    page = guest.http.get("/analyse", params={"table": guest.table})
    assert page.status_code == 409
    assert "when they are over" in page.text
    assert not guest.state()["can"]["review"]
    guest.move("up")
    assert guest.state()["can"]["review"]
    stranger = Guest(served)
    page = stranger.http.get("/analyse", params={"table": guest.table})
    assert page.status_code == 200
    assert "1. up" in page.text
    assert guest.http.get("/analyse", params={"table": "nowhere"}).status_code == 404


def test_one_game_of_a_match_is_opened(guest: Guest) -> None:
    guest.open_hot_seat(games=2)
    guest.play_out(seed=9)
    guest.do("next")
    guest.play_out(seed=3)

    def opened(**more: int) -> tuple[int, bool]:
        page = guest.http.get("/analyse", params={"table": guest.table, **more})
        assert page.status_code == 200
        setup = re.search(r'id="setup">(.*?)</script>', page.text, re.DOTALL)
        assert setup is not None
        told = json.loads(setup[1])
        return told["number"], told["review"]

    assert opened() == (2, True)  # the last one
    assert [opened(number=n) for n in (1, 2)] == [(1, True), (2, True)]
    for number, status in ((3, 404), (0, 422), (10**9, 422), (-1, 422)):
        params: dict[str, str | int] = {"table": guest.table, "number": number}
        page = guest.http.get("/analyse", params=params)
        assert page.status_code == status
        assert "error-number" in page.text
    for number in (1, 2):  # a replay leads to the game it shows
        replay = guest.http.get(f"/replays/{guest.table}", params={"game": number})
        assert f'href="/analyse?table={guest.table}&amp;number={number}"' in replay.text
