"""The home page, friends, the lobby, watching and identities in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .board_driver import Hands, no_sideways_scroll
from .conftest import PHONE, OpenPage
from .visitors import card, rename, table_of


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


def test_play_buttons_show_what_differs_from_the_defaults(open_page: OpenPage) -> None:
    page = open_page()
    game = card(page)
    expect(game.locator(".play-choices").first).to_be_empty()
    game.get_by_text("More choices").click()
    game.get_by_label("Time to think").select_option(index=3)
    game.get_by_label("Strength of the bot").select_option("1")
    expect(game.locator(".play-level")).to_have_text(re.compile("^Bot, level 1 .*· 5 min [+] 3 s$"))
    for button in ("With a friend", "At this screen"):
        expect(game.get_by_role("button", name=button)).to_contain_text("5 min + 3 s")
    game.get_by_role("button", name="Play with these choices").click()
    table = table_of(page)
    assert page.request.get(f"/api/tables/{table}").json()["clock"] is not None
    page.goto("/")  # the choices are remembered, and still shown
    expect(card(page).locator(".play-level")).to_contain_text("· 5 min + 3 s")


def test_play_now_of_the_first_game_is_on_the_first_screen_of_a_phone(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    box = page.locator(".play-now").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844


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
    expect(seat.locator(".seat-name")).to_have_text(re.compile(r"^[A-Z].+ \(you\)$"))
    expect(page.locator(f".seat[data-seat='{1 - invite['seat']}']")).to_contain_text("Ann (you)")
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
    events = page.request.get(f"/api/tables/{table}/events").json()["events"]
    assert events[0]["kind"] == "opened"
    page.goto("/")
    expect(card(page, "ICE FLOW").get_by_label("Time to think")).to_have_value(
        '{"increment": 5, "kind": "player", "seconds": 600}'
    )


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


@pytest.mark.usefixtures("tablebase_folder")
def test_the_levels_follow_how_many_play(open_page: OpenPage) -> None:
    page = open_page("/")
    form = page.locator("form[data-game=strait]")
    offered = form.evaluate("f => JSON.parse(f.dataset.levels)")
    form.get_by_text("More choices").click()
    for count in ("2", "3", "4"):
        form.locator(f"input[name=seats][value='{count}']").check(force=True)
        options = form.locator("select[name=level] option")
        expect(options).to_have_text([level["words"] for level in offered[count]])


def test_I31_the_quick_game_is_chosen_on_the_home_page(open_page: Callable[..., Page]) -> None:
    page = open_page()
    card = page.locator("article", has_text="ICE FLOW")
    card.get_by_text("More choices").click()
    card.get_by_text("Choose the rules").click()
    card.get_by_label("Stations in Siberia needed to win").select_option("2")
    card.locator("button[value=screen]").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#facts")).to_contain_text("2 Siberian stations win")
