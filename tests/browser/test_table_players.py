"""Several browsers at one table: inviting, clocks, requests, resigning, chat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from ..server.guest import INVITED, OPEN, PERSON
from .board_driver import Hands
from .conftest import OpenPage
from .tables import open_table


def invite(page: Page, seat: int = 1) -> str:
    """The link of a seat, as the host's page hands it out."""
    link = page.evaluate(
        "seat => fetch(location.pathname.replace('/tables', '/api/tables'))"
        ".then(a => a.json()).then(s => s.invites.find(i => i.seat === seat).link)",
        seat,
    )
    return str(link)


def test_an_invitation_a_talk_a_takeback_and_giving_up(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    ann = open_page()
    open_table(ann, PERSON, INVITED, clock={"kind": "player", "seconds": 600, "increment": 5})
    ann.get_by_role("button", name="Use this name").wait_for()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Use this name").click()
    expect(ann.locator("#own-name")).to_be_hidden()
    shoot(ann, "company-waiting")
    ann.get_by_role("button", name="Invite").click()
    expect(ann.get_by_label("Link for Bears")).to_have_value(re.compile(re.escape(invite(ann))))
    code = ann.get_by_alt_text("QR code of the link for Bears")
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    shoot(ann, "company-invite")
    ann.locator("#invite-dialog").get_by_role("button", name="Close").click()
    ben = open_page(invite(ann), viewport={"width": 390, "height": 844})
    card = ben.locator("#invitation")
    for words in ("Ann invites you to play Go with the Floe", "Your side: Bears", "10 min + 5 s"):
        expect(card).to_contain_text(words)
    box = card.get_by_role("button", name="Sit down").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    assert box["height"] >= 44
    ben.get_by_label("Your name").fill("Ben")
    shoot(ben, "company-invited", full_page=True)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#invitation")).to_be_hidden()
    expect(ben.locator(".board svg")).to_be_in_viewport(ratio=0.95)
    expect(ann.locator(".seat[data-seat='1']")).to_contain_text("Ben")
    expect(ann.locator(".seat[data-seat='0'] .seat-clock")).to_have_text(re.compile(r"9:5\d|10:00"))
    hands = Hands(ann, seed=1)
    hands.wait_for_turn()
    hands.move()
    expect(ben.locator(".seat-clock.is-running")).to_have_count(1)
    expect(ben.locator(".seat[data-seat='1'] .seat-clock")).to_have_class(re.compile("is-running"))
    ann.locator("#chat-text").fill("Good luck!")
    ann.locator("#chat-text").press("Enter")
    expect(ben.locator("#chat-list")).to_contain_text("Good luck!")
    expect(ann.locator("#chat-text")).to_have_value("")
    ann.get_by_role("button", name="Ask to take back").click()
    expect(ann.locator("#ask")).to_contain_text("You have asked")
    expect(ben.locator("#ask")).to_contain_text("would like to take the last move back")
    shoot(ben, "company-asked", full_page=True)
    ben.get_by_role("button", name="Agree").click()
    expect(ann.locator("#moves .move")).to_have_count(0)
    expect(ann.locator("#ask")).to_be_hidden()
    shoot(ann, "company-table")
    ben.locator("#chat-mute").click()
    expect(ben.locator("#chat-list li")).to_have_count(0)
    ben.reload()
    expect(ben.locator("#chat-mute")).to_have_attribute("aria-pressed", "true")
    hands.move()
    ben.evaluate("scrollTo(0, 0)")  # the browser came back to the chat
    others = Hands(ben, seed=1)
    others.wait_for_turn()
    others.move()
    ben.get_by_role("button", name="Give up").click()
    ben.locator("#sure").get_by_role("button", name="No").click()
    expect(ben.locator("#outcome")).to_be_hidden()
    ben.get_by_role("button", name="Give up").click()
    shoot(ben, "company-sure")
    ben.locator("#sure").get_by_role("button", name="Yes").click()
    expect(ann.locator("#outcome")).to_contain_text("Bears gave up.")
    expect(ann.locator(".outcome-title")).to_have_text("You won!")
    expect(ben.locator(".outcome-title")).to_have_text("You lost")
    expect(ann.locator(".seat[data-seat='0']")).to_have_class(re.compile("is-winner"))
    ann.get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="Decline").click()
    expect(ann.locator("#declined")).to_have_text("Ben declined the rematch.")
    old = ben.url.partition("?")[0]
    watcher = open_page(old)
    ben.get_by_role("button", name="Rematch").click()
    ann.get_by_role("button", name="Agree").click()
    for player in (ann, ben):
        player.wait_for_url(lambda url: "/tables/" in url and not url.startswith(old))
    assert ann.url == ben.url
    expect(ben.locator(".seat[data-seat='0'] .seat-clock.is-running")).to_be_visible()
    expect(watcher.locator("#rematched")).to_contain_text("play again")
    watcher.locator("#notices").get_by_role("link", name="Watch the rematch").click()
    watcher.wait_for_url(ann.url)


def test_a_game_before_the_first_move_is_called_off(open_page: OpenPage) -> None:
    ann = open_page()
    path = open_table(ann, PERSON, OPEN)
    ben = open_page(path)
    ben.get_by_role("button", name="Sit down").click()
    ben.get_by_role("button", name="Call the game off").click()
    ben.locator("#sure").get_by_role("button", name="Yes").click()
    for page in (ann, ben):
        expect(page.locator(".outcome-title")).to_have_text("Game called off")


def test_leaving_coming_back_and_who_is_there(open_page: OpenPage) -> None:
    ann = open_page()
    path = open_table(ann, PERSON, OPEN)
    ben = open_page(path)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_role("button", name="Call the game off")).to_be_visible()  # he has sat down
    expect(ann.locator(".seat[data-seat='1']")).not_to_contain_text("away")
    ben.context.close()
    expect(ann.locator(".seat[data-seat='1']")).to_contain_text("away")
    ann.get_by_role("button", name="Leave, a bot plays on").click()
    ann.locator("#sure").get_by_role("button", name="Yes").click()
    expect(ann.locator(".seat[data-seat='0']")).to_contain_text("A bot plays here")
    expect(ann.locator("#moves .move")).to_have_count(1)
    ann.get_by_role("button", name="I am back").click()
    expect(ann.locator(".seat[data-seat='0']")).not_to_contain_text("A bot plays here")


def test_what_is_begun_survives_what_others_say(open_page: OpenPage) -> None:
    ann = open_page()
    path = open_table(ann, PERSON, OPEN)
    ben = open_page(path)
    ben.get_by_role("button", name="Sit down").click()
    hands = Hands(ann)
    hands.wait_for_turn()
    own = hands.glowing("is-own")[0]
    hands.touch(own)
    expect(hands.space(own)).to_have_class(re.compile("is-chosen"))
    ben.locator("#chat-text").fill("<img src=x onerror=alert(1)>")
    ben.locator("#chat-text").press("Enter")
    expect(ann.locator("#chat-list")).to_contain_text("<img src=x onerror=alert(1)>")
    assert hands.glowing("is-chosen") == [own]
