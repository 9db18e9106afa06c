"""What a pointer does on boards besides pressing, and what a player may let go."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, expect

from ..server.guest import INVITED, PERSON
from .board_driver import Hands
from .conftest import PHONE, OpenPage
from .tables import open_table
from .test_table_players import invite

Point = tuple[float, float]


def drag(page: Page, start: Point, end: Point, button: str = "left") -> None:
    page.mouse.move(*start)
    page.mouse.down(button=button)  # type: ignore[arg-type]
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up(button=button)  # type: ignore[arg-type]


class Finger:
    """A finger on the glass, one event at a time."""

    def __init__(self, page: Page):
        self._session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        self.send("touchStart", start)
        for i in range(1, steps + 1):
            share = i / steps
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.send("touchMove", at)
        self.send("touchEnd")


def notes(page: Page) -> int:
    """How many lines there are in what was drawn."""
    return page.locator("#board .board-notes .worth-line:not(.arrow-head)").count()


def hot_seat(page: Page, game: str = "seals", **more: Any) -> Hands:
    open_table(page, PERSON, PERSON, game=game, **more)
    hands = Hands(page)
    hands.wait_for_turn()
    return hands


def test_a_piece_is_dragged_to_where_it_goes(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = hot_seat(page)
    page.mouse.move(*hands.middle("b2"))
    page.mouse.down()
    page.mouse.move(*hands.middle("c3"), steps=4)
    expect(page.locator(".drag-ghost")).to_have_count(1)
    assert hands.glowing("is-chosen") == ["b2"]
    assert "d4" in hands.glowing("is-target")
    shoot(page, "drag")
    page.mouse.move(*hands.middle("d4"), steps=4)
    page.mouse.up()
    hands.wait_past(1)
    assert hands.moves() == ["b2-d4"]
    expect(page.locator(".drag-ghost")).to_have_count(0)


def test_a_piece_that_is_dropped_elsewhere_goes_back_without_a_word(open_page: OpenPage) -> None:
    page = open_page()
    hands = hot_seat(page)
    for end in (hands.middle("h5"), (5.0, 5.0)):
        drag(page, hands.middle("b2"), end)
        expect(page.locator(".drag-ghost")).to_have_count(0)
        assert hands.glowing("is-chosen") == []
        assert page.locator(".toast, .is-lifted, .is-refused").count() == 0
    assert hands.moves() == []
    hands.touch("b2")  # and the next click is a click
    hands.touch("d4")
    hands.wait_past(1)


def test_a_drag_works_on_a_board_that_is_turned(open_page: OpenPage) -> None:
    page = open_page()
    hands = hot_seat(page)
    before = hands.middle("b2")
    page.keyboard.press("f")
    page.wait_for_function(
        "y => document.querySelector(\".space[data-id='b2']\").getBoundingClientRect().y < y",
        arg=before[1] - 200,
    )
    drag(page, hands.middle("b2"), hands.middle("d4"))
    hands.wait_past(1)
    assert hands.moves() == ["b2-d4"]


def test_a_drag_goes_on_when_the_board_is_drawn_anew(open_page: OpenPage) -> None:
    page = open_page()
    open_table(page, PERSON, INVITED)
    other = open_page(invite(page))
    other.get_by_role("button", name="Sit down").click()
    hands = Hands(page)
    hands.wait_for_turn()
    page.mouse.move(*hands.middle("b2"))
    page.mouse.down()
    page.mouse.move(*hands.middle("c3"), steps=4)
    before = hands.number
    other.locator("#chat-text").fill("Hello!")
    other.locator("#chat-text").press("Enter")
    hands.wait_past(before)
    page.evaluate("document.querySelector('#board svg').dataset.old = ''")
    page.keyboard.press("f")
    expect(page.locator("#board svg[data-old]")).to_have_count(0)  # drawn anew
    expect(page.locator(".drag-ghost")).to_have_count(1)
    assert hands.glowing("is-chosen") == ["b2"]
    page.mouse.move(*hands.middle("d4"), steps=4)
    page.mouse.up()
    expect(page.locator("#moves .move")).to_have_count(1)
    assert hands.moves() == ["b2-d4"]


def test_a_finger_drags_a_piece_and_scrolls_elsewhere(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    hands = hot_seat(page)
    finger = Finger(page)
    page.evaluate("scrollTo(0, 0)")
    finger.drag(hands.middle("b2"), hands.middle("d4"))
    hands.wait_past(1)
    assert hands.moves() == ["b2-d4"]
    assert page.evaluate("scrollY") == 0
    x, y = hands.middle("d5")
    finger.drag((x, y), (x, y - 250), steps=12)
    page.wait_for_function("() => scrollY > 60")


def test_arrows_and_circles_are_drawn_with_the_right_button(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = hot_seat(page)
    drag(page, hands.middle("b2"), hands.middle("e5"), "right")
    assert notes(page) == 1
    page.mouse.click(*hands.middle("d4"), button="right")
    assert notes(page) == 2
    shoot(page, "arrows")
    page.mouse.click(*hands.middle("d4"), button="right")  # the same again removes it
    assert notes(page) == 1
    drag(page, hands.middle("b2"), hands.middle("e5"), "right")
    assert notes(page) == 0
    drag(page, hands.middle("b2"), hands.middle("e5"), "right")
    page.keyboard.press("f")  # they belong to the spaces
    page.wait_for_timeout(300)
    assert notes(page) == 1
    hands.touch("b2")
    assert notes(page) == 0
    drag(page, hands.middle("g2"), hands.middle("e5"), "right")
    hands.touch("d4")
    hands.wait_past(1)
    assert notes(page) == 0
    hands.space("e5").focus()
    page.keyboard.press("c")
    assert notes(page) == 1
    expect(page.locator("#live")).to_contain_text("Circle on e5")
    page.keyboard.press("a")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("a")
    assert notes(page) == 2


def test_a_long_press_draws(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    hands = hot_seat(page)
    finger = Finger(page)
    finger.send("touchStart", hands.middle("b2"))
    expect(page.locator("#board .board-notes")).to_have_count(1)
    finger.send("touchMove", hands.middle("d5"))
    finger.send("touchMove", hands.middle("e5"))
    finger.send("touchEnd")
    assert notes(page) == 1
    assert hands.glowing("is-chosen") == []
    assert page.evaluate("scrollY") == 0


def test_a_half_made_choice_is_told_and_can_be_cancelled(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = hot_seat(page)
    choice = page.locator("#choice")
    expect(choice).to_be_hidden()
    ways: list[Callable[[], None]] = [
        lambda: page.locator("#choice-cancel").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#board svg").click(position={"x": 4, "y": 4}),
        lambda: hands.touch("d5"),
    ]
    for let_go in ways:
        hands.touch("b2")
        expect(choice).to_contain_text("Seal on b2: choose where it goes.")
        expect(page.locator("#caption")).to_be_hidden()
        let_go()
        expect(choice).to_be_hidden()
        expect(page.locator("#caption")).to_be_visible()
        assert hands.glowing("is-chosen") == []


def test_moves_are_confirmed_where_the_player_wants_it(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = hot_seat(page)
    page.locator("#more summary").click()
    page.get_by_label("Confirm moves").check()
    page.reload()
    hands.wait_for_turn()
    hands.touch("b2")
    hands.touch("d4")
    choice = page.locator("#choice")
    expect(choice).to_contain_text("Play this move?")
    assert sorted(hands.glowing("is-chosen")) == ["b2", "d4"]
    shoot(page, "confirm")
    page.locator("#choice-cancel").click()
    expect(choice).to_be_hidden()
    drag(page, hands.middle("b2"), hands.middle("d4"))
    expect(choice).to_contain_text("Play this move?")
    assert hands.moves() == []
    page.locator("#choice-play").click()
    hands.wait_past(1)
    assert hands.moves() == ["b2-d4"]
    page.locator("#more summary").click()
    page.get_by_label("Confirm moves").uncheck()


def test_a_move_for_the_next_turn_waits_for_it(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    open_table(page, PERSON, INVITED)
    other = open_page(invite(page))
    other.get_by_role("button", name="Sit down").click()
    hands, others = Hands(page), Hands(other)
    hands.wait_for_turn()
    expect(other.locator("#caption")).to_be_visible()
    own = other.locator("#board .piece[data-seat='1']").first.get_attribute("data-space")
    assert own is not None
    others.touch(own)
    expect(other.locator("#choice")).to_contain_text("next turn")
    others.touch("d5")
    expect(other.locator("#choice")).to_contain_text(f"{own} to d5")
    shoot(other, "premove")
    other.locator("#choice-cancel").click()
    expect(other.locator("#choice")).to_be_hidden()
    others.touch(own)
    others.touch("d5")
    before = hands.number
    hands.touch("b2")
    hands.touch("d4")
    hands.wait_past(before)
    state = other.evaluate(
        "fetch(location.pathname.replace('/tables', '/api/tables')).then(a => a.json())"
    )
    expect(other.locator("#choice")).to_be_hidden()
    if len(state["moves"]) == 1:
        expect(other.locator(".toast")).to_contain_text("not possible now")
    legal = next(m for m in state["touches"] if len(m["touches"]) == 2)["touches"]
    drag(other, others.middle(legal[0]), others.middle(legal[1]))
    expect(other.locator("#moves .move")).to_have_count(2)


def test_a_legal_premove_is_made(open_page: OpenPage) -> None:
    page = open_page()
    open_table(page, PERSON, INVITED, game="glide")
    other = open_page(invite(page))
    other.get_by_role("button", name="Sit down").click()
    hands, others = Hands(page), Hands(other)
    hands.wait_for_turn()
    expect(other.locator("#board .piece[data-seat='1']")).to_have_count(1)
    own = other.locator("#board .piece[data-seat='1']").get_attribute("data-space")
    other.keyboard.press("ArrowLeft")
    expect(other.locator("#choice")).to_contain_text(f"next turn: {own} to")
    other.keyboard.press("ArrowDown")
    expect(other.locator("#choice")).to_contain_text("It is played when your turn comes")
    assert others.moves() == []
    hands.touch(hands.glowing("is-own")[0])
    expect(page.locator("#moves .move")).to_have_count(2)
    assert others.moves()[1] == "down"


def test_arrow_keys_and_swipes_move_in_glide(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    hands = hot_seat(page, "glide")
    own = str(page.locator("#board .piece[data-seat='0']").get_attribute("data-space"))
    hands.touch(own)  # no error: it shows where the piece goes
    expect(page.locator(".toast")).to_have_count(0)
    assert hands.glowing("is-chosen") == [own]
    assert hands.glowing("is-target")
    expect(page.locator("#choice")).to_contain_text("choose")
    shoot(page, "glide-picked")
    hands.touch(own)
    assert hands.glowing("is-chosen") == []
    page.keyboard.press("ArrowUp")
    hands.wait_past(1)
    assert hands.moves() == ["up"]
    page.keyboard.press("f")  # the board turned: up is down
    page.wait_for_timeout(400)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#moves .move")).to_have_count(2)
    assert hands.moves() == ["up", "down"]


def test_a_finger_swipes_in_glide(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    hands = hot_seat(page, "glide")
    x, y = hands.middle("c4")
    Finger(page).drag((x, y + 60), (x, y - 40))
    hands.wait_past(1)
    assert hands.moves() == ["up"]
    assert page.evaluate("scrollY") == 0


def test_giving_up_says_what_it_costs_and_yes_is_not_the_coloured_button(
    open_page: OpenPage,
) -> None:
    page = open_page()
    open_table(page, PERSON, {"kind": "bot", "level": "1"})
    hands = Hands(page)
    hands.wait_for_turn()
    hands.touch("b2")
    hands.touch("d4")
    expect(page.locator("#moves .move")).to_have_count(2)
    page.locator("#resign").click()
    expect(page.locator("#sure-text")).to_contain_text("Bears would score")
    expect(page.locator("#sure button[value=yes]")).not_to_have_class(re.compile("primary"))
    expect(page.locator("#sure button[value=no]")).to_be_focused()


def test_the_skip_link_leads_to_the_board_and_the_moves_are_one_stop(open_page: OpenPage) -> None:
    page = open_page()
    hands = hot_seat(page)
    for _ in range(3):
        hands.wait_for_turn()
        hands.move()
    assert page.locator("#moves [tabindex='0']").count() == 1
    page.reload()
    hands.wait_for_turn()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#board .space:focus")).to_have_count(1)


def test_threats_say_that_they_are_being_looked_for(open_page: OpenPage) -> None:
    page = open_page()
    hot_seat(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/threats*", hold)
    page.locator("#threats").click()
    expect(page.locator("#help-said")).to_have_text("Looking…")
    held[0].continue_()
    expect(page.locator("#help-said")).not_to_have_text("Looking…")
