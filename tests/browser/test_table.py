"""The table page: refusals, undo, reload, restart, earlier positions, themes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ..server.server_thread import Served
from .board_driver import Hands, open_from_home
from .conftest import OpenPage


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A hot-seat table."""
    page = open_page()
    open_from_home(page, "At this screen")
    return page


@pytest.fixture
def hands(page: Page) -> Hands:
    return Hands(page, seed=7)


def test_an_illegal_touch_says_why_and_leads_to_the_rule(
    page: Page, hands: Hands, shoot: Callable[..., None]
) -> None:
    hands.touch("b2")
    hands.touch("b5")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("b5 is too far from b2")
    expect(hands.space("b5")).to_contain_class("is-refused")
    assert hands.glowing("is-chosen") == []  # the empty board lets go of it
    shoot(page, "refused")
    toast.get_by_role("link", name="Rule S4").click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#rule-S4")).to_be_in_viewport()
    expect(page.locator("#rule-S4")).to_have_class("is-meant")
    shoot(page, "rules")
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    hands.touch("b2")
    hands.touch("g2")  # not ours
    expect(toast).to_contain_text("g2 is too far from b2")
    hands.touch("b2")  # touched again: taken back
    assert hands.glowing("is-chosen") == []
    hands.touch("g2")
    expect(toast).to_contain_text("opponent")
    assert hands.moves() == []


def test_touching_another_own_token_switches(hands: Hands) -> None:
    hands.touch("b2")
    hands.touch("b7")
    assert hands.glowing("is-chosen") == ["b7"]
    hands.touch("d7")
    hands.wait_past(1)
    assert hands.moves() == ["b7-d7"]


def test_a_double_click_is_one_move(page: Page, hands: Hands) -> None:
    hands.touch("b2")
    page.mouse.dblclick(*hands.middle("d4"))
    hands.wait_past(1)
    page.wait_for_timeout(300)
    assert hands.number == 2
    page.locator("#undo").dblclick()
    hands.wait_past(2)
    assert hands.moves() == []


def test_the_next_touch_counts_before_the_answer_to_the_last_move_is_there(
    page: Page, hands: Hands
) -> None:
    """The live connection may be faster than the answer to the request."""
    late: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        answer = route.fetch()
        late.append(lambda: route.fulfill(response=answer))

    page.route("**/moves", hold, times=1)
    hands.move()
    own = hands.glowing("is-own")[0]
    hands.touch(own)
    expect(hands.space(own)).to_have_class(re.compile("is-chosen"))
    late[0]()
    page.wait_for_timeout(100)
    assert hands.glowing("is-chosen") == [own]
    hands.touch(hands.glowing("is-target")[0])
    expect(page.locator("#moves .move")).to_have_count(2)


def test_typed_moves_are_refused_in_words(page: Page, hands: Hands) -> None:
    field = page.get_by_label("Type a move")
    field.fill("hello")
    field.press("Enter")
    expect(page.locator(".toast")).to_contain_text("“hello” is not a move")
    field.fill("b2-b5")
    field.press("Enter")
    expect(page.locator(".toast-rule")).to_have_text("Rule S4")
    field.fill(" b2-d4 ")
    field.press("Enter")
    hands.wait_past(1)
    expect(field).to_have_value("")
    expect(page.locator(".toast")).to_be_hidden()


def test_a_reload_goes_on_where_it_was(page: Page, hands: Hands) -> None:
    for _ in range(3):
        hands.move()
    before = hands.moves(), page.locator("#board").inner_html().count("piece")
    page.reload()
    hands.wait_for_turn()
    assert (hands.moves(), page.locator("#board").inner_html().count("piece")) == before
    hands.move()
    page.goto("/")
    page.get_by_role("link", name="Continue your game").click()
    hands.wait_for_turn()
    assert len(hands.moves()) == 4


def test_a_restart_of_the_server_in_the_middle(
    page: Page, hands: Hands, served: Served, shoot: Callable[..., None]
) -> None:
    hands.move()
    served.stop()
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    hands.touch(hands.glowing("is-own")[0])
    hands.touch(hands.glowing("is-target")[0])
    expect(page.locator(".toast")).to_contain_text("Not sent: there is no connection")
    shoot(page, "reconnecting")
    served.start()
    expect(page.locator("#connection")).to_have_text("")
    hands.move()
    assert len(hands.moves()) == 2


def test_somebody_with_the_link_watches_live(
    page: Page, hands: Hands, open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    hands.move()
    watcher = open_page(page.url)
    eyes = Hands(watcher)
    expect(watcher.locator("#caption")).to_contain_text("You are watching.")
    assert eyes.glowing("is-own") == []
    expect(watcher.locator("#undo")).to_be_hidden()
    hands.move()
    eyes.wait_past(2)
    assert eyes.moves() == hands.moves()
    eyes.touch("d4")
    expect(watcher.locator(".toast")).to_contain_text("You are watching this table")
    shoot(watcher, "watching")


def test_looking_back_and_returning(page: Page, hands: Hands, shoot: Callable[..., None]) -> None:
    for _ in range(4):
        hands.move()
    now = page.locator("#board svg").inner_html()
    page.locator("#moves .move").first.click()
    expect(page.locator("#looking")).to_contain_text("after move 1 of 4")
    assert page.locator("#board [role=button]").count() == 0
    shoot(page, "looking-back")
    page.get_by_label("One move back").click()
    expect(page.locator("#looking")).to_contain_text("the start")
    page.get_by_label("One move on").click()
    expect(page.locator("#looking")).to_contain_text("after move 1 of 4")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#looking")).to_be_hidden()
    page.wait_for_timeout(500)
    assert page.locator("#board .pieces").inner_html() in now
    hands.move()
    page.get_by_label("First position").click()
    expect(page.locator("#looking")).to_contain_text("the start")
    page.locator("#board").click()
    expect(page.locator("#looking")).to_be_hidden()


def test_themes_are_worn_and_kept(page: Page, shoot: Callable[..., None]) -> None:
    colours = set()
    for theme in ("Light", "Dark", "High contrast"):
        page.get_by_label("Appearance").select_option(label=theme)
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        shoot(page, f"theme-{theme.lower().replace(' ', '-')}")
    assert len(colours) == 3
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "contrast"


def test_dark_when_the_system_is_dark(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page(color_scheme="dark")
    shoot(page, "dark-home")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(10, 23, 30)"
    open_from_home(page, "Play now", side="Seals")
    hands = Hands(page, seed=8)
    hands.move()
    hands.wait_for_turn()
    shoot(page, "dark-table")


def test_pieces_glide_unless_motion_is_unwelcome(open_page: OpenPage) -> None:
    for motion, gliding in (("no-preference", True), ("reduce", False)):
        page = open_page(reduced_motion=motion)
        open_from_home(page, "At this screen")
        page.evaluate(
            "() => { window.glided = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...a) { window.glided++;"
            "return animate.apply(this, a); }; }"
        )
        Hands(page).move()
        assert (page.evaluate("window.glided") > 0) is gliding


@pytest.mark.parametrize("width", [360, 768, 1024, 1920])
def test_nothing_overflows_at_any_width(
    open_page: OpenPage, width: int, shoot: Callable[..., None]
) -> None:
    page = open_page(viewport={"width": width, "height": 900})
    sideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(sideways)
    open_from_home(page, "Play now", match=True)
    hands = Hands(page, seed=9)
    hands.wait_for_turn()
    assert not page.evaluate(sideways)
    box = hands.space("d4").bounding_box()
    assert box is not None
    assert box["width"] >= 40
    shoot(page, f"width-{width}")


def test_a_lost_page_is_friendly(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/")
    page.evaluate("history.replaceState(null, '', '/tables/nope')")
    answer = page.request.get("/tables/nope")
    assert answer.status == 404
    assert "Thin ice" in answer.text()
