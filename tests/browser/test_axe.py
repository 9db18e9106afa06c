"""axe finds nothing wrong with any page: in light, dark and high contrast, wide and on a phone.

What depends on colours is looked at again in every theme, what depends on the width again on the
width of a phone; all the rest once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from ..server.guests import PERSON
from ..server.serving import Served
from .conftest import OpenPage

KINDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # those of drawings are the drawings' own
SIZES = ["target-size", "scrollable-region-focusable", "color-contrast"]
THUMBNAILS = "[data-picture] svg > *"  # what is inside a small picture takes long and says nothing

axe = Axe()


def violations(page: Page, only: Iterable[str], kind: str, leaving_out: str = "") -> list[str]:
    """What axe finds, with the elements it finds it in."""
    context = {"exclude": [[leaving_out]]} if leaving_out else None
    options = {"runOnly": {"type": kind, "values": [*only]}, "resultTypes": ["violations"]}
    found = axe.run(page, context=context, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]} ({node.get('failureSummary', '')[:200]})"
        for each in found
        for node in each["nodes"][:5]
    ]


def check(page: Page) -> None:
    """The whole page once, its colours in every theme, its sizes on a phone."""
    page.evaluate("document.getAnimations().forEach(a => { try { a.finish(); } catch {} })")
    found = {"light": violations(page, KINDS, "tag", THUMBNAILS)}
    for theme in ("dark", "contrast"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found[theme] = violations(page, COLOURS, "rule", "svg")
    page.set_viewport_size({"width": 390, "height": 844})
    found["phone"] = violations(page, SIZES, "rule", THUMBNAILS)
    assert {where: what for where, what in found.items() if what} == {}


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
