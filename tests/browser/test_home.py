"""The home page's deeds, friends, the lobby, watching, and who one is, in real browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ..server.serving import Served
from .conftest import OpenPage
from .hands import Hands
from .test_games import no_sideways_scroll

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def card(page: Page, title: str = "Go with the Floe") -> Locator:
    return page.locator("article", has_text=title)


def rename(page: Page, nickname: str) -> None:
    answer = page.request.post("/api/me", data={"nickname": nickname})
    assert answer.ok, answer.text()


def table_of(page: Page) -> str:
    page.wait_for_url("**/tables/*")
    return page.url.rpartition("/")[2].partition("?")[0]


def test_play_now_is_one_click_and_remembers_the_level(open_page: OpenPage) -> None:
    page = open_page()
    level = card(page).locator(".play-level")
    expect(level).to_contain_text("Bot, level 4")
    card(page).get_by_text("More choices").click()
    card(page).get_by_label("Strength of the bot").select_option("2")
    expect(level).to_contain_text("Bot, level 2")
    card(page).get_by_role("button", name="Play now").click()
    table_of(page)
    expect(page.locator("#seats")).to_contain_text("Bot, level 2")
    page.goto("/")
    expect(card(page).locator(".play-level")).to_contain_text("Bot, level 2")
    expect(page.locator(".own-games")).to_contain_text("Go with the Floe")


def test_a_friend_comes_by_a_link_into_the_seat(open_page: OpenPage) -> None:
    page = open_page()
    rename(page, "Ann")
    page.reload()
    card(page).get_by_role("button", name="With a friend").click()
    table = table_of(page)
    expect(page.locator("#seats")).to_contain_text("Ann")
    state = page.request.get(f"/api/tables/{table}").json()
    (invite,) = state["invites"]
    friend = open_page(invite["link"])
    friend.locator("#invitation button").click()
    seat = friend.locator(f".seat[data-seat='{invite['seat']}']")
    expect(seat).to_contain_text("You")
    mine = Hands(page if invite["seat"] else friend)
    mine.wait_for_turn()
    mine.move()
    Hands(friend if invite["seat"] else page).wait_past(2)
    stranger = open_page(f"/tables/{table}")
    expect(stranger.locator("#caption")).to_contain_text("You are watching.")
    expect(stranger.locator("#seats")).to_contain_text("Ann")


def test_more_choices_reach_the_table(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page()
    strait = card(page, "ICE FLOW")
    strait.get_by_text("More choices").click()
    strait.get_by_label("3", exact=True).check()
    strait.get_by_label("Time to think").select_option("10 min + 5 s")
    strait.get_by_label("Moves may be taken back").uncheck()
    strait.get_by_label("Show the table in the lobby").check()
    shoot(page, "home-choices", full_page=True)
    strait.get_by_text("Choose who sits where").click()
    strait.get_by_role("button", name="Open the table").click()
    table = table_of(page)
    (row,) = (r for r in page.request.get("/api/lobby").json() if r["id"] == table)
    assert row["clock"] == "10 min + 5 s"
    assert [seat["kind"] for seat in row["seats"]] == ["person", "open", "open"]
    events = page.request.get(f"/api/tables/{table}/events").json()
    assert events[0]["kind"] == "opened"
    page.goto("/")
    expect(card(page, "ICE FLOW").get_by_label("Time to think")).to_have_value(
        '{"increment": 5, "kind": "player", "seconds": 600}'
    )


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
    Hands(page).wait_past(2)  # they play while somebody looks
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


def test_without_a_connection_a_calm_page_comes_and_goes(
    open_page: OpenPage, served: Served, shoot: Callable[..., None]
) -> None:
    page = open_page("/?lang=de", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    expect(page.locator(".game-picture svg").first).to_be_visible()
    kept = page.evaluate(
        "async () => { const found = []; for (const name of await caches.keys())"
        " for (const each of await (await caches.open(name)).keys())"
        " found.push(new URL(each.url).pathname); return found; }"
    )
    assert "/offline" in kept
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline"]
    served.stop()
    try:
        page.goto("/lobby")
        expect(page.get_by_role("heading", level=1)).to_have_text("Du bist offline")
        assert page.url.endswith("/lobby")
        shoot(page, "offline")
    finally:
        served.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")


def test_the_menu_on_a_phone_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/puzzles", **PHONE)
    menu = page.locator("#menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="Lobby")).to_be_visible()
    expect(menu.get_by_role("link", name="Puzzles")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="Lobby")).to_be_hidden()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Enter")
    menu.get_by_role("link", name="Lobby").click()
    page.wait_for_url("**/lobby")


@pytest.mark.parametrize("language", ["de", "en", "fr", "ja"])
def test_every_language_fits(
    open_page: OpenPage, shoot: Callable[..., None], language: str
) -> None:
    page = open_page(f"/?lang={language}")
    answer = page.request.post("/api/me", data={"nickname": "Anna-Katharina von Grönland"})
    assert answer.ok
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    opened = page.request.post(
        "/api/tables",
        data={"game": "strait", "seats": seats, "listed": True, "options": {"goal": 2}},
    ).json()
    for path in ("/", "/lobby", "/me", f"/tables/{opened['id']}"):
        page.goto(path)
        for details in page.locator("article > form > details").all():
            details.evaluate("e => { e.open = true; }")
        assert page.evaluate("document.documentElement.lang") == language
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            no_sideways_scroll(page)
    shoot(page, f"language-{language}-table")
