"""Practice alone: puzzles of one player, their solutions (G11)."""

from __future__ import annotations

import threading

import pytest

from icefield.core.game import Position
from icefield.games import game
from icefield.server.service.answers import Answers

from ...timeouts import HANG_S
from ..drawn_boards import ALONE, asked, practise
from ..guest import PERSON, Guest, refused

pytestmark = pytest.mark.any_database


def test_G11_a_puzzle_solved_by_the_solution(guest: Guest) -> None:
    puzzle = game("glide").puzzles()[0]  # type: ignore[attr-defined]
    state = practise(guest, puzzle=puzzle.name).json()
    assert state["practice"]["puzzle"] == puzzle.name
    assert state["practice"]["following"] == game("glide").puzzles()[1].name  # type: ignore[attr-defined]
    assert state["facts"] == ["0 moves made"]
    solution = asked(guest, "solution")
    assert len(solution["moves"]) == puzzle.length
    assert str(puzzle.length) in solution["sentence"]
    refused(guest.http.get(f"{guest.path}/verdict"), 409, "not-solved")
    for step in solution["moves"]:
        state = guest.move(step["move"])
    assert state["practice"]["solved"]
    assert state["outcome"]["rule"] == "G7"
    verdict = asked(guest, "verdict")
    assert verdict["made"] == verdict["best"] == puzzle.length
    assert asked(guest, "solution")["moves"] == []


def test_G11_undo_restart_and_a_longer_way(guest: Guest) -> None:
    practise(guest, level=ALONE)
    refused(guest.post("restart", decision=guest.state()["decision"]), 409, "not-now")
    first = guest.state()
    guest.move("up")
    guest.move("down")
    assert guest.do("undo")["facts"] == ["1 move made"]
    refused(guest.post("restart", decision=1), 409, "stale-move")
    state = guest.do("restart")
    assert state["moves"] == []
    assert state["svg"] == first["svg"]
    guest.move("down")  # there and back again
    guest.move("up")
    steps = asked(guest, "solution")["moves"]
    for step in steps:
        state = guest.move(step["move"])
    verdict = asked(guest, "verdict")
    assert verdict["made"] == 2 + len(steps) > verdict["best"]
    assert verdict["sentence"] == (
        f"Solved in {verdict['made']} moves; the shortest is {verdict['best']}."
    )
    assert guest.do("restart")["outcome"] is None


def test_G11_no_draw_by_repetition_when_practising(guest: Guest) -> None:
    practise(guest, level=".....\n*....\n.....\n.....\n....P")
    for _ in range(4):
        for way in ("left", "right"):
            assert guest.move(way)["outcome"] is None


def test_G11_a_board_without_a_solution_says_so(guest: Guest) -> None:
    practise(guest, level=".....\n.....\n.....\n.....\n*...P")
    answer = asked(guest, "solution")
    assert answer["moves"] is None
    assert answer["sentence"].startswith("The goal cannot be reached")


def test_G11_a_solution_is_found_within_its_time(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    from icefield.server.routes import solitaire

    begun, go_on = [], threading.Event()

    def slow(position: Position) -> solitaire.Moves:
        begun.append(position)
        assert go_on.wait(HANG_S)
        return ("up",)

    monkeypatch.setattr(solitaire, "solve", slow)
    solutions = Answers[solitaire.Moves]("solver", late="solution-late")
    monkeypatch.setattr(solitaire, "solutions", solutions)
    practise(guest, level=ALONE)
    solutions.seconds = 0.05
    for _ in range(3):  # a second request joins the search
        refused(guest.http.get(f"{guest.path}/solution"), 409, "solution-late")
    assert len(begun) == 1
    solutions.seconds = HANG_S
    go_on.set()
    assert len(asked(guest, "solution")["moves"]) == 1
    assert len(begun) == 1


def test_practice_is_for_one(guest: Guest) -> None:
    guest.open(PERSON, PERSON, game="glide")
    guest.move("up")
    decision = guest.state()["decision"]
    refused(guest.post("restart", decision=decision), 409, "not-practice")
    refused(guest.http.get(f"{guest.path}/solution"), 409, "not-practice")
    refused(guest.http.get(f"{guest.path}/verdict"), 409, "not-practice")
