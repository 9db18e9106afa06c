"""axe finds no violation on any page, in all themes, wide and on a phone.

Rules about colours are checked in every theme, rules about the layout also at the width of a phone,
all others once.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from ..server.guest import PERSON
from ..server.server_thread import Served
from .axe import check
from .conftest import OpenPage


def wait_for(selector: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(selector).first).to_be_visible()


def unfold(page: Page) -> None:
    """Everything that can be chosen on the home page."""
    expect(page.locator(".game-picture svg").first).to_be_visible()
    for details in page.locator("details.custom").all():
        details.evaluate("e => { e.open = true; }")


PAGES: dict[str, Callable[[Page], None]] = {
    "/": unfold,
    "/lobby": wait_for("#nothing, .row"),
    "/watch": wait_for(".bots-start svg"),
    "/me": wait_for("#make-code"),
    "/offline": wait_for("#again"),
    "/analyse": wait_for("#read"),
    "/puzzles": wait_for(".riddle-card svg"),
    "/puzzles/seals/3": wait_for("#hint"),
    "/practice/glide": wait_for(".puzzle-picture svg"),
    "/boards/glide": wait_for("#board .space"),
    "/boards/strait": wait_for("#text"),
    "/learn": wait_for("h1"),
    "/learn/seals": wait_for("h1"),
    "/rules/seals": wait_for("h1"),
}


@pytest.mark.parametrize("path", PAGES)
def test_pages(open_page: OpenPage, path: str) -> None:
    page = open_page(path, reduced_motion="reduce", color_scheme="light")
    PAGES[path](page)
    check(page)


def opened(page: Page, game: str, seats: int) -> str:
    answer = page.request.post("/api/tables", data={"game": game, "seats": [PERSON] * seats})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


@pytest.mark.parametrize(
    ("game", "seats"), [("seals", 2), ("glide", 2), ("strait", 2), ("torch", 3)]
)
def test_tables(open_page: OpenPage, game: str, seats: int) -> None:
    page = open_page("/offline", reduced_motion="reduce", color_scheme="light")
    page.goto(f"/tables/{opened(page, game, seats)}")
    expect(page.locator("#seats .seat")).to_have_count(seats)
    check(page)


def test_a_game_that_is_over(open_page: OpenPage) -> None:
    page = open_page("/offline", reduced_motion="reduce", color_scheme="light")
    table = opened(page, "glide", 2)
    while (state := page.request.get(f"/api/tables/{table}").json())["outcome"] is None:
        move = {"move": state["touches"][-1]["move"], "decision": state["decision"]}
        assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
        assert state["number"] < 300, "the game does not end"
    page.goto(f"/tables/{table}")
    expect(page.locator("#outcome")).to_be_visible()
    check(page)


def test_an_error(chromium: Browser, served: Served) -> None:
    context = chromium.new_context(reduced_motion="reduce", color_scheme="light")
    page = context.new_page()  # whose browser may complain of the status
    page.goto(f"{served.url}/tables/nope")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thin ice")
    check(page)
    context.close()
