"""What visitors do on the pages around the tables."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def card(page: Page, title: str = "Go with the Floe") -> Locator:
    return page.locator("article", has_text=title)


def rename(page: Page, nickname: str) -> None:
    answer = page.request.post("/api/me", data={"nickname": nickname})
    assert answer.ok, answer.text()


def table_of(page: Page) -> str:
    page.wait_for_url("**/tables/*")
    return page.url.rpartition("/")[2].partition("?")[0]
