"""The page of who one is, in real browsers."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .board_driver import Hands, no_sideways_scroll
from .conftest import PHONE, OpenPage
from .visitors import card, table_of


def test_an_identity_is_recovered_in_a_second_browser(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page("/me")
    page.get_by_label("Your nickname").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_have_text("Saved.×")
    page.goto("/")
    card(page).get_by_role("button", name="At this screen").click()
    table = table_of(page)
    page.goto("/me")
    expect(page.locator(f".row[href='/tables/{table}']")).to_contain_text("Your move")
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator("#code")
    expect(code).to_contain_text("ICE-")
    shoot(page, "me", full_page=True)
    other = open_page("/me", **PHONE)
    expect(other.locator(".me-games")).to_contain_text("You sit at no table yet.")
    other.get_by_label("Code", exact=True).fill("ICE-0000")
    other.get_by_role("button", name="Use this code").click()
    expect(other.locator(".toast")).to_contain_text("No one belongs to this code")
    other.get_by_label("Code", exact=True).fill(code.inner_text().lower())
    other.get_by_role("button", name="Use this code").click()
    expect(other.locator(".toast")).to_contain_text("Welcome back, Ann.")
    expect(other.get_by_label("Your nickname")).to_have_value("Ann")
    no_sideways_scroll(other)
    other.locator(f".row[href='/tables/{table}']").click()
    Hands(other).wait_for_turn()
    page.reload()
    expect(page.locator("#code-shown")).to_be_hidden()  # shown once
