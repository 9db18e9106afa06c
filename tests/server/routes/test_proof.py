"""A solved game over HTTP: each place of the tree has a URL, each claim is true."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from icefield.analysis.puzzles import Puzzle, book
from icefield.analysis.strategy_check import check
from icefield.core.jit import INTERPRETED
from icefield.games import game
from icefield.search.proof import lookup
from icefield.server.routes import proof as solved
from icefield.server.views.proof import Place

from ..guest import Guest, refused
from ..small_proof import START, STRATEGY, address, place_proof

SEALS = game("seals")


@pytest.fixture(autouse=True)
def _proof(monkeypatch: pytest.MonkeyPatch) -> None:
    place_proof(monkeypatch)
    monkeypatch.setattr(solved.answers, "seconds", 120.0)  # the first answer may mean compiling


def look(guest: Guest, *moves: str, **more: str) -> dict[str, Any]:
    asked = {"from": START, "line": ",".join(moves), **more}
    answer = guest.http.get("/api/solved/seals", params=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def page(guest: Guest, address: str) -> httpx.Response:
    answer = guest.http.get(address, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer


def hrefs(text: str, kind: str) -> list[str]:
    """Where the links of a class or an id on a page lead."""
    links = re.findall(r"<a [^>]*>", text)
    chosen = [link for link in links if re.search(rf'(class|id)="{kind}[ "]', link)]
    return [html.unescape(re.search(r'href="([^"]*)"', link)[1]) for link in chosen]  # type: ignore[index]


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_the_proof_that_the_tests_use_is_one() -> None:
    assert check(STRATEGY.read_bytes()).start == START


# -- what is told ---------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_the_winner_is_told_what_to_play(guest: Guest) -> None:
    state = look(guest)
    proof = lookup.find_proof(SEALS.read(START))
    assert proof is not None
    assert proof.move is not None
    assert state["standing"] == "proven"
    assert (state["proof"]["winner"], state["proof"]["role"]) == (0, "Seals")
    assert state["proof"]["plies"] == proof.plies
    assert state["proof"]["answer"]["move"] == proof.move.text
    assert state["proof"]["replies"] == []
    others = {other["move"] for other in state["others"]}
    assert others | {proof.move.text} == {move.text for move in SEALS.read(START).moves()}
    assert any("Proven: Seals win." in said for said in state["said"])
    assert any(f"at most {proof.plies} more moves" in said for said in state["said"])


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_all_replies_are_told_the_hardest_first(guest: Guest) -> None:
    first = look(guest)["proof"]["answer"]["move"]
    state = look(guest, first)
    replies = state["proof"]["replies"]
    position = SEALS.read(START).play(first)
    assert {reply["move"] for reply in replies} == {move.text for move in position.moves()}
    far = [reply["plies"] for reply in replies if not reply["leaf"]]
    assert far == sorted(far, reverse=True)
    assert len(set(far)) > 1
    assert state["others"] == []
    assert state["proof"]["answer"] is None


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.parametrize("seed", range(3))
def test_following_the_answers_wins_whatever_is_replied(guest: Guest, seed: int) -> None:
    chance = random.Random(seed)
    position, moves = SEALS.read(START), list[str]()
    while position.outcome is None:
        state = look(guest, *moves)
        assert state["standing"] == "proven"
        assert state["proof"]["winner"] == 0
        proof = state["proof"]
        chosen = proof["answer"] or chance.choice(proof["replies"])
        moves.append(chosen["move"])
        position = position.play(chosen["move"])
    assert position.outcome.winners == (0,)
    state = look(guest, *moves)
    assert state["standing"] == "over"
    assert [each["move"] for each in state["line"]] == moves
    assert page(guest, address(*moves)).text.count('id="again"') == 1


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_the_answer_can_be_had_with_the_reply(guest: Guest) -> None:
    first = look(guest)["proof"]["answer"]["move"]
    reply = look(guest, first)["proof"]["replies"][0]["move"]
    answer = look(guest, first, reply)["proof"]["answer"]["move"]
    state = look(guest, first, reply, answer="true")
    assert [each["move"] for each in state["line"]] == [first, reply, answer]


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.slow
def test_another_move_is_told_from_the_proof(guest: Guest) -> None:
    """The value of a move beside the proof is that of the position after it."""
    state = look(guest)
    wanted = state["proof"]["answer"]["move"]
    seen = set()
    for other in state["others"]:
        after = look(guest, other["move"])
        found = lookup.find_proof(SEALS.read(START).play(other["move"]))
        if found is None:
            kind, begins = "unknown", "This leaves the proof"
        elif found.winner == 0:
            kind, begins = "proven", "Not the proof’s move"
        else:
            kind, begins = "lost", "That gives the win away"
        assert after["standing"] == kind
        assert after["stray"]
        assert after["said"][0].startswith(begins)
        assert wanted in after["said"][0]
        seen.add(kind)
    assert "unknown" in seen
    assert not look(guest, wanted)["stray"]


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_a_win_that_is_given_away(guest: Guest) -> None:
    """Beside the file a small search decides; here one move wins and all others lose."""
    puzzle = next(
        p for p in book("seals") if p.start(SEALS).turn == 0 and p.plies <= 5 and loses(p)
    )
    begin = str(puzzle.start(SEALS))
    state = look(guest, **{"from": begin})
    assert state["standing"] == "proven"
    assert state["proof"]["leaf"]
    assert state["proof"]["answer"]["move"] == puzzle.solution
    lost = look(guest, min(puzzle.others), **{"from": begin})
    assert lost["standing"] == "lost"
    assert lost["proof"]["winner"] == 1
    assert lost["said"][0].startswith("That gives the win away")
    assert "Proven: Bears win." in lost["said"]
    assert lost["links"]["back"] == state["links"]["self"]


def loses(puzzle: Puzzle) -> bool:
    return all(other.value == "loss" for other in puzzle.others.values())


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_where_nothing_is_proven_it_says_so(guest: Guest) -> None:
    answer = guest.http.get("/api/solved/seals").json()  # from the start of the game
    assert answer["standing"] == "unknown"
    assert answer["said"] == ["Nothing is proven about this position."]
    assert len(answer["others"]) == len(SEALS.start().moves())


# -- the page -------------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_the_page_is_made_of_links(guest: Guest) -> None:
    """Without any script: the answer, a reply with its answer, and back."""
    text = page(guest, address()).text
    assert "Proven: Seals win." in text
    (play,) = hrefs(text, "answer")
    text = page(guest, play).text
    replies = hrefs(text, "reply")
    assert len(replies) == text.count('class="reply-move"')
    answered = page(guest, replies[0])
    line = answered.url.params["line"].split(",")
    assert len(line) == 3
    assert "answer" not in answered.url.params
    (back,) = hrefs(answered.text, "previous")
    assert httpx.URL(back).params["line"] == ",".join(line[:2])
    (start,) = hrefs(answered.text, "first")
    assert page(guest, start).text.count('id="answer"') == 1
    moves = hrefs(answered.text, "move")
    assert [httpx.URL(each).params["line"] for each in moves] == [
        ",".join(line[:n]) for n in (1, 2, 3)
    ]


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_whoever_wants_to_wait_sees_the_answers_one_by_one(guest: Guest) -> None:
    text = page(guest, address()).text
    assert 'aria-checked="true"' in text
    (switch,) = hrefs(text, "switch")
    text = page(guest, switch).text
    assert 'aria-checked="false"' in text
    text = page(guest, hrefs(text, "answer")[0]).text
    after = page(guest, hrefs(text, "reply")[0])
    assert len(after.url.params["line"].split(",")) == 2
    assert hrefs(after.text, "answer")


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Bewiesen: Robben gewinnen."), ("fr", "Gain prouvé : Phoques."), ("ja", "証明済み")],
)
def test_other_languages(guest: Guest, language: str, words: str) -> None:
    text = page(guest, address(lang=language)).text
    assert words in text
    assert "solved." not in text  # no id without its words


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_the_analysis_page_opens_the_position(guest: Guest) -> None:
    (analyse,) = hrefs(page(guest, address()).text, "analyse")
    text = page(guest, analyse).text
    assert START in html.unescape(text)
    assert '"review": false' in text


# -- bad addresses --------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"line": "zz"}, 422),
        ({"line": "b2-b9"}, 422),
        ({"line": "b2-c3,b2-c3"}, 422),
        ({"line": "g7-f6"}, 422),
        ({"line": "x" * 5000}, 422),
        ({"line": "a," * 1999}, 422),
        ({"line": "\x00\U0001f600"}, 422),
        ({"from": "nonsense"}, 422),
        ({"from": START + " x"}, 422),
        ({"wait": "perhaps"}, 422),
        ({"table": "nope"}, 404),
    ],
)
def test_bad_addresses_are_refused_in_words(
    guest: Guest, fields: dict[str, str], status: int
) -> None:
    answer = guest.http.get("/solved/seals", params=fields)
    assert answer.status_code == status
    assert "Thin ice" in answer.text
    if not {"wait", "table"} & set(fields):
        assert guest.http.get("/api/solved/seals", params=fields).status_code == status


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_a_game_over_cannot_go_on(guest: Guest) -> None:
    moves = list[str]()
    while (state := look(guest, *moves))["proof"] is not None:
        proof = state["proof"]
        moves.append((proof["answer"] or proof["replies"][-1])["move"])
    assert state["standing"] == "over"
    line = ",".join([*moves, "b7-c8"])
    answer = guest.http.get("/api/solved/seals", params={"from": START, "line": line})
    refused(answer, 409, "game-over")


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_another_game_has_no_proof(guest: Guest) -> None:
    refused(guest.http.get("/api/solved/glide"), 404, "no-proof")
    refused(guest.http.get("/api/solved/nope"), 404, "unknown-game")
    answer = guest.http.get("/solved/glide")
    assert answer.status_code == 404
    assert "There is no proof of Ice Floes here" in answer.text


# -- where it is linked ---------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_it_is_linked_where_there_is_a_proof(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guest.http.get("/").text.count('href="/solved/') == 1
    place_proof(monkeypatch, None)
    assert 'href="/solved/' not in guest.http.get("/").text
    refused(guest.http.get("/api/solved/seals"), 404, "no-proof")


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_a_damaged_proof_is_none(
    guest: Guest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.strategy"
    damaged.write_bytes(b"no strategy")
    place_proof(monkeypatch, damaged)
    assert 'href="/solved/' not in guest.http.get("/").text
    refused(guest.http.get("/api/solved/seals"), 404, "no-proof")


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.slow
def test_a_game_that_is_over_can_be_compared(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    guest.open_hot_seat()
    closed = guest.http.get("/solved/seals", params={"table": guest.table})
    assert closed.status_code == 409
    assert not guest.state()["can"]["prove"]
    state = guest.play_out()
    assert state["can"]["prove"]
    answer = page(guest, f"/solved/seals?table={guest.table}")
    assert answer.url.params["game"] == ",".join(each["move"] for each in state["moves"])
    assert answer.url.params["game"].startswith(answer.url.params["line"])
    place_proof(monkeypatch, None)
    guest.open_hot_seat()
    assert not guest.play_out()["can"]["prove"]


@pytest.mark.any_database
@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_places_have_addresses() -> None:
    place = Place(SEALS, START, ("b7-c8",))
    assert place.path == f"/solved/seals?from={START.replace(' ', '%20')}&line=b7-c8"
    assert Place(SEALS, "").path == "/solved/seals"
    assert Place(SEALS, "", ("b2-c3",), wait=True).path == "/solved/seals?line=b2-c3&wait=1"
    assert Place(SEALS, "").path_after_reply("b2-c3") == "/solved/seals?line=b2-c3&answer=1"


@pytest.mark.slow
def test_the_way_to_the_proof_begins_where_the_game_began(guest: Guest) -> None:
    guest.open_hot_seat(options={"setup": "lone"})
    guest.play_out(seed=3)
    answer = guest.http.get(f"/solved/seals?table={guest.table}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/solved/seals?from=4/5b/8/8/8/8/s4b/4")
    guest.open_hot_seat()
    guest.play_out(seed=3)
    answer = guest.http.get(f"/solved/seals?table={guest.table}", follow_redirects=False)
    assert answer.headers["location"].startswith("/solved/seals?line=")


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_a_game_is_compared_with_the_proof(guest: Guest) -> None:
    first = look(guest)["proof"]["answer"]["move"]
    reply = look(guest, first)["proof"]["replies"][0]["move"]
    answer = look(guest, first, reply)["proof"]["answer"]["move"]
    position = SEALS.read(START).play(first).play(reply)
    lost = next(
        move.text
        for move in position.moves()
        if (found := lookup.find_proof(position.play(move.text))) is None or found.winner == 1
    )
    good = look(guest, first, game=f"{first},{reply},{answer}")
    assert [each["mark"] for each in good["line"]] == ["in"] * 3  # the moves to come as well
    assert [each["here"] for each in good["line"]] == [True, False, False]
    assert all(each["marked"] == "in the proof" for each in good["line"])
    assert f"line={first},{reply}&" in good["links"]["next"]
    assert good["links"]["game"] is None
    bad = look(guest, first, reply, lost, game=f"{first},{reply},{lost}")
    assert [each["mark"] for each in bad["line"]] == ["in", "in", "left"]
    assert bad["links"]["next"] is None
    # another move than that of the game: its marks as far as they are the same, and a way back
    other = look(guest, first, reply, answer, game=f"{first},{reply},{lost}")
    assert [each["mark"] for each in other["line"]] == ["in", "in", None]
    assert other["links"]["game"].endswith(f"line={first},{reply}&game={first},{reply},{lost}")
    refused(guest.http.get("/api/solved/seals", params={"game": "a1-a1"}), 422, "off-board")


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_a_table_is_compared_from_where_it_left_the_proof(guest: Guest) -> None:
    guest.open_hot_seat()
    guest.play_out(seed=9)
    found = page(guest, f"/solved/seals?table={guest.table}")
    played = parse_qs(urlsplit(str(found.url)).query)["game"][0].split(",")
    assert len(played) == len(guest.state()["moves"])
    assert found.text.count('class="proof-mark') == len(played)
