"""Puzzles over HTTP: the server judges answers and keeps progress.

Nothing of the solution leaves it too early.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from icefield.analysis.puzzles import Continuation, book
from icefield.core.errors import IcefieldError
from icefield.core.game import Position
from icefield.games import game
from icefield.search.exact.solve import solve
from icefield.server.routes import puzzles as puzzle_routes
from icefield.server.service.answers import Answers
from icefield.server.tables.puzzle_progress import RIGHT, SHOWN, Progress, Try
from icefield.server.views import puzzles as puzzle_views

from ...timeouts import HANG_S
from ..puzzle_solver import GLIDE, SEALS, Solver, deep, wrong_moves
from ..server_thread import Served


@pytest.fixture
def solver(served: Served) -> Solver:
    return Solver(served)


# -- pages ----------------------------------------------------------------------------------------


def test_the_choice_of_puzzles(solver: Solver) -> None:
    text = solver.http.get("/puzzles").text
    for key in ("seals", "glide"):
        assert f'href="/puzzles/{key}?grade=5"' in text
        assert f'href="/puzzles/{key}"' in text
    assert f"0 of {len(book('seals'))}" in text
    assert "/puzzles" in solver.http.get("/").text


def test_the_next_unsolved_puzzle(solver: Solver) -> None:
    def next_(query: str = "") -> str:
        return str(solver.http.get(f"/puzzles/seals{query}").headers["location"])

    assert next_() == "/puzzles/seals/1"
    first = next(p.number for p in book("seals") if p.grade == 3)
    assert next_("?grade=3") == f"/puzzles/seals/{first}?grade=3"
    solver.answer()
    assert next_() == "/puzzles/seals/2"
    assert next_("?after=4") == "/puzzles/seals/5"
    assert next_(f"?after={len(book('seals'))}") == "/puzzles/seals/2"
    solver.at("seals", 2).good("solution")  # given up: comes again at the end
    assert next_() == "/puzzles/seals/3"


def test_when_all_are_solved_there_is_no_next(solver: Solver) -> None:
    puzzles = book("seals")[:3]
    solved = Progress(tuple(Try(p.name, RIGHT, True, False) for p in puzzles))
    assert puzzle_views.find_next(puzzles, solved, 0, None) is None
    given_up = Progress(tuple(Try(p.name, SHOWN, False, True) for p in puzzles))
    assert puzzle_views.find_next(puzzles, given_up, 1, None) == puzzles[1]


@pytest.mark.parametrize(
    "path",
    ["/puzzles/torch", "/puzzles/none", "/puzzles/seals/0", "/puzzles/seals/99999", "/puzzles/x/1"],
)
def test_what_does_not_exist(solver: Solver, path: str) -> None:
    assert solver.http.get(path).status_code == 404


@pytest.mark.parametrize("key", ["seals", "glide"])
def test_a_page_says_nothing_of_the_solution(served: Served, key: str) -> None:
    solver = Solver(served, key, deep(key))
    text = solver.page()
    state = json.loads(re.search(r'id="state">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert set(state) == {"key", "number", "grade", "side", "status", "board", "progress"}
    assert state["status"] == "new"
    touches = {move["move"] for move in state["board"]["touches"]}
    assert touches == {solver.puzzle.solution, *solver.puzzle.others}
    assert " ".join(solver.puzzle.line) not in text


# -- answers --------------------------------------------------------------------------------------


def test_the_right_move(solver: Solver) -> None:
    told = solver.answer()
    assert told["right"] is True
    assert told["status"] == "solved"
    assert told["sentence"].startswith("Right!")
    assert (told["progress"]["streak"], told["progress"]["best"]) == (1, 1)
    assert told["progress"]["grades"]["1"]["solved"] == 1
    assert '"status": "solved"' in solver.page()


def test_a_wrong_move_then_the_right_one(solver: Solver) -> None:
    told = solver.answer(solver.wrong)
    assert (told["right"], told["status"], told["progress"]["streak"]) == (False, "tried", 0)
    assert told["sentence"].startswith("Not the winning move")
    assert solver.puzzle.solution not in json.dumps({k: v for k, v in told.items() if k != "board"})
    again = solver.answer()
    assert (again["right"], again["status"]) == (True, "solved")
    assert (again["progress"]["streak"], again["progress"]["solved"]) == (0, 1)


def test_a_move_against_the_rules_is_no_answer(solver: Solver) -> None:
    for move in ("nonsense", "a8-a9", ""):
        assert solver.ask("answer", move=move).status_code == 422
    assert '"status": "new"' in solver.page()


def test_streaks(served: Served) -> None:
    solver = Solver(served)
    for number in (1, 2, 3):
        told = solver.at("seals", number).answer()
    assert (told["progress"]["streak"], told["progress"]["best"]) == (3, 3)
    told = solver.at("seals", 4).answer(solver.wrong)
    assert (told["progress"]["streak"], told["progress"]["best"]) == (0, 3)
    told = solver.answer()
    assert told["progress"]["streak"] == 0
    told = solver.at("seals", 5).answer()
    assert (told["progress"]["streak"], told["progress"]["best"]) == (1, 3)
    told = solver.at("seals", 1).answer(solver.wrong)  # solved long ago: only practising
    assert (told["progress"]["streak"], told["status"]) == (1, "solved")
    other = solver.at("glide", 1).answer()
    assert other["progress"]["streak"] == 1  # each game has its own


@pytest.mark.slow
def test_progress_survives_a_restart(own_server: Served) -> None:
    solver = Solver(own_server)
    solver.answer()
    own_server.restart()
    assert '"streak": 1' in solver.page()
    told = solver.at("seals", 2).answer()
    assert (told["progress"]["streak"], told["progress"]["solved"]) == (2, 2)


def test_progress_is_ones_own(served: Served) -> None:
    Solver(served).answer()
    assert Solver(served).answer()["progress"]["solved"] == 1


# -- help -----------------------------------------------------------------------------------------


def test_a_hint_names_the_piece_and_ends_the_streak(served: Served) -> None:
    number = next(
        p.number for p in book("seals") if len({m.touches[0] for m in p.start(SEALS).moves()}) > 1
    )
    solver = Solver(served, "seals", number)
    told = solver.good("hint")
    assert told["spaces"] == [solver.puzzle.solution[:2]]
    assert solver.puzzle.solution not in json.dumps(told)
    assert solver.answer()["progress"]["streak"] == 0


def test_a_hint_where_there_is_one_piece_rules_a_move_out(served: Served) -> None:
    solver = Solver(served, "glide", deep("glide"))
    told = solver.good("hint")
    assert told["spaces"] == []
    assert told["sentence"].startswith("It is not this one")
    _, solution = solver.puzzle.start(GLIDE).legal(solver.puzzle.solution)
    assert str(solution.name) not in told["sentence"]


def test_every_hint_rules_out_another_move_that_was_not_tried(served: Served) -> None:
    number = next(p.number for p in book("glide") if len(p.others) == 3)
    solver = Solver(served, "glide", number)
    solver.answer(solver.wrong)
    assert solver.good("hint")["not"] == solver.wrong  # nothing is known without a body
    out = [solver.wrong]
    while (told := solver.good("hint", moves=out))["not"] is not None:
        _, move = solver.puzzle.start(GLIDE).legal(told["not"])
        assert told["sentence"] == f"It is not this one: {move.name}."
        assert told["not"] not in (*out, solver.puzzle.solution)
        out.append(told["not"])
    assert sorted(out) == sorted(solver.puzzle.others)
    assert told["sentence"].startswith("Only one move is left")
    assert solver.puzzle.solution not in json.dumps({**told, "progress": None})


def test_when_the_piece_is_known_its_other_moves_are_ruled_out(served: Served) -> None:
    number, piece, others = next(
        (p.number, p.solution[:2], others)
        for p in book("seals")
        if len({m.touches[0] for m in p.start(SEALS).moves()}) > 1
        and len(others := {text for text in p.others if text.startswith(p.solution[:2])}) > 2
    )
    solver = Solver(served, "seals", number)
    out: list[str] = []
    assert solver.good("hint", moves=out)["not"] is None
    while (told := solver.good("hint", moves=out, piece=True))["not"] is not None:
        assert told["spaces"] == [piece]
        assert told["not"] not in out
        out.append(told["not"])
    assert (len(out), set(out)) == (len(others), others)
    assert told["sentence"].startswith("Only one move is left")


def test_a_hint_needs_no_body_and_refuses_a_bad_one(solver: Solver) -> None:
    for body in (
        {"moves": ["nonsense"]},
        {"moves": [solver.puzzle.line[1]]},  # a move of the other side
        {"moves": [solver.wrong] * 201},
        {"moves": ["x" * 41]},
        {"moves": solver.wrong},
        {"piece": "maybe"},
        {"more": 1},
    ):
        assert solver.ask("hint", **body).status_code == 422, body
    assert '"status": "new"' in solver.page()
    bare = solver.http.post(f"{solver.path}/hint", headers={"content-type": "application/json"})
    assert bare.status_code == 200
    assert '"status": "tried"' in solver.page()


def test_giving_up_shows_the_solution(served: Served) -> None:
    solver = Solver(served, "glide", deep("glide"))
    told = solver.good("solution")
    assert [step["move"] for step in told["line"]] == list(solver.puzzle.line)
    assert (told["status"], told["progress"]["solved"]) == ("shown", 0)
    later = solver.answer()
    assert (later["status"], later["progress"]["solved"]) == ("solved", 1)
    assert later["progress"]["streak"] == 0


@pytest.mark.parametrize("key", ["seals", "glide"])
def test_show_me_why_not(served: Served, key: str) -> None:
    solver = Solver(served, key, deep(key))
    assert solver.ask("refutation", moves=[solver.wrong]).status_code == 409  # not tried yet
    solver.answer(solver.wrong)
    told = solver.good("refutation", moves=[solver.wrong])
    other = solver.puzzle.others[solver.wrong]
    assert [step["move"] for step in told["line"]] == [solver.wrong, *other.line]
    assert told["from"] == 1
    assert told["sentence"].startswith("Not the winning move")
    for n in range(len(told["line"]) + 1):
        moves = [step["move"] for step in told["line"][:n]]
        assert solver.good("board", moves=moves)["svg"].startswith("<svg")
    assert solver.ask("refutation", moves=[solver.puzzle.solution]).status_code == 409
    assert solver.ask("refutation", moves=[]).status_code == 409


def test_what_was_kept_back_is_told_after_the_solution(served: Served) -> None:
    number, wrong = next(
        (puzzle.number, text)
        for puzzle, _, text, other in wrong_moves("glide")
        if other.value == "draw"
    )
    solver = Solver(served, "glide", number)
    solver.answer(wrong)
    (before,) = solver.good("refutation", moves=[wrong])["reasons"]
    assert before["kind"] == "answer"
    assert "neither can force a win" in before["text"]
    solver.answer()
    after = solver.good("refutation", moves=[wrong])["reasons"]
    assert after
    assert "answer" not in {reason["kind"] for reason in after}


def test_a_move_that_loses_at_once_is_said_to(served: Served) -> None:
    number, wrong = next(
        (p.number, text) for p in book("seals") for text, o in p.others.items() if not o.line
    )
    told = Solver(served, "seals", number).answer(wrong)
    assert told["sentence"].endswith("It loses at once.")


# -- playing it out -------------------------------------------------------------------------------


def test_playing_out_is_for_later(served: Served) -> None:
    solver = Solver(served, "glide", deep("glide"))
    assert solver.ask("play", moves=[solver.puzzle.solution]).status_code == 409
    solver.answer(solver.wrong)
    assert solver.ask("play", moves=[solver.puzzle.solution]).status_code == 409


@pytest.mark.parametrize("key", ["seals", "glide"])
def test_a_solved_puzzle_is_played_out_against_the_longest_defence(
    served: Served, key: str
) -> None:
    solver = Solver(served, key, deep(key))
    solver.answer()
    moves = [solver.puzzle.solution]
    for _ in range(20):
        told = solver.good("play", moves=moves)
        assert told["right"] is True
        moves = [step["move"] for step in told["line"]]
        if told["board"]["over"]:
            break
        rest = game(key).read(solver.puzzle.position)
        for text in moves:
            rest = rest.play(text)
        assert rest.turn == solver.puzzle.start(game(key)).turn
        moves.append(_winner(rest))
    assert told["sentence"].startswith("Won")
    assert len(moves) == solver.puzzle.plies  # neither side could do better


def _winner(position: Any) -> str:
    from icefield.analysis.move_values import judge_moves
    from icefield.search import Limits

    return judge_moves(position, Limits(seconds=HANG_S)).ranked[0].move.text


def test_letting_the_win_slip_is_told_and_shown(served: Served) -> None:
    number, slip = next(_slips())
    solver = Solver(served, "seals", number)
    solver.answer()
    told = solver.good("play", moves=[solver.puzzle.solution])
    moves = [step["move"] for step in told["line"]]
    assert moves == list(solver.puzzle.line[:2])
    slipped = solver.good("play", moves=[*moves, slip])
    assert slipped["right"] is False
    assert slipped["sentence"].startswith("That lets the win slip")
    assert slipped["board"]["touches"] == []
    shown = solver.good("refutation", moves=[*moves, slip])
    assert [step["move"] for step in shown["line"]][:3] == [*moves, slip]
    assert shown["from"] == 3


def _slips() -> Iterator[tuple[int, str]]:
    """Puzzles in which the second own move can still go wrong, and how."""
    for puzzle in book("seals"):
        if puzzle.plies in (5, 7):
            position = puzzle_views.follow_moves(puzzle.start(SEALS), puzzle.line[:2])
            winning = solve(position).winning
            for move in position.moves():
                if move.text not in winning:
                    yield puzzle.number, move.text


def test_a_game_that_was_won_needs_no_excuse(served: Served) -> None:
    solver = Solver(served, "seals", deep("seals"))
    solver.answer()
    moves = list(solver.puzzle.line)
    assert solver.good("play", moves=moves)["sentence"].startswith("Won")
    refused = solver.ask("refutation", moves=moves)
    assert (refused.status_code, refused.json()["code"]) == (409, "puzzle-right")


def test_G10_a_game_that_ends_in_a_draw_is_not_called_lost(served: Served) -> None:
    number, moves = next(_circles())
    solver = Solver(served, "glide", number)
    solver.answer()
    played = solver.good("play", moves=moves)
    assert (played["right"], played["board"]["over"]) == (False, True)
    told = solver.good("refutation", moves=moves)
    assert "can hold a draw" in told["sentence"]


def _circles() -> Iterator[tuple[int, list[str]]]:
    """Puzzles with moves after which a move of the solver brings the third occurrence."""
    for puzzle in book("glide"):
        start = puzzle.start(GLIDE)
        for first in start.moves():
            one = start.play(first)
            for way in product(("up", "down", "left", "right"), repeat=4):
                with contextlib.suppress(IcefieldError):
                    again = puzzle_views.follow_moves(one, way)
                    if str(again).rpartition(" ")[0] == str(one).rpartition(" ")[0]:
                        yield puzzle.number, [first.text, *way, *way]


def test_whoever_waits_for_a_defence_keeps_nobody_else_waiting(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Solver(served, "seals", next(_slips())[0])
    solver.answer()
    off_book = next(m for m in solver.puzzle.start(SEALS).play(solver.puzzle.solution).moves())
    moves = [solver.puzzle.solution, off_book.text]
    reply = puzzle_views.follow_moves(solver.puzzle.start(SEALS), moves).moves()[0].text
    going, done = threading.Event(), threading.Event()

    def slowly(position: Position, seconds: float) -> Continuation:
        going.set()
        assert done.wait(HANG_S)
        return Continuation("unknown", None, ())

    monkeypatch.setattr(puzzle_routes, "best_defence", slowly)
    monkeypatch.setattr(puzzle_routes, "defences", Answers("puzzle", waiting=1))
    with ThreadPoolExecutor(60) as crowd:
        asked = [crowd.submit(solver.ask, "play", moves=[*moves, reply]) for _ in range(60)]
        try:
            assert going.wait(HANG_S)
            other = Solver(served, "seals", deep("seals"))
            assert other.answer()["right"]  # served by a thread, of which there are forty
            other.good("play", moves=[other.puzzle.solution])
            more = puzzle_views.follow_moves(other.puzzle.start(SEALS), other.puzzle.line[:2])
            slip = min({m.text for m in more.moves()} - {other.puzzle.line[2]})
            refused = other.ask("play", moves=[*other.puzzle.line[:2], slip])
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        finally:
            done.set()
        assert {each.result().status_code for each in asked} == {200}


def test_the_last_move_must_be_the_solvers(served: Served) -> None:
    solver = Solver(served, "seals", deep("seals"))
    solver.answer()
    assert solver.ask("play", moves=list(solver.puzzle.line[:2])).status_code == 409
    assert solver.ask("play", moves=[]).status_code == 409


def test_touches_that_lead_nowhere_are_explained(solver: Solver) -> None:
    told = solver.good("why", moves=[], touches=["a9"])
    assert told["rule"] == "S1"
    first = solver.puzzle.start(SEALS).moves()[0].touches[0]
    assert solver.ask("why", moves=[], touches=[first]).json() is None


@pytest.mark.parametrize("language", ["de", "fr", "ja"])
def test_pages_are_translated(solver: Solver, language: str) -> None:
    english = solver.page()
    other = solver.http.get(f"/puzzles/seals/1?lang={language}").text
    assert f'lang="{language}"' in other
    assert "Give up" in english
    assert "Give up" not in other
