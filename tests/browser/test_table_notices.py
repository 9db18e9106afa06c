"""What a table tells besides the game: messages, spectators, a lost connection, a low clock."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from ..server.guest import OPEN, PERSON, bot
from .board_driver import Hands
from .conftest import PHONE, OpenPage
from .tables import open_table


def say(page: Page, text: str) -> None:
    page.locator("#chat-text").fill(text)
    page.locator("#chat-text").press("Enter")


def test_a_message_is_noticed_on_a_phone_until_it_is_seen(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    ann = open_page(**PHONE)
    path = open_table(ann, PERSON, OPEN)
    ben = open_page(path)
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.locator("#caption")).not_to_have_text("Waiting for players.")
    ann.evaluate("scrollTo(0, 0)")
    badge = ann.locator("#chat-unread")
    expect(badge).to_be_hidden()
    say(ben, "Hello!")
    expect(badge).to_have_text("Chat: 1 new message")
    expect(badge).to_be_in_viewport(ratio=1)
    expect(ann.locator("#notices")).to_contain_text("Hello!")
    say(ben, "Good luck!")
    expect(badge).to_have_text("Chat: 2 new messages")
    expect(ann.locator("#notices .toast")).to_have_count(1)  # the newest
    expect(ann.locator("#notices")).to_contain_text("Good luck!")
    shoot(ann, "chat-badge")
    badge.tap()
    expect(ann.locator("#chat-list")).to_be_in_viewport()
    expect(badge).to_be_hidden()
    say(ben, "Your turn.")
    expect(ann.locator("#chat-list")).to_contain_text("Your turn.")
    expect(badge).to_be_hidden()  # it is on the screen
    expect(ann.locator("#notices .toast")).to_have_count(0)


def test_watchers_are_counted_while_they_are_there(open_page: OpenPage) -> None:
    ann = open_page()
    path = open_table(ann, PERSON, PERSON)
    count = ann.locator("#watching")
    expect(ann.locator("#connection")).not_to_have_class("is-down")
    expect(count).to_be_hidden()
    watchers = [open_page(path) for _ in range(2)]
    expect(count).to_have_text("2 watching")
    expect(watchers[0].locator("#watching")).to_have_text("2 watching")
    watchers[1].context.close()
    expect(count).to_have_text("1 watching")
    watchers[0].goto("/lobby")
    expect(count).to_be_hidden()


def test_a_move_without_a_connection_is_told_until_there_is_one(open_page: OpenPage) -> None:
    page = open_page()
    page.clock.install()
    open_table(page, PERSON, PERSON)
    hands = Hands(page)
    hands.wait_for_turn()
    page.route("**/api/tables/*/moves", lambda route: route.abort("connectionrefused"))
    page.context.set_offline(True)
    hands.touch("b2")
    hands.touch("d4")
    toast = page.locator("#toasts .toast")
    expect(toast).to_contain_text("Not sent: there is no connection.")
    page.clock.fast_forward(60_000)
    expect(toast).to_contain_text("Not sent: there is no connection.")
    expect(page.locator("#moves .move")).to_have_count(0)
    page.unroute("**/api/tables/*/moves")
    page.context.set_offline(False)
    page.clock.fast_forward(10_000)
    expect(page.locator("#toasts")).not_to_contain_text("Not sent")
    hands.touch("b2")
    hands.touch("d4")
    expect(page.locator("#moves .move")).to_have_count(1)


def test_a_low_clock_warns_its_player_once(open_page: OpenPage) -> None:
    page = open_page()
    page.clock.install()
    open_table(page, PERSON, bot(), clock={"kind": "player", "seconds": 600, "increment": 5})
    clock = page.locator(".seat[data-seat='0'] .seat-clock.is-running")
    expect(clock).to_be_visible()
    page.clock.fast_forward(480_000)
    expect(clock).not_to_have_class("is-low")
    expect(page.locator("#toasts .toast")).to_have_count(0)
    page.clock.fast_forward(75_000)  # less than a tenth is left
    expect(page.locator(".seat-clock.is-low")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Hurry: ")
    expect(page.locator("#toasts")).to_contain_text("Hurry: ")
    page.clock.fast_forward(10_000)  # it goes, and does not come again
    expect(page.locator("#toasts .toast")).to_have_count(0)
    page.clock.fast_forward(5_000)
    expect(page.locator(".seat-clock.is-low")).to_have_count(1)
    expect(page.locator("#toasts .toast")).to_have_count(0)
