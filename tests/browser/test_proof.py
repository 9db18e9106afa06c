"""The proof of a solved game in a browser: mouse, finger, keys, no scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from icefield.core.jit import INTERPRETED
from icefield.games import game
from icefield.search.proof import lookup
from icefield.server.routes import proof

from ..server.small_proof import START, address, place_proof
from .axe import check
from .board_driver import Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = game("seals")


@pytest.fixture(autouse=True)
def _proof(monkeypatch: pytest.MonkeyPatch) -> None:
    place_proof(monkeypatch)
    monkeypatch.setattr(proof.answers, "seconds", 120.0)  # the first answer may mean compiling
    assert lookup.find_proof(SEALS.read(START)) is not None  # and no page has to wait for that


def answer_after(*moves: str) -> str:
    """What the proof plays after some moves."""
    position = SEALS.read(START)
    for move in moves:
        position = position.play(move)
    found = lookup.find_proof(position)
    assert found is not None
    assert found.move is not None
    return found.move.text


def line(page: Page) -> list[str]:
    found = parse_qs(urlsplit(page.url).query).get("line", [""])[0]
    return found.split(",") if found else []


def expect_line(page: Page, *moves: str) -> None:
    expect(page.locator("#moves .move")).to_have_count(len(moves))
    expect(page).to_have_url(re.compile(f"line={','.join(moves)}$" if moves else "-$"))


def test_along_the_proof(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page(address())
    first = answer_after()
    expect(page.locator("#verdict")).to_contain_text("Proven: Seals win.")
    expect(page.locator(".way-marks circle")).not_to_have_count(0)  # the answer on the board
    page.evaluate("window.kept = true")
    page.locator("#answer").click()
    expect_line(page, first)
    shoot(page, "solved-replies")
    replies = page.locator(".reply")
    expect(replies).to_have_count(len(SEALS.read(START).play(first).moves()))
    reply = str(replies.first.get_attribute("data-move"))
    replies.first.click()
    answer = answer_after(first, reply)
    expect_line(page, first, reply, answer)
    page.locator("#moves .move").nth(1).click()  # before the answer, which is not made at once here
    expect_line(page, first, reply)
    expect(page.locator("#answer")).to_have_text(f"Play {answer}")
    page.go_back()
    expect_line(page, first, reply, answer)
    page.go_back()
    expect_line(page, first)
    assert page.evaluate("window.kept"), "the page was loaded anew"
    page.reload()
    expect_line(page, first)


def test_touching_the_board(open_page: OpenPage) -> None:
    first = answer_after()
    page = open_page(address(first))
    hands = Hands(page)
    position = SEALS.read(START).play(first)
    reply = position.moves()[0]
    hands.touch(reply.touches[0])
    expect(hands.space(reply.touches[1])).to_have_class(re.compile("is-target"))
    hands.touch(reply.touches[0])  # taken back
    expect(page.locator(".space.is-target")).to_have_count(0)
    hands.touch("c8")
    expect(page.locator(".toast")).to_be_visible()
    for touch in reply.touches:
        hands.touch(touch)
    expect_line(page, first, reply.text, answer_after(first, reply.text))


def test_another_move_and_back(open_page: OpenPage) -> None:
    page = open_page(address())
    page.locator("#others summary").click()
    other = page.locator("#others .other").first
    move = str(other.get_attribute("data-move"))
    other.click()
    expect_line(page, move)
    expect(page.locator("#verdict")).to_contain_text(answer_after())
    page.locator("#return").click()
    expect_line(page)
    expect(page.locator("#answer")).to_be_visible()


def test_with_the_keyboard_and_one_move_at_a_time(open_page: OpenPage) -> None:
    page = open_page(address())
    keys, first = Keys(page), answer_after()
    keys.tab_to("#at-once")
    page.keyboard.press("Space")
    expect(page.locator("#at-once")).to_have_attribute("aria-checked", "false")
    expect(page.locator("#at-once")).to_be_focused()
    keys.tab_to("#answer", key="Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Proven: Seals win.")
    expect(page.locator(".reply").first).to_be_focused()
    reply = str(page.locator(".reply").first.get_attribute("data-move"))
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    assert line(page) == [first, reply]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves .move")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("#moves .move")).to_have_count(0)


def test_without_scripts(open_page: OpenPage) -> None:
    page = open_page(address(), java_script_enabled=False)
    first = answer_after()
    page.locator("#answer").click()
    reply = str(page.locator(".reply").last.get_attribute("data-move"))
    page.locator(".reply").last.click()
    assert line(page)[:2] == [first, reply]
    page.locator("#previous").click()
    page.locator("#first").click()
    expect(page.locator("#answer")).to_be_visible()


def test_on_a_phone(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page(address(answer_after()), color_scheme="dark", **PHONE)
    no_sideways_scroll(page)
    box = page.locator(".reply").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    shoot(page, "solved-phone", full_page=True)
    page.locator(".reply").first.tap()
    expect(page.locator("#moves .move")).to_have_count(3)
    no_sideways_scroll(page)


def test_axe_finds_nothing(open_page: OpenPage) -> None:
    page = open_page(address(answer_after()), reduced_motion="reduce", color_scheme="light")
    expect(page.locator(".reply").first).to_be_visible()
    check(page)


def test_from_a_finished_game_to_the_proof_and_on_to_the_analysis(open_page: OpenPage) -> None:
    page = open_page("/offline")
    seats = [{"kind": "person"}, {"kind": "person"}]
    opened = page.request.post("/api/tables", data={"game": "seals", "seats": seats}).json()
    table = f"/api/tables/{opened['id']}"
    while (state := page.request.get(table).json())["outcome"] is None:
        move = {"move": state["touches"][-1]["move"], "decision": state["decision"]}
        assert page.request.post(f"{table}/moves", data=move).ok
    page.goto(f"/tables/{opened['id']}")
    page.get_by_role("link", name="Compare with the proof").click()
    moves = page.locator("#moves .move")
    expect(moves).to_have_count(len(state["moves"]))  # and the game stays
    expect(page.locator(".proof-mark")).to_have_count(len(state["moves"]))
    moves.nth(2).click()
    expect(moves.nth(2)).to_have_attribute("aria-current", "step")
    expect(moves).to_have_count(len(state["moves"]))
    page.locator("#following").click()
    expect(moves.nth(3)).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    expect(moves.last).to_have_attribute("aria-current", "step")
    page.locator("#previous").click()
    expect(moves.nth(len(state["moves"]) - 2)).to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="Analyse this position").click()
    page.wait_for_url("**/analyse?**")
    expect(page.locator("#study-title")).to_have_text("Go with the Floe")
    expect(page.locator("#board .space").first).to_be_visible()
