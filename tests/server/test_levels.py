"""Drawn boards and practice through the JSON interface and the pages (G3, G11)."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest

from icefield.core.abilities import HasBoardEditor, HasSolitaire
from icefield.core.game import Position
from icefield.games import game
from icefield.server.service.answers import Answers

from .guests import PERSON, Guest, bot, refused

pytestmark = pytest.mark.any_database

GOOD = "..Q../*...*/...../*...*/..P.."
ALONE = "...../..*.P/...../...../...*."


def check(guest: Guest, level: str) -> dict[str, Any]:
    answer = guest.http.post("/api/levels/check", json={"game": "glide", "level": level})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def asked(guest: Guest, what: str) -> dict[str, Any]:
    """An answer, waited for as the page waits: on a machine that is busy compiling it is late."""
    for _ in range(8):
        answer = guest.http.get(f"{guest.path}/{what}")
        if answer.is_success or answer.json()["code"] != "solution-late":
            break
    return dict(answer.json())


def practise(guest: Guest, **what: Any) -> httpx.Response:
    answer = guest.http.post("/api/practice", json={"game": "glide", **what})
    if answer.is_success:
        guest.table = answer.json()["id"]
    return answer


def test_which_games_have_the_abilities() -> None:
    assert isinstance(game("glide"), HasBoardEditor)
    assert isinstance(game("glide"), HasSolitaire)
    assert not isinstance(game("seals"), HasBoardEditor)
    assert not isinstance(game("seals"), HasSolitaire)


def test_G3_a_legal_board_is_drawn_and_counted(guest: Guest) -> None:
    for text in (GOOD, GOOD.replace("/", "\n"), GOOD.replace("/", "\n") + "\n"):
        verdict = check(guest, text)
        assert verdict["legal"]
        assert verdict["level"] == GOOD
        assert verdict["players"] == 2
        assert verdict["problem"] is None
        assert verdict["cells"]["a5"] == [0, 0]
        assert verdict["svg"].startswith("<svg")
        assert verdict["facts"] == ["6 floes"]


@pytest.mark.parametrize(
    ("level", "code", "rule", "line", "column", "drawn"),
    [
        ("...\n...\n...", "bad-level-nobody", "G3", 1, 1, True),
        ("..*\n.P.\n...", "bad-level-on_goal", "G3", 2, 2, True),
        ("..*\n.*.\nP..", "bad-level-floe_on_goal", "G1", 2, 2, True),
        ("..*\n...\nQ..", "bad-level-gap", "G3", 3, 1, True),
        ("P..\n...\n...", "bad-level-few_floes", "G3", 1, 1, True),
        ("P.P\n...\n..*", "bad-level-twice", "G1", 1, 3, False),
        ("P.x\n...\n..*", "bad-level-sign", "G1", 1, 3, False),
        ("P..\n....\n..*", "bad-level-width", "G1", 2, 4, False),
        ("P.\n..", "bad-level-side", "G3", 2, 1, False),
        ("", "bad-level-side", "G3", 1, 1, False),
    ],
)
def test_G3_why_a_board_is_not_legal(
    guest: Guest, level: str, code: str, rule: str, line: int, column: int, drawn: bool
) -> None:
    verdict = check(guest, level)
    assert not verdict["legal"]
    problem = verdict["problem"]
    assert (problem["code"], problem["rule"]) == (code, rule)
    assert (problem["line"], problem["column"]) == (line, column)
    assert problem["sentence"].endswith(".")
    assert (verdict["svg"] is not None) is drawn


def test_junk_is_refused(guest: Guest) -> None:
    post = guest.http.post
    refused(post("/api/levels/check", json={"game": "chess", "level": ""}), 404, "unknown-game")
    refused(post("/api/levels/check", json={"game": "seals", "level": ""}), 409, "no-levels")
    long = {"game": "glide", "level": "." * 301}
    bodies: list[object] = [{}, {"game": "glide"}, long, {"level": 1}, []]
    for body in bodies:
        assert post("/api/levels/check", json=body).status_code == 422
    refused(practise(guest), 422, "no-such-puzzle")
    refused(practise(guest, puzzle="99-99"), 422, "no-such-puzzle")
    refused(practise(guest, level=GOOD), 422, "level-seats")
    problem = refused(practise(guest, level="P..\n.*.\n..*"), 422, "bad-level-floe_on_goal")
    assert (problem["rule"], problem["line"], problem["column"]) == ("G1", 2, 2)
    answer = guest.http.post("/api/practice", json={"game": "seals", "puzzle": "5-1"})
    refused(answer, 409, "no-practice")


@pytest.mark.parametrize("players", [(PERSON, PERSON), (PERSON, bot())])
def test_G3_a_table_on_a_drawn_board(guest: Guest, players: tuple[dict[str, str], ...]) -> None:
    large = "......Q/.*...*./......./......./......./.*...*./P......"
    for level in (GOOD, large):
        state = guest.open(*players, game="glide", options={"board": level})
        assert state["practice"] is None
        assert guest.events()[0]["options"]["board"] == level
        assert guest.move("right")["moves"][0]["move"] == "right"


def test_G3_a_table_on_a_bad_board_is_refused_with_the_place(guest: Guest) -> None:
    body = {"game": "glide", "seats": [PERSON, PERSON], "options": {"board": "P.Q/.*./..*"}}
    problem = refused(guest.http.post("/api/tables", json=body), 422, "bad-level-floe_on_goal")
    assert (problem["error"], problem["rule"]) == ("bad-drawing", "G1")
    assert (problem["line"], problem["column"]) == (1, 6)
    body["options"] = {"board": ALONE}
    refused(guest.http.post("/api/tables", json=body), 422, "level-seats")


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
    assert answer["sentence"].startswith("No way leads to the goal")


def test_G11_a_solution_is_found_within_its_time(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    from icefield.server.routes import solitaire

    begun, go_on = [], threading.Event()

    def slow(position: Position) -> solitaire.Moves:
        begun.append(position)
        assert go_on.wait(20)
        return ("up",)

    monkeypatch.setattr(solitaire, "solve", slow)
    solutions = Answers[solitaire.Moves]("solver", late="solution-late")
    monkeypatch.setattr(solitaire, "solutions", solutions)
    practise(guest, level=ALONE)
    solutions.seconds = 0.05
    for _ in range(3):  # whoever asks again joins the search
        refused(guest.http.get(f"{guest.path}/solution"), 409, "solution-late")
    assert len(begun) == 1
    solutions.seconds = 20.0
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


def test_pages(guest: Guest) -> None:
    page = guest.http.get("/boards/glide", params={"level": GOOD})
    assert page.status_code == 200
    assert "Kevin De Keyser" in page.text
    assert GOOD.replace("/", "\\u002f") in page.text or GOOD in page.text
    assert guest.http.get("/boards/glide", params={"level": "nonsense<script>"}).status_code == 200
    assert guest.http.get("/boards/glide", params={"level": "." * 301}).status_code == 422
    page = guest.http.get("/practice/glide")
    assert page.text.count('class="puzzle"') == len(game("glide").puzzles())  # type: ignore[attr-defined]
    picture = guest.http.get("/practice/glide/pictures/5-1")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    for path in ("/boards/seals", "/practice/seals", "/boards/x", "/practice/x"):
        assert guest.http.get(path).status_code == 404, path
    assert guest.http.get("/practice/glide/pictures/none").status_code == 422
    home = guest.http.get("/").text
    assert home.count('href="/boards/glide"') == home.count('href="/practice/') == 1
