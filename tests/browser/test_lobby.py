"""The lobby and watching, in real browsers."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .board_driver import Hands
from .conftest import OpenPage
from .visitors import rename, table_of


def test_somebody_waits_in_the_lobby_and_somebody_sits_down(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    host = open_page("/lobby")
    rename(host, "Ann")
    guest = open_page("/lobby")
    host.get_by_label("Game").select_option("Ice Floes")
    host.get_by_label("Time to think").select_option("1 day a move")
    host.get_by_role("button", name="Open it and wait").click()
    table = table_of(host)
    row = guest.locator(f".row[data-id='{table}']")
    expect(row).to_contain_text("1 day a move")  # the list has looked again by itself
    expect(row).to_contain_text("Ann")
    shoot(guest, "lobby")
    row.get_by_role("button", name="Sit down").click()
    assert table_of(guest) == table
    Hands(host).wait_past(1)
    expect(host.locator("#waiting")).to_be_hidden()
    third = open_page("/watch")
    expect(third.locator(f"[data-id='{table}'] svg")).to_be_visible()


def test_a_seat_that_was_taken_meanwhile_is_refused_kindly(open_page: OpenPage) -> None:
    host, first = open_page("/lobby"), open_page("/lobby")
    host.get_by_role("button", name="Open it and wait").click()
    table = table_of(host)
    second = open_page("/lobby")
    seat = second.locator(f".row[data-id='{table}']").get_by_role("button", name="Sit down")
    expect(seat).to_be_visible()
    old = second.request.get("/api/lobby").json()
    second.route("**/api/lobby", lambda route: route.fulfill(json=old))  # as if just looked
    open_seat = next(
        s["seat"]
        for s in first.request.get(f"/api/tables/{table}").json()["seats"]
        if s["kind"] == "open"
    )
    assert first.request.post(f"/api/tables/{table}/sit", data={"seat": open_seat}).ok
    seat.click()
    expect(second.locator(".toast")).to_contain_text("Somebody sits there already")
    second.unroute("**/api/lobby")
    expect(second.locator(f".row[data-id='{table}']")).to_have_count(0)


def test_bots_are_watched_in_one_click(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/watch#seals")
    page.get_by_role("button", name="Watch Go with the Floe").click()
    table = table_of(page)
    expect(page.locator("#caption")).to_contain_text("You are watching.")
    Hands(page).wait_past(2)  # they play while a viewer watches
    other = open_page("/watch")
    shown = other.locator(f"[data-id='{table}']")
    expect(shown.locator("svg")).to_be_visible()
    shoot(other, "watch")
    before = shown.locator("svg").inner_html()
    other.wait_for_function(
        "([id, before]) => { const svg = document.querySelector(`[data-id='${id}'] svg`);"
        " return !svg || svg.innerHTML !== before; }",
        arg=[table, before],
    )
