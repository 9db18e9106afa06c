"""Whole games and a whole match, with the mouse, the keys and a finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .board_driver import (
    TARGETS,
    Finger,
    Hands,
    Keys,
    no_sideways_scroll,
    open_from_home,
    record,
)


def test_a_whole_game_with_the_mouse(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page()
    shoot(page, "home")
    open_from_home(page, "At this screen", single=True)
    hands = Hands(page, seed=1)
    for _ in range(8):
        hands.move()
    hands.touch(hands.glowing("is-own")[0])
    shoot(page, "table-chosen")
    page.keyboard.press("Escape")
    hands.play_out()
    shoot(page, "game-over")
    (game,) = record(page)
    assert list(game.moves) == hands.moves()
    end = game.replay()[-1]
    assert end.outcome is not None
    expect(page.locator("#outcome")).to_contain_text(str(end.outcome.reason))
    expect(page.locator("#outcome")).to_contain_text(f"Rule {end.outcome.rule}")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#moves .none")).to_be_visible()


def test_S12_a_whole_match_with_the_mouse(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page()
    open_from_home(page, "At this screen", match=True)
    hands = Hands(page, seed=2)
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Player 1")
    hands.play_out()
    expect(page.get_by_role("button", name="Play two more games")).to_be_hidden()
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Player 2")  # roles swapped
    hands.wait_for_turn()
    hands.play_out()
    shoot(page, "match-over")
    first, second = record(page)
    scores = [r.replay()[-1].outcome.scores for r in (first, second)]  # type: ignore[union-attr]
    totals = [scores[0][0] + scores[1][1], scores[0][1] + scores[1][0]]
    rows = page.locator("#sheet tbody tr")
    points = [rows.nth(i).locator("td .points").all_inner_texts() for i in range(2)]
    assert points == [[str(s) for s in scores[0]], [str(s) for s in reversed(scores[1])]]
    assert page.locator("#sheet .total td").all_inner_texts() == [str(t) for t in totals]
    assert rows.nth(1).locator("small").all_inner_texts() == ["Bears", "Seals"]
    expected = (
        f"The match is a tie, {totals[0]} : {totals[1]}."
        if totals[0] == totals[1]
        else f"Player {1 + (totals[1] > totals[0])} wins the match, {totals[0]} : {totals[1]}."
    )
    expect(page.locator(".outcome-match")).to_have_text(expected)
    page.get_by_role("button", name="Play two more games").click()
    expect(page.locator("#moves h3").last).to_have_text("Game 3 of 4")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Player 1")


def test_a_whole_game_with_the_keyboard_only(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page()
    keys = Keys(page, seed=3)
    keys.tab_to("form[data-game=seals] button[value=screen]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    keys.wait_for_turn()
    keys.tab_to("#board .space")
    own = keys.glowing("is-own")
    keys.walk_to(own[0])
    page.keyboard.press("Enter")
    assert keys.glowing("is-chosen") == [own[0]]
    shoot(page, "keyboard")
    page.keyboard.press("Escape")
    assert keys.glowing("is-chosen") == []
    said = page.locator("#live")
    keys.move()
    expect(said).to_contain_text("Seal")
    expect(said).to_contain_text("Bears, your turn: move a bear.")
    keys.tab_to("#typed-move")  # typed moves
    before = keys.number
    page.keyboard.type("g2-g4")
    page.keyboard.press("Enter")
    keys.wait_past(before)
    assert keys.moves()[-1] == "g2-g4"
    page.keyboard.press("Shift+Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.space')"):
            break
        page.keyboard.press("Shift+Tab")
    keys.play_out()
    (game,) = record(page)
    assert list(game.moves) == keys.moves()
    assert game.replay()[-1].outcome is not None


def test_a_game_against_a_bot(open_page: Callable[..., Page], shoot: Callable[..., None]) -> None:
    page = open_page()
    open_from_home(page, "Play now", side="Bears")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Bot, level")
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("You")
    hands = Hands(page, seed=4)
    hands.wait_for_turn()
    assert len(hands.moves()) == 1  # the bot began
    expect(page.locator("#undo")).to_be_disabled()
    hands.move()
    hands.wait_for_turn()
    page.locator("#undo").click()
    expect(page.locator("#moves .move")).to_have_count(1)
    hands.play_out()
    shoot(page, "bot-over")
    (game,) = record(page)
    assert game.replay()[-1].outcome is not None


def test_a_game_on_a_phone_with_a_finger(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    shoot(page, "phone-home", full_page=True)
    no_sideways_scroll(page)
    open_from_home(page, "At this screen", match=True)
    hands = Finger(page, seed=5)
    hands.move()
    hands.touch(hands.glowing("is-own")[0])
    shoot(page, "phone-table", full_page=True)
    no_sideways_scroll(page)
    small = page.evaluate(TARGETS)
    assert small == [], small
    hands.touch("d8")  # no player goes there now
    expect(page.locator(".toast")).to_be_visible()
    shoot(page, "phone-refused")
    assert hands.glowing("is-chosen") == []  # a touch of the empty board lets the bear go
    hands.play_out()
    no_sideways_scroll(page)
    shoot(page, "phone-over", full_page=True)
