"""Reviews of games: started, shared, stopped, bounded."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import icefield
from icefield.analysis.review import review_decision
from icefield.server.errors import Busy, NoSuchReview
from icefield.server.service import reviews
from icefield.server.views import analysis as analysis_views

from ...games.glide.small_tablebase import LEVEL
from ...timeouts import HANG_S
from ..analysis_requests import GLIDE, found, post, record
from ..faults.serve_command import eventually
from ..guest import PERSON, Guest, refused
from ..server_thread import Served

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


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
    Guest(served).open(PERSON, PERSON)  # no reader waits for it
    slow.release(2)
    assert finished(guest, id_)["done"] == 3


def test_a_review_can_be_stopped_and_goes_on_later(
    guest: Guest, slow: threading.Semaphore, served: Served
) -> None:
    id_ = ask(guest, "left", "up", "left")["id"]
    other = Guest(served)
    assert ask(other, "left", "up", "left")["id"] == id_
    slow.release()
    assert post(guest, f"reviews/{id_}/stop")["state"] != "stopped"  # another reader waits
    assert post(other, f"reviews/{id_}/stop")["state"] == "stopped"
    slow.release(10)
    stopped = finished(guest, id_, "stopped")
    assert stopped["done"] < 3
    again = ask(guest, "left", "up", "left")
    assert (again["id"], again["done"]) == (id_, stopped["done"])
    slow.release(10)
    assert finished(guest, id_)["done"] == 3


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
