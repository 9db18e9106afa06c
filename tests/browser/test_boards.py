"""The board editor and practice in a browser: mouse, finger and keys (G3, G11)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from icefield.games.strait.board_file import read_shipped

from .board_driver import Finger, Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage
from .drawn_boards import brush, empty, level


def test_G3_a_board_is_drawn_with_the_symmetry_brush_and_played(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page()
    page.get_by_role("link", name="Draw a board of your own").click()
    hands = Hands(page)
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    shoot(page, "editor")
    empty(page)
    page.get_by_label("Symmetry").select_option("Four-fold")
    brush(page, "floe")
    hands.touch("b2")
    expect(page.locator("#board .piece.floe")).to_have_count(4)
    assert level(page) == "...../.*.*./...../.*.*./....."
    brush(page, "Player 1")
    hands.touch("a1")
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 4 players.")
    assert level(page) == "S...R/.*.*./...../.*.*./P...Q"
    page.get_by_label("Symmetry").select_option("None")
    hands.touch("c3")  # player 1 goes to the goal
    expect(page.locator("#verdict")).to_contain_text("Player P stands on the goal already")
    expect(page.locator("#verdict")).to_contain_text("rule G3): line 3, column 3")
    expect(page.locator(".space.is-wrong")).to_have_attribute("data-id", "c3")
    expect(page.locator("#play-screen")).to_be_hidden()
    shoot(page, "editor-illegal")
    page.locator("#undo").click()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    page.get_by_role("button", name="Play at this screen").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#seats .seat")).to_have_count(4)
    hands.wait_for_turn()
    hands.touch(hands.glowing("is-own")[0])
    expect(page.locator("#moves .move")).to_have_count(1)
    page.go_back()
    expect(page.locator("#verdict")).to_contain_text("Legal: a board for 4 players.")


def test_G3_strokes_sizes_text_and_links(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/boards/glide?level=......./......./......./......./......./......./P.....*")
    hands = Hands(page)
    expect(page.locator("#verdict")).to_have_text("Legal: a board to practise on alone.")
    page.get_by_label("Symmetry").select_option("Mirror ↔")
    page.mouse.move(*hands.middle("a6"))
    page.mouse.down()
    for square in ("b6", "c6"):
        page.mouse.move(*hands.middle(square), steps=4)
    page.mouse.up()
    expect(page.locator("#board .piece.floe")).to_have_count(8)
    top = "......./***.***/......./......./......./......./P.....*"
    assert level(page) == top
    page.get_by_label("Size").select_option("5")
    expect(page.locator("#board .space")).to_have_count(25)
    assert level(page) == "**.**/...../...../...../....."
    page.locator("#undo").click()
    assert level(page) == top
    text = page.locator("#text")
    assert text.input_value() == top.replace("/", "\n")
    text.fill("P.*\n.?.\n...")
    page.get_by_role("button", name="Put on the board").click()
    expect(page.locator("#verdict")).to_contain_text("“?” cannot stand on a board")
    expect(page.locator("#verdict")).to_contain_text("line 2, column 2")
    assert page.evaluate("[text.selectionStart, text.selectionEnd]") == [5, 6]
    assert level(page) == top  # what was drawn is still there
    text.fill("P.*\n...\n..Q\n")
    page.get_by_role("button", name="Put on the board").click()
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    assert level(page) == "P.*/.../..Q"
    friend = open_page(page.url)
    expect(friend.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    friend.get_by_role("button", name="Play against a bot").click()
    friend.wait_for_url("**/tables/*")
    Hands(friend).wait_for_turn()
    expect(friend.locator("#seats")).to_contain_text("Bot, level")
    wrong = open_page("/boards/glide?level=P.*/..x/...")
    expect(wrong.locator("#board .space")).to_have_count(25)


def test_G3_a_board_with_the_keyboard_only(open_page: OpenPage) -> None:
    page = open_page("/boards/glide?level=.../.../...")
    expect(page.locator("#verdict")).to_contain_text("Nobody")
    keys = Keys(page)
    keys.tab_to("#board .space")
    for square, key in (("a1", "p"), ("c1", "Q"), ("b3", "*"), ("a2", " "), ("c3", " ")):
        keys.walk_to(square)
        page.keyboard.press("Space" if key == " " else key)
        page.wait_for_function("() => document.activeElement.matches('.space')")
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    assert level(page) == ".**/*../P.Q"
    keys.walk_to("c3")
    page.keyboard.press("Delete")
    expect(page.locator("#board .piece.floe")).to_have_count(4)
    assert level(page) == ".*./*../P.Q"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(open_page: OpenPage, shoot: Callable[..., None], scheme: str) -> None:
    page = open_page("/boards/glide", color_scheme=scheme, **PHONE)
    finger = Finger(page)
    expect(page.locator("#verdict")).to_contain_text("Legal")
    empty(page, 7)
    page.get_by_label("Symmetry").select_option("Half turn")
    for square in ("b2", "d2", "f2"):
        finger.touch(square)
    brush(page, "Player 1")
    finger.touch("a1")
    expect(page.locator("#verdict")).to_have_text("Legal: a board for 2 players.")
    assert level(page) == "......Q/.*.*.*./......./......./......./.*.*.*./P......"
    no_sideways_scroll(page)
    shoot(page, f"phone-editor-{scheme}", full_page=True)
    page.goto("/practice/glide")
    expect(page.locator(".puzzle-picture svg").first).to_be_visible()
    no_sideways_scroll(page)
    shoot(page, f"phone-practice-list-{scheme}")
    page.get_by_role("button", name="Play the next puzzle").click()
    page.wait_for_url("**/tables/*")
    finger.wait_for_turn()
    finger.touch(finger.glowing("is-own")[0])
    finger.wait_past(1)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#practice-solution li").first).to_be_visible()
    no_sideways_scroll(page)
    shoot(page, f"phone-practice-{scheme}", full_page=True)


def test_in_the_dark(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/boards/glide", color_scheme="dark")
    expect(page.locator("#verdict")).to_contain_text("Legal")
    shoot(page, "dark-editor")
    page.goto("/practice/glide")
    expect(page.locator(".puzzle-picture svg").first).to_be_visible()
    shoot(page, "dark-practice-list")


def test_a_board_from_a_file(
    open_page: Callable[..., Page], shoot: Callable[..., None], tmp_path: Path
) -> None:
    page = open_page()
    page.locator("article", has_text="ICE FLOW").get_by_role(
        "link", name="Use a board of your own"
    ).click()
    page.wait_for_url("**/boards/strait")  # loaded, so that the page hears what is chosen
    file = tmp_path / "mine.toml"
    text = read_shipped("bering").replace('"Bering Strait"', '"Polar Night"')
    file.write_text(text.replace("speed = 3", "speed = 8", 1), "utf-8")
    page.locator("#choose").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("speed is 1 to 4")
    expect(page.locator("#plays")).to_be_hidden()
    page.get_by_role("button", name="Line 28, column 1").click()
    assert page.evaluate("document.activeElement.id") == "text"
    shoot(page, "strait-board-wrong")
    file.write_text("#" * 100_001, "utf-8")
    page.locator("#choose").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("larger than 100 kB")
    file.write_bytes(b"\xff\xfe\x00")
    page.locator("#choose").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("UTF-8")
    file.write_text(text, "utf-8")
    page.locator("#choose").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("“Polar Night” can be played")
    expect(page.locator("#picture svg")).to_be_visible()
    expect(page.locator("#facts")).to_contain_text("67 sea hexes")
    shoot(page, "strait-board", full_page=True)
    friend = open_page(page.url)  # the link carries the board
    expect(friend.locator("#verdict")).to_contain_text("“Polar Night” can be played")
    assert 'name = "Polar Night"' in friend.locator("#text").input_value()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#ground")).to_contain_text("Polar Night")
    assert "packed:" not in page.content()
    Hands(page).wait_for_turn()
