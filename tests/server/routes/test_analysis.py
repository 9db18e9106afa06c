"""The interface of analysis: texts, positions, branches, the editor, reviews."""

from __future__ import annotations

import json
import re

import pytest

import icefield
from icefield.core.mistakes import HasPositionEditor
from icefield.play import read_records
from icefield.server.routes import analysis as analysis_routes
from icefield.server.views import lines

from ...games.glide.small_tablebase import LEVEL
from ...search.small_strategy import SMALL, START, strategy
from ..analysis_requests import GAME, GLIDE, SEALS, found, no, post, record, wrong
from ..guest import PERSON, Guest, bot
from ..server_thread import Served

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


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


def test_a_game_is_opened_with_its_branches(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    branches = [
        {"after": 1, "moves": ["g7-f6", "d4-d5"]},
        {"after": 4, "moves": ["d4-c4", "g7-g7", "b2-b3"]},  # after g7-f6; then an illegal move
        {"after": 8, "moves": ["b2-b3"]},  # after that one
        {"after": 99, "moves": ["b2-b3"]},
    ]
    opened = post(guest, "open", head=head, moves=["b2-d4", "g7-e5", "d4-c4"], branches=branches)
    assert [m["move"] for m in opened["moves"]] == ["b2-d4", "g7-e5", "d4-c4"]
    assert opened["players"] == ["Ann", ""]
    told = [[m["move"] for m in branch] for branch in opened["branches"]]
    assert told == [["g7-f6", "d4-d5"], ["d4-c4"], [], []]
    assert opened["branches"][0][0]["role"] == "Bears"
    no(guest, "open", 422, "too-far", head=head, moves=["b2-b5"])


def test_branches_together_have_a_limit(monkeypatch: pytest.MonkeyPatch, guest: Guest) -> None:
    monkeypatch.setattr(lines, "MAX_MOVES", 3)
    branches = [{"after": 0, "moves": ["b2-d4", "g7-e5"]}] * 2
    no(guest, "open", 422, "bad-request", head=found(guest, GAME)["head"], branches=branches)


def test_a_flipped_board_is_drawn_from_the_other_side(guest: Guest) -> None:
    head = found(guest, GAME)["head"]
    plain = post(guest, "position", head=head)["svg"]
    guest.http.cookies.set("icefield-flip", "seals")
    flipped = post(guest, "position", head=head)["svg"]
    assert flipped != plain
    assert post(guest, "paint", head=head)["position"]["svg"] == flipped


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


# -- the page and its tables ----------------------------------------------------------------------


def test_the_page_is_there_in_every_language(guest: Guest) -> None:
    for language, word in (("en", "Analyse"), ("de", "Analysieren"), ("ja", "検討")):
        answer = guest.http.get("/analyse", params={"lang": language})
        assert answer.status_code == 200
        assert word in answer.text


def test_the_last_games_are_listed(guest: Guest, served: Served) -> None:
    guest.open(PERSON, bot(), game="glide", options={"board": LEVEL})
    link = f'href="/analyse?table={guest.table}"'
    assert link not in guest.http.get("/analyse").text  # still played
    guest.move("up")
    assert link in guest.http.get("/analyse").text
    assert link not in Guest(served).http.get("/analyse").text


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
