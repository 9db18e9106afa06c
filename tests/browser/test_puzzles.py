"""Puzzles in a real browser: mouse, finger and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from icefield.analysis.puzzles import Puzzle, book
from icefield.games import game

from .board_driver import Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage


def pick(key: str, plies: int = 5) -> Puzzle:
    """A puzzle whose wrong moves lose or draw only later, so there is a line to show."""
    return next(
        p
        for p in book(key)
        if p.plies == plies and min(len(other.line) for other in p.others.values()) > 1
    )


def path(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.number}"


def make(hands: Hands, puzzle: Puzzle, text: str) -> None:
    _, move = puzzle.start(game(puzzle.game)).legal(text)
    for touch in move.touches:
        hands.touch(touch)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement?.id ?? ''"))


def test_from_home_to_the_first_puzzle(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page()
    page.locator("header.top").get_by_role("link", name="Puzzles").click()
    page.wait_for_url("**/puzzles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    shoot(page, "puzzles", full_page=True)
    card = page.locator("article", has_text="Go with the Floe")
    card.get_by_role("link", name="Grade 2 of 5").click()
    page.wait_for_url("**/puzzles/seals/*")
    expect(page.locator("#task")).to_contain_text("one move wins")
    first = next(p for p in book("seals") if p.grade == 2)
    assert page.url.endswith(f"/puzzles/seals/{first.number}?grade=2")
    page.get_by_role("link", name="Skip", exact=True).click()
    page.wait_for_url(f"**/puzzles/seals/{first.number + 1}?grade=2")


@pytest.mark.parametrize("key", ["seals", "glide"])
def test_a_wrong_move_why_not_and_the_right_one(
    open_page: OpenPage, shoot: Callable[..., None], key: str
) -> None:
    puzzle = pick(key)
    page = open_page(path(puzzle))
    hands = Hands(page)
    expect(page.locator("#hint")).to_be_visible()
    shoot(page, f"puzzle-{key}")
    wrong = min(text for text, other in puzzle.others.items() if len(other.line) > 1)
    make(hands, puzzle, wrong)
    expect(page.locator("#verdict")).to_contain_text("Not the winning move")
    shoot(page, f"puzzle-{key}-wrong")
    page.get_by_role("button", name="Show me why not").click()
    steps = page.locator("#moves button")
    expect(steps).to_have_count(1 + len(puzzle.others[wrong].line))
    expect(steps.first).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="One move on").click()
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator("#live")).not_to_be_empty()
    expect(page.locator("#reasons li").first).not_to_be_empty()
    page.locator("#last").click()
    expect(page.locator("#following")).to_be_disabled()
    shoot(page, f"puzzle-{key}-why")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#line")).to_be_hidden()
    make(hands, puzzle, puzzle.solution)
    expect(page.locator("#verdict")).to_contain_text("Right!")
    expect(page.locator("#solved")).to_have_text(f"1 of {len(book(key))}")
    expect(page.locator("#streak")).to_have_text("0")
    shoot(page, f"puzzle-{key}-right")
    page.get_by_role("button", name="Why not my first try?").click()
    expect(page.locator("#verdict")).to_contain_text("Not the winning move")
    expect(steps).to_have_count(1 + len(puzzle.others[wrong].line))
    expect(page.locator("#reasons li").first).not_to_be_empty()
    expect(page.locator("#why")).to_be_hidden()
    expect(page.locator("#play")).to_be_visible()
    shoot(page, f"puzzle-{key}-first-try")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"**/puzzles/{key}/{puzzle.number + 1}")


def test_a_puzzle_is_played_out_to_the_win(open_page: OpenPage) -> None:
    puzzle = pick("glide", 3)
    page = open_page(path(puzzle))
    hands = Hands(page)
    make(hands, puzzle, puzzle.solution)
    expect(page.locator("#streak")).to_have_text("1")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#verdict")).to_contain_text("Answer by Player")
    position = puzzle.start(game("glide"))
    for text in puzzle.line[:-1]:
        position = position.play(text)
    for touch in position.legal(puzzle.line[-1])[1].touches:
        hands.touch(touch)
    expect(page.locator("#verdict")).to_contain_text("Won")
    expect(page.locator("#verdict")).to_have_class("riddle-verdict is-right")


def test_hints_rule_out_what_was_not_tried(open_page: OpenPage) -> None:
    puzzle = next(p for p in book("glide") if len(p.others) == 3)
    names = {text: str(puzzle.start(game("glide")).legal(text)[1].name) for text in puzzle.others}
    page = open_page(path(puzzle))
    verdict = page.locator("#verdict")
    first, *rest = sorted(puzzle.others)
    make(Hands(page), puzzle, first)
    expect(verdict).to_contain_text("Not the winning move")
    page.get_by_role("button", name="Try again").click()
    for text in rest:
        page.get_by_role("button", name="Hint").click()
        expect(verdict).to_have_text(f"It is not this one: {names[text]}.")
    page.get_by_role("button", name="Hint").click()
    expect(verdict).to_contain_text("Only one move is left")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#moves button")).to_have_count(puzzle.plies)
    page.get_by_role("button", name="Why not my first try?").click()
    expect(page.locator("#moves button")).to_have_count(1 + len(puzzle.others[first].line))
    page.get_by_role("button", name="Try again").click()
    make(Hands(page), puzzle, first)
    expect(page.locator("#why")).to_have_text("Show me why not")


def test_hint_and_giving_up(open_page: OpenPage) -> None:
    puzzle = pick("seals")
    page = open_page(path(puzzle))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#verdict")).not_to_be_empty()
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#moves button")).to_have_count(puzzle.plies)
    expect(page.locator("#moves button").first).to_have_text(puzzle.solution)
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()
    page.reload()
    expect(page.locator("#verdict")).to_contain_text("You gave this puzzle up")


def test_with_the_keyboard_alone(open_page: OpenPage) -> None:
    puzzle = pick("seals")
    page = open_page(path(puzzle))
    keys = Keys(page, seed=4)
    keys.tab_to(".space")
    wrong = min(text for text, other in puzzle.others.items() if len(other.line) > 1)
    make(keys, puzzle, wrong)
    expect(page.locator("#verdict")).to_contain_text("Not the winning move")
    keys.tab_to("#why")
    page.keyboard.press("Enter")
    expect(page.locator("#moves button").first).to_have_attribute("aria-current", "step")
    page.wait_for_function("() => !document.body.classList.contains('is-busy')")
    assert focused(page) == "again"  # the button that was pressed is gone
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_be_hidden()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement?.matches('.space')"):
            break
    make(keys, puzzle, puzzle.solution)
    expect(page.locator("#verdict")).to_contain_text("Right!")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(open_page: OpenPage, shoot: Callable[..., None], scheme: str) -> None:
    page = open_page("/puzzles", **PHONE, color_scheme=scheme)
    no_sideways_scroll(page)
    shoot(page, f"phone-puzzles-{scheme}", full_page=True)
    for key in ("seals", "glide"):
        puzzle = pick(key)
        page.goto(path(puzzle))
        no_sideways_scroll(page)
        shoot(page, f"phone-puzzle-{key}-{scheme}", full_page=True)
        wrong = min(text for text, other in puzzle.others.items() if len(other.line) > 1)
        make(Hands(page), puzzle, wrong)
        page.get_by_role("button", name="Show me why not").click()
        expect(page.locator("#line")).to_be_visible()
        no_sideways_scroll(page)
        shoot(page, f"phone-puzzle-{key}-why-{scheme}", full_page=True)


def test_in_the_dark(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/puzzles", color_scheme="dark")
    shoot(page, "puzzles-dark", full_page=True)
    page.goto(path(pick("seals")))
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#line")).to_be_visible()
    shoot(page, "puzzle-dark")
    page.goto("/puzzles/glide/3?lang=ja")
    shoot(page, "puzzle-ja")
    page.goto("/puzzles?lang=de")
    shoot(page, "puzzles-de", full_page=True)
