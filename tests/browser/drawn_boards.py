"""Drawing boards on the page of boards."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def brush(page: Page, name: str) -> None:
    page.locator("#brushes").get_by_label(name, exact=False).check()


def level(page: Page) -> str:
    return str(page.evaluate("new URLSearchParams(location.search).get('level')"))


def empty(page: Page, side: int = 5) -> None:
    page.get_by_label("Begin from").select_option("Empty board")
    page.get_by_label("Size").select_option(str(side))
    expect(page.locator("#board .space")).to_have_count(side * side)
    expect(page.locator("#verdict")).to_contain_text("Nobody is on the board")
