"""Presses while an answer is on its way: no error, none lost, as shown.

`Held` holds answers back for as long as a test wants. With `ICEFIELD_SLOW_LINE=1` all other tests
use such a connection too (see conftest.py).
"""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from ..games.glide.small_tablebase import LEVEL
from .analysis_page import load, record
from .board_driver import Hands
from .conftest import PATIENCE, OpenPage
from .torch_tables import open_table, play

pytestmark = pytest.mark.usefixtures("tablebase_folder")

POSITION = "**/api/analyse/position"
BOARD = "......./...*.../......./......./......./......./P.....Q"


class Held:
    """Requests that are held back until released; with a limit only the first ones."""

    def __init__(self, page: Page, pattern: str, limit: int = 99):
        self._page = page
        self._left = limit
        self._routes: list[Route] = []
        page.route(pattern, self._keep)

    def _keep(self, route: Route) -> None:
        if self._left:
            self._left -= 1
            self._routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Until something is held."""
        end = time.monotonic() + PATIENCE / 1000
        while not self._routes:
            assert time.monotonic() < end, "nothing was asked for"
            self._page.evaluate("new Promise(requestAnimationFrame)")

    def let_go(self) -> None:
        self._left = 0
        for route in self._routes:
            route.continue_()
        self._routes.clear()

    def lose(self) -> None:
        for route in self._routes:
            route.abort("connectionrefused")
        self._routes.clear()


# -- before the page is there ---------------------------------------------------------------------


def test_a_press_before_the_scripts_have_loaded(open_page: OpenPage) -> None:
    page = open_page("/offline")
    script = Held(page, "**/home.js")
    page.goto("/", wait_until="commit")
    card = page.locator("article", has_text="Go with the Floe")
    card.get_by_role("button", name="At this screen").click()
    expect(card).to_be_visible()
    script.let_go()
    page.wait_for_url("**/tables/*")
    Hands(page).wait_for_turn()


def test_a_touch_before_the_scripts_have_loaded(open_page: OpenPage) -> None:
    page = open_page("/offline")
    body = {"game": "seals", "seats": [{"kind": "person"}] * 2}
    table = page.request.post("/api/tables", data=body).json()
    script = Held(page, "**/table.js")
    page.goto(f"/tables/{table['id']}", wait_until="commit")
    hands = Hands(page)
    expect(hands.space("b2")).to_be_visible()
    hands.touch("b2")
    script.let_go()
    expect(hands.space("b2")).to_contain_class("is-chosen")


# -- analysis -------------------------------------------------------------------------------------


def test_chance_is_drawn_where_it_was_chosen(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, '[Game "strait"]\n[Seats "2"]\n')
    expect(page.locator("#chance")).to_be_visible()
    position = Held(page, POSITION)
    first = page.locator("#chance-moves button").first
    first.dblclick()  # the second press is about the same beginning
    page.locator("#chance-draw").click()
    expect(page.locator("#moves .branch .move")).to_have_count(1)
    position.let_go()
    expect(page.locator("#moves .branch .move")).to_have_count(2)
    expect(page.locator("#moves .branch")).to_have_count(1)


def test_the_board_means_what_it_shows(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    expect(page.locator(".space.is-own").first).to_be_visible()
    position = Held(page, POSITION)
    page.locator("#following").click()
    expect(page.locator("#moves .move").first).to_have_attribute("aria-current", "step")
    Hands(page).touch("c3")  # up, from the beginning
    expect(page.locator("#moves .branch .move")).to_contain_text("up")
    position.let_go()
    expect(page.locator("#where")).to_contain_text("Branch: 1.")


def test_what_is_asked_is_about_what_was_gone_to(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    expect(page.locator(".space.is-own").first).to_be_visible()
    position = Held(page, POSITION)
    page.locator("#following").click()
    page.locator("#ask").click()
    page.locator("#threats").click()
    position.wait()
    expect(page.locator(".told-value")).to_have_count(0)  # nothing of it beside another position
    position.let_go()
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P)")
    expect(page.locator(".told-value")).to_contain_text("Player 2 (Q): won in 7 moves")
    expect(page.locator("#help-said")).not_to_be_empty()
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "true")


def test_a_position_that_does_not_come_is_not_gone_to(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    expect(page.locator(".space.is-own").first).to_be_visible()
    position = Held(page, POSITION, limit=1)
    page.locator("#following").click()
    page.locator("#ask").click()
    position.wait()
    position.lose()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("#moves .move[aria-current]")).to_have_count(0)
    expect(page.locator("#told-now")).to_be_empty()
    page.locator("#following").click()
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P)")


def test_the_game_that_was_wanted_last_is_studied(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    late = Held(page, "**/api/analyse/read", limit=1)
    page.locator("#text").fill(record("right", "up", "left"))
    page.locator("#read").click()
    late.wait()
    load(page, record("up"))
    with page.expect_response("**/api/analyse/read"):
        late.let_go()
    expect(page.locator("#moves .move")).to_have_count(1)
    expect(page.locator("#where")).to_contain_text("up")


def test_strokes_wait_for_each_other(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=seals")
    page.get_by_role("button", name="Set up a board by hand").click()
    expect(page.get_by_role("heading", name="Set up the board")).to_be_visible()
    page.get_by_role("radio", name="Hole").check(force=True)
    stroke = Held(page, "**/api/analyse/paint")
    hands = Hands(page)
    hands.touch("d4")
    hands.touch("d6")
    page.get_by_role("button", name="Analyse this position").click()
    stroke.let_go()
    expect(page.locator("#arranging")).to_be_hidden()
    expect(page.locator("#facts")).to_contain_text("2 holes")


# -- tables ---------------------------------------------------------------------------------------


def test_a_message_on_its_way_holds_nothing_up(open_page: OpenPage) -> None:
    page = open_page("/offline")
    body = {"game": "seals", "seats": [{"kind": "person"}, {"kind": "open"}]}
    table = page.request.post("/api/tables", data=body).json()
    page.goto(f"/tables/{table['id']}")
    guest = open_page(f"/tables/{table['id']}")
    guest.get_by_role("button", name="Sit down").click()
    hands = Hands(page)
    hands.wait_for_turn()
    message = Held(page, "**/chat")
    field = page.locator("#chat-text")
    field.fill("first")
    field.press("Enter")
    field.fill("second")
    field.press("Enter")
    field.fill("not yet")
    own = hands.glowing("is-own")[0]
    hands.touch(own)
    expect(hands.space(own)).to_contain_class("is-chosen")
    message.let_go()
    expect(guest.locator("#chat-list li span")).to_have_text(["first", "second"])
    expect(page.locator("#chat-list li")).to_have_count(2)
    expect(field).to_have_value("not yet")


def test_what_is_said_is_what_was_looked_at(open_page: OpenPage) -> None:
    page = open_page("/offline")
    open_table(page, "person", "person", "person")
    play(page, "#talk-ready")
    check = Held(page, "**/comments/check")
    field = page.locator("#talk-text")
    field.fill("It will be wet.")
    field.press("Enter")
    field.press("Enter")
    field.fill("beware of the crowns")
    check.wait()
    check.let_go()
    expect(page.locator(".comment")).to_contain_text("It will be wet.")
    expect(page.locator(".comment")).to_have_count(1)
    expect(field).to_have_value("beware of the crowns")


def test_the_help_that_was_wanted_last_is_told(open_page: OpenPage) -> None:
    page = open_page(f"/boards/glide?level={LEVEL}")
    page.get_by_role("button", name="Play at this screen").click()
    page.wait_for_url("**/tables/*")
    Hands(page).wait_for_turn()
    threats = Held(page, "**/threats?*")
    page.locator("#threats").click()
    threats.wait()
    page.locator("#hint").click()
    expect(page.locator("#help-said")).to_contain_text("Look here:")
    with page.expect_response("**/threats?*"):
        threats.let_go()
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#help-said")).to_contain_text("Look here:")


def test_a_solution_that_takes_long_is_waited_for(open_page: OpenPage) -> None:
    page = open_page("/offline")
    level = "...../*...*/...../*...*/P...."
    table = page.request.post("/api/practice", data={"game": "glide", "level": level}).json()
    page.goto(f"/tables/{table['id']}")
    late = {"code": "solution-late", "sentence": "Try again."}
    page.route("**/solution", lambda route: route.fulfill(status=409, json=late), times=2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#practice-said")).to_contain_text(re.compile("Hint: |No way"))
    page.unroute("**/solution")
    solution = Held(page, "**/solution")
    page.get_by_role("button", name="Show the solution").click()
    solution.wait()
    hands = Hands(page)
    hands.touch(hands.glowing("is-own")[0])
    hands.wait_past(1)
    page.get_by_role("button", name="Restart").click()  # which need not wait for it
    hands.wait_past(2)
    solution.let_go()
    expect(page.locator("#facts")).to_contain_text("0 moves made")
    expect(page.locator("#practice-solution")).to_be_hidden()


# -- boards of one's own --------------------------------------------------------------------------


def test_a_board_is_painted_and_played_as_it_was_drawn_last(open_page: OpenPage) -> None:
    page = open_page("/offline")
    verdict = Held(page, "**/api/levels/check")
    page.goto(f"/boards/glide?level={BOARD}")
    hands = Hands(page)
    hands.touch("d2")  # nothing is known of it yet
    verdict.let_go()
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    verdict = Held(page, "**/api/levels/check")
    hands.touch("d2")
    page.get_by_role("button", name="Play at this screen").click()
    verdict.let_go()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#board .piece.floe")).to_have_count(4)  # each player has one, too


def test_a_board_that_becomes_smaller_is_not_painted_beyond_its_edge(open_page: OpenPage) -> None:
    page = open_page(f"/boards/glide?level={BOARD}")
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    verdict = Held(page, "**/api/levels/check")
    page.get_by_label("Size").select_option("5")
    Hands(page).touch("g1")
    verdict.let_go()
    expect(page.locator("#board .space")).to_have_count(25)
    expect(page).to_have_url("/boards/glide?level=..*../...../...../...../.....")
