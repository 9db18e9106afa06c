"""The board that lives: motions, sounds, the other side, the last move, replays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .board_driver import Hands
from .conftest import OpenPage
from .moved_tables import GAME, WHOLE, make, table

# hold every motion at its beginning and remember what it was
HOLD = """() => {
  window.motions = [];
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const made = begin.call(this, frames, timing);
    made.pause();
    const piece = this.closest('.piece');
    const where = { id: piece?.dataset.id ?? null, look: piece?.getAttribute('class') ?? '' };
    window.motions.push({ ...where, frames });
    return made;
  };
}"""
HEARD = "performance.getEntriesByType('mark').map(({ name }) => name)"  # one for each sound


# -- motions --------------------------------------------------------------------------------------


def test_a_token_glides_and_the_ice_cracks_behind_it(page: Page) -> None:
    table(page, GAME)
    page.evaluate(HOLD)
    make(page, "c5", "c7")
    page.wait_for_function("() => window.motions.length >= 3")
    motions = page.evaluate("() => window.motions")
    token = next(m for m in motions if "token" in m["look"])
    assert "translate" in token["frames"][0]
    cracked = {m["id"] for m in motions if "hole" in m["look"]}
    assert cracked == {"hole-c5", "hole-c6"}
    # nothing waits for what moves: the next touch counts while it glides
    expect(page.locator(".space.is-own").first).to_be_visible()
    make(page, "g5", "g3")
    expect(page.locator("#moves .move")).to_have_count(6)


def test_nothing_moves_for_whoever_wants_that(open_page: OpenPage) -> None:
    page = open_page("/puzzles", reduced_motion="reduce")
    table(page, GAME)
    page.evaluate(HOLD)
    make(page, "c5", "c7")
    expect(page.locator("#moves .move")).to_have_count(5)
    expect(page.locator(".piece[data-id=hole-c6]")).to_have_count(1)
    assert page.evaluate("() => window.motions") == []


def test_a_move_taken_back_heals_the_ice(page: Page) -> None:
    table(page, GAME)
    page.evaluate(HOLD)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => window.motions.length >= 2")
    expect(page.locator(".piece[data-id=hole-g6]")).to_have_count(0)
    assert any("hole" in m["look"] for m in page.evaluate("() => window.motions"))


# -- sounds ---------------------------------------------------------------------------------------


def test_moves_are_heard_until_somebody_wants_quiet(page: Page) -> None:
    table(page, GAME)
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "true")
    make(page, "c5", "c7")
    page.wait_for_function(
        f"() => {HEARD}.includes('sound:crack') && {HEARD}.includes('sound:move')"
    )
    make(page, "g5", "b2")
    page.wait_for_function(f"() => {HEARD}.includes('sound:refused')")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.evaluate("performance.clearMarks()")
    make(page, "g3")
    expect(page.locator("#moves .move")).to_have_count(6)
    assert page.evaluate(HEARD) == []
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_the_end_of_a_game_is_heard(page: Page) -> None:
    table(page, WHOLE[:-1])
    make(page, "g7", "f7")
    page.wait_for_function(f"() => {HEARD}.includes('sound:won') && {HEARD}.includes('sound:sink')")


# -- the last move, and going back ----------------------------------------------------------------


def test_the_last_move_is_marked_at_every_moment(page: Page) -> None:
    table(page, GAME)
    mark = page.locator(".marks .last-move")
    expect(mark).to_have_attribute("data-space", "g5")
    page.locator("#moves .move").nth(0).click()
    expect(mark).to_have_attribute("data-space", "d4")
    page.locator("#first").click()
    expect(mark).to_have_count(0)


def test_keys_go_through_the_list_of_moves(page: Page) -> None:
    table(page, GAME)
    here = page.locator("#moves .move[aria-current]")
    page.locator("#moves .move").nth(2).focus()
    page.keyboard.press("Enter")
    expect(here).to_have_attribute("data-ply", "3")
    for key, ply in (("ArrowLeft", "2"), ("ArrowLeft", "1"), ("ArrowRight", "2")):
        page.keyboard.press(key)
        expect(here).to_have_attribute("data-ply", ply)
        expect(here).to_be_focused()
    page.keyboard.press("Home")
    expect(here).to_have_count(0)
    page.keyboard.press("End")
    expect(here).to_have_attribute("data-ply", "4")
    expect(here).to_be_focused()
    expect(page.locator("#looking")).to_be_hidden()


# -- the other side -------------------------------------------------------------------------------


def test_a_board_is_turned_and_stays_so(page: Page, shoot: Callable[..., None]) -> None:
    id_ = table(page, GAME)
    hands = Hands(page)
    button = page.get_by_role("button", name="Turn the board round")
    upright = hands.middle("c1")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        "y => document.querySelector(\".space[data-id='c1']\").getBoundingClientRect().y < y - 99",
        arg=upright[1],
    )
    shoot(page, "flipped")
    make(page, "c5", "c7")  # what comes over the live connection is turned as well
    expect(page.locator("#moves .move")).to_have_count(5)
    assert hands.middle("c1")[1] < hands.middle("c8")[1]
    hands.space("c7").focus()
    page.keyboard.press("ArrowUp")  # what is seen above
    expect(hands.space("c6")).to_be_focused()
    page.goto(f"/tables/{id_}")
    assert hands.middle("c1")[1] < hands.middle("c8")[1]
    page.keyboard.press("f")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(
        "() => document.querySelector(\".space[data-id='c1']\").getBoundingClientRect().y"
        " > document.querySelector(\".space[data-id='c8']\").getBoundingClientRect().y"
    )


# -- replays --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["tables", "replays"])
def test_a_phone_shows_everything_at_a_fingers_size(
    open_page: OpenPage, path: str, shoot: Callable[..., None]
) -> None:
    page = open_page("/puzzles", viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"/{path}/{table(page, WHOLE)}")
    tools = page.locator(".tool, .player button, .player select")
    expect(tools.first).to_be_visible()
    for box in (each.bounding_box() for each in tools.all()):
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    shoot(page, f"board-phone-{path}", full_page=True)
