"""Hints and threats at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ..games.glide.small_tablebase import LEVEL
from .board_driver import Hands, Keys
from .conftest import OpenPage

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def test_a_hint_in_two_steps_and_threats(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page(f"/boards/glide?level={LEVEL}")
    page.get_by_role("button", name="Play at this screen").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    page.locator("#hint").click()
    expect(page.locator("#help-said")).to_contain_text("Look here:")
    expect(page.locator("#board .hint-marks circle.worth-line")).to_have_count(1)
    page.get_by_role("button", name="Show the whole move").click()
    expect(page.locator("#help-said")).to_contain_text("Hint: up")
    expect(page.locator("#help-said")).to_contain_text("won in 1 move")
    shoot(page, "hint")
    keys = Keys(page)
    keys.tab_to(".space")
    page.keyboard.press("t")
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#help-said")).not_to_be_empty()
    expect(page.locator("#board .hint-marks")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#help-said")).to_contain_text("Look here:")
    page.locator("#typed-move").fill("left")
    page.keyboard.press("Enter")
    hands.wait_past(1)
    expect(page.locator("#help-said")).to_be_empty()
    expect(page.locator("#hint")).to_be_enabled()
