"""The values of moves on the page: panel, marks on the board, keys and phones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ..games.glide.small_tablebase import LEVEL
from .board_driver import Finger, Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage

pytestmark = pytest.mark.usefixtures("tablebase_folder")

SHOW = "Show what each move is worth"


def sit_down(page: Page, board: str = LEVEL) -> Hands:
    """A table for two at this screen."""
    page.goto(f"/boards/glide?level={board}")
    page.get_by_role("button", name="Play at this screen").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    return hands


def listed(page: Page) -> list[str]:
    texts = page.locator("#worth-moves button").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def test_the_panel_lists_every_move_and_follows_the_game(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = sit_down(page)
    expect(page.locator("#worth-panel")).to_be_hidden()
    page.get_by_role("button", name=SHOW).click()
    expect(page.locator("#worth-said")).to_have_text("2 of 4 moves hold the result.")
    expect(page.locator("#worth-result")).to_have_text("Player 1 (P) to move: win in 1.")
    assert listed(page) == [
        "up win in 1 holds the result",
        "down win in 3 holds the result",
        "left draw",
        "right loss in 8",
    ]
    expect(page.locator("#worth-command")).to_be_hidden()
    # every place a move may end at bears its sign
    expect(page.locator("#board .worth-badge")).to_have_count(4)
    assert sorted(page.locator("#board .worth-badge text").all_text_contents()) == ["1", "3", "8"]
    entry = page.locator("#worth-moves button", has_text="left")
    entry.click()
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board circle.worth-line")).to_have_count(1)
    shoot(page, "worth")
    entry.click()
    expect(page.locator("#board circle.worth-line")).to_have_count(0)
    page.locator("#worth-moves button", has_text="right").click()
    page.locator("#typed-move").fill("right")
    page.keyboard.press("Enter")
    hands.wait_past(1)
    expect(page.locator("#worth-result")).to_have_text("Player 2 (Q) to move: win in 7.")
    expect(page.locator("#board circle.worth-line")).to_have_count(0)
    # an earlier position
    page.locator("#first").click()
    expect(page.locator("#worth-result")).to_have_text("Player 1 (P) to move: win in 1.")
    expect(page.locator("#board .worth-badge")).to_have_count(4)
    page.locator("#looking-back").click()
    expect(page.locator("#worth-result")).to_have_text("Player 2 (Q) to move: win in 7.")
    page.locator("#undo").click()
    expect(page.locator("#worth-result")).to_have_text("Player 1 (P) to move: win in 1.")
    hands.touch("c3")  # the marks do not stand in the way
    expect(page.locator("#worth-said")).to_contain_text("The game is over.")
    expect(page.locator("#board .worth-badge")).to_have_count(0)
    page.locator("#previous").click()
    expect(page.locator("#worth-said")).to_have_text("2 of 4 moves hold the result.")
    page.get_by_role("button", name="Hide what each move is worth").click()
    expect(page.locator("#worth-panel")).to_be_hidden()
    expect(page.locator("#board .worth-badge")).to_have_count(0)


def test_with_the_keyboard_and_a_screen_reader(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page)
    keys = Keys(page)
    toggle = page.locator("#worth-toggle")
    keys.tab_to("#worth-toggle")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("status").filter(has_text="2 of 4 moves")).to_be_visible()
    page.keyboard.press("Tab")
    named = page.get_by_role("list", name="Moves and what they are worth")
    first = named.get_by_role("button").first
    expect(first).to_be_focused()
    expect(first).to_have_accessible_name("up, to the goal on c3: win in 1, holds the result")
    page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board circle.worth-line")).to_have_count(1)


def test_without_a_table_the_panel_says_how_to_build_it(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    sit_down(page, "*.*.Q/.*.*./*...*/.*.*./P.*.*")
    page.get_by_role("button", name=SHOW).click()
    command = page.locator("#worth-command")
    expect(command).to_have_text(
        "icefield solve glide --board '*.*.Q/.*.*./*...*/.*.*./P.*.*' --build"
    )
    expect(page.locator("#worth-note")).to_contain_text("No table is built for this board")
    shoot(page, "worth-search")


def test_a_move_of_two_touches_is_marked_step_by_step(open_page: OpenPage) -> None:
    page = open_page()
    card = page.locator("article", has_text="Go with the Floe")
    card.get_by_role("button", name="At this screen").click()
    page.wait_for_url("**/tables/*")
    page.get_by_role("button", name=SHOW).click()
    expect(page.locator("#worth-moves button")).to_have_count(16)
    page.locator("#worth-moves button").first.click()
    expect(page.locator("#board circle.worth-line")).to_have_count(2)
    expect(page.locator("#board path.worth-line")).to_have_count(1)


def test_against_a_bot_there_is_nothing_to_ask_before_the_end(open_page: OpenPage) -> None:
    page = open_page(f"/boards/glide?level={LEVEL}")
    page.get_by_role("button", name="Play against a bot").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    expect(page.locator("#worth")).to_be_hidden()
    hands.touch("c3")
    expect(page.locator("#outcome")).to_be_visible()
    expect(page.locator("#worth-toggle")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(open_page: OpenPage, shoot: Callable[..., None], scheme: str) -> None:
    page = open_page(color_scheme=scheme, **PHONE)
    sit_down(page)
    page.get_by_role("button", name=SHOW).tap()
    expect(page.locator("#worth-moves button")).to_have_count(4)
    page.locator("#worth-moves button").nth(1).tap()
    no_sideways_scroll(page)
    for button in page.locator("#worth button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 39.5
    shoot(page, f"phone-worth-{scheme}", full_page=True)
    finger = Finger(page)
    page.evaluate("scrollTo(0, 0)")
    finger.touch("c3")
    expect(page.locator("#worth-said")).to_contain_text("The game is over.")


def test_another_language_keeps_the_board_that_is_drawn(open_page: OpenPage) -> None:
    page = open_page(f"/boards/glide?level={LEVEL}")
    expect(page.locator("#verdict")).to_contain_text("Legal")
    page.locator("#brushes").get_by_label("floe", exact=False).check()
    Hands(page).touch("a5")
    drawn = "*" + LEVEL[1:]
    assert page.evaluate("new URLSearchParams(location.search).get('level')") == drawn
    page.locator(".languages a", has_text="de").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#text")).to_have_value(drawn.replace("/", "\n"))
    assert page.evaluate("new URLSearchParams(location.search).get('level')") == drawn
    page.goto(f"/boards/glide?level={LEVEL}&lang=en")
    hrefs = page.locator(".languages a").evaluate_all("all => all.map(a => a.href)")
    assert all("level=" in href and "lang=" in href for href in hrefs)
