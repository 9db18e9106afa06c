"""Replays in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .axe import check
from .conftest import OpenPage
from .moved_tables import GAME, WHOLE, table


def test_a_replay_plays_through(page: Page, shoot: Callable[..., None]) -> None:
    id_ = table(page, WHOLE)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/replays/{id_}")
    shown = page.locator("#table")
    expect(shown).to_have_attribute("data-ply", "0")
    page.locator("#speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(shown).to_have_attribute("data-ply", str(len(WHOLE)))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # at its end
    expect(page.locator("#caption")).not_to_be_empty()
    expect(page.locator("#moves .move[aria-current]")).to_have_attribute("data-ply", "6")
    expect(page.locator("#following")).to_be_disabled()
    shoot(page, "replay")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-ply", "5")
    expect(page.locator("#slider")).to_have_attribute("aria-valuetext", re.compile("Move 5 of 6"))
    page.locator("#moves .move").nth(1).click()
    expect(shown).to_have_attribute("data-ply", "2")
    page.keyboard.press("Home")
    expect(shown).to_have_attribute("data-ply", "0")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-ply", "1")
    picture = page.get_by_role("link", name="Save a picture")
    picture.hover()
    expect(picture).to_have_attribute("href", re.compile(r"picture\.png\?game=1&ply=1&width=1200"))


def test_axe_finds_nothing_wrong_with_a_replay(open_page: OpenPage) -> None:
    page = open_page("/puzzles", reduced_motion="reduce", color_scheme="light")
    page.goto(f"/replays/{table(page, WHOLE)}")
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    check(page)


def test_a_film_is_saved(page: Page) -> None:
    table(page, GAME[:2])
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game as a film").click()
    assert saved.value.suggested_filename.endswith(".webp")
