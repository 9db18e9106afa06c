"""Practice alone in a real browser (G11)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from icefield.games import game

from .board_driver import Hands
from .conftest import OpenPage


def test_G11_a_puzzle_is_solved_by_the_solution_shown(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    page.get_by_role("link", name="Practise alone on puzzles").click()
    expect(page.locator(".puzzle")).to_have_count(len(game("glide").puzzles()))  # type: ignore[attr-defined]
    expect(page.locator(".puzzle-picture svg").first).to_be_visible()
    page.get_by_role("button", name="Puzzle 6-2").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    expect(page.locator("#facts")).to_contain_text("0 moves made")
    expect(page.locator("#practice-length")).to_have_text("Can be done in 6 moves.")
    expect(page.locator("#seats")).to_be_hidden()
    expect(page.locator(".rules-chosen")).to_have_count(0)  # what a draw would be
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#practice-said")).to_contain_text("Hint: ")
    expect(page.locator(".space.is-hint")).to_have_count(1)
    hands.touch(hands.glowing("is-own")[0])
    expect(page.locator("#facts")).to_contain_text("1 move made")
    page.get_by_role("button", name="Restart").click()
    expect(page.locator("#facts")).to_contain_text("0 moves made")
    page.get_by_role("button", name="Show the solution").click()
    steps = page.locator("#practice-solution li")
    expect(steps).to_have_count(6)
    shoot(page, "practice")
    solution = [str(steps.nth(i).get_attribute("data-move")) for i in range(6)]
    for number, move in enumerate(solution, 1):
        page.locator("#typed-move").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(number)
        if number == 3:
            expect(page.locator("#practice-solution .is-done")).to_have_count(3)
    expect(page.locator("#practice-verdict")).to_have_text("Solved in 6 moves; nothing is shorter.")
    expect(page.locator("#rematch")).to_be_hidden()
    shoot(page, "practice-solved")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle.is-solved")).to_have_count(1)
    expect(page.locator("[data-puzzle='6-2']")).to_contain_text("★ shortest")
    expect(page.locator("#progress")).to_contain_text("1 of ")
    shoot(page, "practice-list")
    page.go_back()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#practice-title")).to_have_text("Puzzle 6-3")


def test_G11_a_longer_way_and_a_board_without_one(open_page: OpenPage) -> None:
    page = open_page("/boards/glide?level=...../...../...../...../*...P")
    page.get_by_role("button", name="Practise on it").click()
    page.wait_for_url("**/tables/*")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#practice-said")).to_contain_text("The goal cannot be reached")
    puzzle = game("glide").puzzles()[0]  # type: ignore[attr-defined]
    page = open_page(f"/boards/glide?level={puzzle.level}")
    page.get_by_role("button", name="Practise on it").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    before = page.locator("#board .pieces").inner_html()
    hands.touch(hands.glowing("is-own")[0])
    hands.wait_past(1)
    page.locator("#undo").click()
    expect(page.locator("#facts")).to_contain_text("0 moves made")
    page.wait_for_timeout(450)
    assert page.locator("#board .pieces").inner_html() == before


def test_practice_is_found_from_the_puzzles(open_page: OpenPage) -> None:
    page = open_page("/puzzles")
    count = len(game("glide").puzzles())  # type: ignore[attr-defined]
    page.get_by_role("link", name=f"Practise alone: {count} boards").click()
    page.wait_for_url("**/practice/glide")
