"""Drawn boards and practice through the JSON interface and the pages (G3, G11)."""

from __future__ import annotations

from typing import Any

import pytest

from icefield.core.abilities import HasBoardEditor, HasSolitaire
from icefield.games import game
from icefield.games.strait.board_file import read_shipped
from icefield.play import read_records

from ..drawn_boards import ALONE, GOOD, practise
from ..guest import PERSON, Guest, bot, refused
from ..server_thread import Served

pytestmark = pytest.mark.any_database


def check(guest: Guest, level: str) -> dict[str, Any]:
    answer = guest.http.post("/api/levels/check", json={"game": "glide", "level": level})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


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


SAMPLE = read_shipped("bering")


MINE = SAMPLE.replace('"Bering Strait"', '"Ö, my Strait"')


def check_file(guest: Guest, text: str, game: str = "strait") -> dict[str, Any]:
    answer = guest.http.post("/api/boards/check", json={"game": game, "text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_board_is_read_drawn_and_counted(guest: Guest) -> None:
    found = check_file(guest, MINE)
    assert found["legal"]
    board = found["board"]
    assert board["name"] == "Ö, my Strait"
    assert board["value"].startswith("packed:")
    assert board["facts"][0] == "67 sea hexes in 8 currents"
    assert board["svg"].startswith("<svg")
    assert board["text"] is None
    again = check_file(guest, board["value"])["board"]  # as a link brings it
    assert again["value"] == board["value"]
    assert check_file(guest, again["text"])["board"]["value"] == board["value"]
    assert check_file(guest, SAMPLE)["board"]["value"] == "bering"


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
        found = check_file(guest, text)
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
    value = check_file(guest, MINE)["board"]["value"]
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


def test_a_board_is_named_once(guest: Guest) -> None:
    value = check_file(guest, MINE)["board"]["value"]
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
    assert "docs/strait-boards.md" in page.text
    file = guest.http.get("/boards/strait/file")
    assert file.text == SAMPLE
    assert 'filename="strait-bering.toml"' in file.headers["content-disposition"]
    assert guest.http.get("/boards/strait/file?name=nowhere").status_code == 422
    assert guest.http.get("/boards/seals/file").status_code == 404
    home = guest.http.get("/").text
    assert home.count('href="/boards/strait"') == 1
    for language in ("de", "fr", "ja"):
        assert guest.http.get("/boards/strait", params={"lang": language}).status_code == 200
