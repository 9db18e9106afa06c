"""The analysis page and help while playing: mouse, keyboard, screen reader, phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from icefield.play import read_records

from ..games.glide.small_tablebase import LEVEL
from .analysis_page import load, record
from .board_driver import Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage
from .test_board_gestures import drag

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def review(page: Page) -> None:
    page.get_by_role("button", name="Review it").click()
    expect(page.locator("#summary-section")).to_be_visible()


_NOTATED = """all => all.map((move) =>
  ["ply", "notated"].map((part) => move.querySelector("." + part).textContent).join(" "))"""


def notated(page: Page, moves: str = "#moves .move") -> list[str]:
    """The numbers and the notation of the moves in a list."""
    return [str(text) for text in page.locator(moves).evaluate_all(_NOTATED)]


def current(page: Page) -> str:
    return notated(page, "#moves .move[aria-current]")[0]


def test_it_opens_with_the_start_of_the_last_game(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page("/analyse")
    page.get_by_role("link", name="Go with the Floe").click()
    expect(page.locator("#study-title")).to_have_text("Go with the Floe")
    expect(page.locator("#caption")).to_have_text("The seals move.")
    expect(page.locator(".space.is-own")).to_have_count(2)
    expect(page.locator("#game-tabs [aria-current]")).to_have_text("Go with the Floe")
    expect(page.locator("#own")).to_be_visible()
    shoot(page, "analyse-start")
    page.goto(page.url.split("?")[0])
    expect(page.locator("#study-title")).to_have_text("Go with the Floe")  # the last one
    page.locator("#text").fill("b2d4 g7e5")
    page.locator("#read").click()
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(page.locator("#paste")).to_be_hidden()


def test_the_address_keeps_position_and_branches(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=seals")
    hands = Hands(page)
    expect(page.locator("#caption")).to_have_text("The seals move.")
    page.locator("#text").fill("b2-d4 g7-e5 d4-c4")
    page.locator("#read").click()
    page.locator("#moves .move").nth(1).click()
    expect(page.locator("#where")).to_contain_text("2. Bears")
    hands.touch("d4")
    hands.touch("d5")
    page.wait_for_url("**/analyse?game=seals&line=b2-d4,g7-e5,d4-c4&branches=2:d4-d5&at=4")
    page.reload()
    expect(page.locator("#where")).to_have_text("Branch: 3. Seals: seal from d4 to d5")
    expect(page.locator("#moves .move")).to_have_count(4)
    # another visitor sees the same, and it stays in another language
    other = open_page("/" + page.url.split("/", 3)[3])
    expect(other.locator("#where")).to_have_text("Branch: 3. Seals: seal from d4 to d5")
    page.locator(".languages a[lang=de]").click()
    expect(page.locator("#where")).to_have_text("Variante: 3. Robben: Robbe von d4 nach d5")
    page.locator(".languages a[lang=en]").click()
    expect(page.locator("#where")).to_have_text("Branch: 3. Seals: seal from d4 to d5")
    # back to what was analysed before, and forward again
    page.get_by_role("button", name="Open another game").click()
    expect(page.locator("#moves .move")).to_have_count(0)
    page.go_back()
    expect(page.locator("#where")).to_have_text("Branch: 3. Seals: seal from d4 to d5")
    page.go_forward()
    expect(page.locator("#moves .move")).to_have_count(0)
    # a rule that is linked to changes nothing
    page.evaluate("location.hash = '#rule-S4'")
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#where")).to_have_text("Start")


def test_an_address_that_cannot_be_shown_opens_the_start(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=seals&line=b2-b5")
    expect(page.locator("#toasts")).to_contain_text("b5")
    expect(page.locator("#caption")).to_have_text("The seals move.")
    page.wait_for_url("**/analyse?game=seals")


def test_the_board_turns_by_button_and_key(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=seals")
    turn = page.get_by_role("button", name="Turn the board round")
    space = page.locator(".space[data-id=b2]")
    expect(space).to_be_visible()
    before = space.get_attribute("transform")
    page.keyboard.press("f")
    expect(turn).to_have_attribute("aria-pressed", "true")
    expect(space).not_to_have_attribute("transform", before or "")
    hands = Hands(page)
    drag(page, hands.middle("b2"), hands.middle("e5"), "right")
    arrow = page.locator("#board .board-notes .worth-line:not(.arrow-head)")
    expect(arrow).to_have_count(1)
    way = arrow.get_attribute("d")
    turn.click()
    expect(space).to_have_attribute("transform", before or "")
    expect(arrow).to_have_count(1)  # what was drawn is turned as well
    expect(arrow).not_to_have_attribute("d", way or "")
    page.get_by_role("link", name="Ice Floes").first.click()
    expect(page.locator("#study-title")).to_have_text("Ice Floes")
    expect(arrow).to_have_count(0)


def test_the_engine_stays_on_and_draws_its_move(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    asked: list[str] = []
    running = 0
    most = 0

    def begin(request: Request) -> None:
        nonlocal running, most
        if request.url.endswith("/worth"):
            asked.append(request.url)
            running += 1
            most = max(most, running)

    def end(request: Request) -> None:
        nonlocal running
        running -= request.url.endswith("/worth")

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    switch = page.get_by_role("switch", name="Engine")
    expect(switch).to_have_attribute("aria-checked", "false")
    load(page, record("right", "up", "left"))
    page.locator("#following").click()
    assert asked == []  # off until it is wanted
    switch.click()
    expect(page.locator("#told-now .told-value")).to_contain_text("Player 2 (Q): won in 7 moves")
    expect(page.locator(".best-marks *")).not_to_have_count(0)
    expect(page.get_by_role("button", name="What does the engine say?")).to_be_hidden()
    before = len(asked)
    for key in ["Home", "End", "Home", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)  # positions that are only passed through are not asked about
    expect(page.locator("#told-now .told-value")).to_contain_text("Player 1 (P)")
    assert len(asked) <= before + 2
    assert most == 1
    page.reload()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator(".best-marks *")).not_to_have_count(0)
    switch.click()
    expect(page.locator(".best-marks *")).to_have_count(0)


def test_a_branch_stands_below_the_move_it_replaces(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=seals&line=b2-d4,g7-e5,d4-c4&branches=1:g7-f6,d4-d5;1:g2-e4")
    expect(page.locator("#moves .move")).to_have_count(6)
    assert notated(page) == [
        "1 b2-d4",
        "2 g7-e5",
        "2 g7-f6",
        "3 d4-d5",
        "2 g2-e4",
        "3 d4-c4",
    ]
    told = page.locator("#moves .move").first
    expect(told.locator(".worded")).to_have_text("Seal from b2 to d4")
    expect(told.locator(".notated")).to_be_hidden()
    page.get_by_role("button", name="Notation").click()
    expect(told.locator(".notated")).to_be_visible()
    expect(told.locator(".worded")).to_be_hidden()
    main, branch = page.locator("#moves .move").nth(1), page.locator("#moves .move").nth(2)
    left = main.locator(".ply").bounding_box(), branch.locator(".ply").bounding_box()
    assert left[0] is not None
    assert left[1] is not None
    assert left[0]["x"] < left[1]["x"]  # indented


def test_a_finished_game_opens_at_its_end(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("up"))
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P): up")


def test_a_game_is_pasted_and_reviewed(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    expect(page.locator("#study-title")).to_have_text("Ice Floes")
    expect(page.locator("#study-players")).to_contain_text("Ann")
    review(page)
    moves = page.locator("#moves .move")
    expect(moves).to_have_count(3)
    expect(moves.first).to_have_accessible_name("1. Player 1 (P): right, a glide to e2, blunder")
    expect(moves.first.locator(".grade-sign")).to_have_text("??")
    moves.first.click()
    expect(moves.first).to_have_attribute("aria-current", "step")
    told = page.locator("#told")
    expect(told.locator(".told-grade")).to_contain_text("blunder")
    expect(told.locator(".told-reason")).not_to_be_empty()
    expect(told.locator(".told-value")).to_contain_text("Player 2 (Q): won in 7 moves")
    expect(page.locator("#live")).to_contain_text("blunder")
    expect(page.locator("#summary")).to_contain_text("blunder × ")
    # the curve goes anywhere by mouse and keys
    curve = page.get_by_role("slider")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    curve.press("End")
    expect(curve).to_have_attribute("aria-valuenow", "3")
    assert current(page).startswith("3 left")
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    expect(curve).to_have_attribute("aria-valuenow", "0")
    expect(curve).to_have_attribute("aria-valuetext", "Start: Player 1 (P) 100 %, Player 2 (Q) 0 %")
    shoot(page, "analyse", full_page=True)


def test_from_mistake_to_mistake(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    before = page.get_by_role("button", name="Previous mistake")
    after = page.get_by_role("button", name="Next mistake")
    expect(page.locator("#where")).to_have_text("Start")
    expect(after).to_be_hidden()
    review(page)
    expect(before).to_be_disabled()
    after.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P): right")
    expect(before).to_be_disabled()
    # the better move is drawn in a colour of its own, which its heading has
    better = page.locator(".better-marks .arrow-head.worth-line")
    expect(better).to_have_count(1)
    colours = [
        page.locator(selector).first.evaluate(f"e => getComputedStyle(e, {pseudo!r}).{what}")
        for selector, pseudo, what in (
            (".better-marks .arrow-head.worth-line", "", "fill"),
            (".line.is-better h3", "::before", "color"),
            ("#board .way", "", "fill"),
        )
    ]
    assert colours[0] == colours[1] != colours[2]
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text("2. Player 2 (Q): up")
    expect(after).to_be_disabled()
    # a branch goes back to the game where it left it
    page.locator("#told-now .line-move").nth(1).click()
    expect(page.locator("#where")).to_contain_text("Branch: 4.")
    before.click()
    expect(page.locator("#where")).to_contain_text("2. Player 2 (Q): up")
    before.click()
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P): right")
    # a text that has none has no such buttons
    page.get_by_role("button", name="Open another game").click()
    load(page, record("up"))
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P): up")
    expect(after).to_be_hidden()
    review(page)
    expect(after).to_be_hidden()


def test_the_board_stays_in_view(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    review(page)
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator("#told .told-grade")).to_be_visible()
    expect(page.get_by_role("button", name="Show threats")).to_be_in_viewport()
    page.get_by_role("button", name="Show threats").click()
    expect(page.locator("#help-said")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo({ top: 250, behavior: 'instant' })")
    expect(page.locator("#reviewing-title")).not_to_be_in_viewport()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)


def test_a_line_that_is_played_is_seen_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/analyse", **PHONE, reduced_motion="reduce")
    load(page, record("right", "up", "left"))
    review(page)
    page.locator("#moves .move").first.click()
    for deed in (".line-move", ".line .button"):
        # the report may just be drawn anew, so its present text is scrolled to
        page.wait_for_function(
            """selector => {
                const press = document.querySelector(selector);
                press?.scrollIntoView({ block: "start", behavior: "instant" });
                const board = document.querySelector("#board").getBoundingClientRect();
                return press && board.bottom <= 0;
            }""",
            arg=f"#told-now {deed}",
        )
        expect(page.locator("#board")).not_to_be_in_viewport()
        page.locator(f"#told-now {deed}").first.click()
        expect(page.locator("#board")).to_be_in_viewport(ratio=0.8)
        page.locator("#moves .move").first.click()


def test_branches_are_made_looked_at_and_taken_away(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page("/analyse")
    load(page, record("right", "up", "left"))
    hands = Hands(page)
    expect(page.locator(".space.is-own").first).to_be_visible()
    hands.touch("c3")  # up, which was not played
    expect(page.locator("#moves .branch .move")).to_have_count(1)
    assert current(page) == "1 up"
    expect(page.locator("#where")).to_contain_text("Branch: 1.")
    page.get_by_role("button", name="What does the engine say?").click()
    expect(page.locator("#told .told-grade")).to_contain_text("best")
    page.locator("#previous").click()
    expect(page.locator("#where")).to_have_text("Start")
    page.get_by_role("button", name="What does the engine say?").click()
    expect(page.locator("#told .told-value")).to_have_text("Player 1 (P): won in 1 move")
    # the move that was played leads along the game, not into a branch
    hands.touch("e2")
    assert current(page).startswith("1 right")
    expect(page.locator("#moves .branch")).to_have_count(1)
    # a line is played out on the board
    page.get_by_role("button", name="What does the engine say?").click()
    line = page.locator("#told-now .line-move")
    expect(line).to_have_count(7)
    line.nth(1).click()
    expect(page.locator("#where")).to_contain_text("3.")
    expect(page.locator("#moves .branch")).to_have_count(2)
    shoot(page, "analyse-branches", full_page=True)
    page.locator(".branch-remove").last.click()
    expect(page.locator("#moves .branch")).to_have_count(1)
    page.locator(".branch-remove").click()
    expect(page.locator("#moves .branch")).to_have_count(0)
    expect(page.locator("#live")).not_to_be_empty()


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    page.locator("#text").fill(record("right", "up", "left"))
    keys = Keys(page)
    keys.tab_to("#read")
    page.keyboard.press("Enter")
    expect(page.locator("#study-title")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text("2. Player 2 (Q)")
    page.keyboard.press("End")
    expect(page.locator("#where")).to_contain_text("3. Player 1 (P)")
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text("Start")
    keys.tab_to(".space")
    keys.walking = "Shift+"
    keys.touch("c3")
    expect(page.locator("#moves .branch .move")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("up")


def test_what_is_wrong_is_shown_in_the_text(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    page.locator("#text").fill('[Game "seals"]\n\n1. b2-d4\n2. g7-e9')
    page.locator("#read").click()
    expect(page.locator("#verdict")).to_contain_text("g7-e9")
    expect(page.locator("#place")).to_have_text("Line 4, column 4")
    chosen = page.locator("#text").evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)")
    assert chosen == "g7-e9"
    expect(page.locator("#moves .move")).to_have_count(0)


def test_a_file_is_opened(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(record("left") + "\n" + record("up"), "utf-8")
    page = open_page("/analyse")
    page.locator("#choose").set_input_files(tmp_path / "game.txt")
    expect(page.locator("#moves .move")).to_have_count(1)
    page.locator("#number").select_option("2")
    expect(page.locator("#moves .move")).to_contain_text("up")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save record").click()
    assert saved.value.suggested_filename == "glide.txt"
    (kept,) = read_records(Path(saved.value.path()).read_text("utf-8"))
    assert kept.moves == ("up",)


def test_a_board_is_set_up_by_hand(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/analyse?game=seals")
    page.get_by_role("button", name="Set up a board by hand").click()
    expect(page.get_by_role("heading", name="Set up the board")).to_be_visible()
    expect(page.locator("#keys")).to_be_hidden()  # nothing goes through a game here
    hands = Hands(page)
    page.get_by_role("radio", name="Hole").check(force=True)
    hands.touch("d4")
    expect(page.locator("#facts")).to_contain_text("1 hole")
    page.get_by_role("radio", name="Seal").check(force=True)
    hands.touch("e5")
    expect(page.locator("#toasts")).to_contain_text("two seals already")
    page.get_by_role("button", name="The other side moves").click()
    expect(page.locator("#caption")).to_have_text("The bears move.")
    shoot(page, "analyse-arrange")
    page.locator("#arrange-undo").click()
    expect(page.locator("#caption")).to_have_text("The seals move.")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#arranging")).to_be_hidden()
    expect(page.locator(".space.is-own")).to_have_count(2)
    expect(page.locator("#keys")).to_be_visible()
    page.get_by_role("button", name="Change this position").click()
    expect(page.locator("#arranging")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#arranging")).to_be_hidden()
    expect(page.locator("#where")).to_have_text("Start")


def test_many_brushes_are_pictures_with_a_name(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=torch")
    page.get_by_role("button", name="Set up a board by hand").click()
    expect(page.get_by_role("heading", name="Set up the board")).to_be_visible()
    page.get_by_role("radio", name="tile Suns 3").check(force=True)
    expect(page.locator("#brush-name")).to_have_text("tile Suns 3")
    box = page.locator("#brushes").bounding_box()
    assert box is not None
    assert box["height"] < 800  # and not a column as long as there are brushes
    expect(page.get_by_role("button", name="Analyse this position")).to_be_in_viewport()


def test_chance_can_be_chosen_in_a_branch(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    load(page, '[Game "strait"]\n[Seats "2"]\n')
    expect(page.locator("#chance")).to_be_visible()
    expect(page.locator("#ask")).to_be_disabled()  # no seat decides
    page.locator("#chance-moves button").first.click()
    expect(page.locator("#moves .branch .move")).to_have_count(1)
    page.locator("#chance-draw").click()
    expect(page.locator("#moves .branch .move")).to_have_count(2)


def test_on_a_phone_in_the_dark(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    page = open_page("/analyse", **PHONE, color_scheme="dark")
    load(page, record("right", "up", "left"))
    review(page)
    page.locator("#moves .move").first.click()
    expect(page.locator("#told .told-grade")).to_be_visible()
    box = page.locator("#study").bounding_box()
    assert box is not None
    assert box["width"] <= 400
    shoot(page, "analyse-phone", full_page=True)
    no_sideways_scroll(page)


def test_from_a_table_that_is_over(open_page: OpenPage) -> None:
    page = open_page(f"/boards/glide?level={LEVEL}")
    page.get_by_role("button", name="Play at this screen").click()
    page.wait_for_url("**/tables/*")
    hands = Hands(page)
    hands.wait_for_turn()
    expect(page.locator("#review")).to_be_hidden()
    hands.touch("c3")
    page.get_by_role("link", name="Analyse this game").click()
    page.wait_for_url("**/analyse?table=*")
    expect(page.locator("#where")).to_contain_text("1. Player 1 (P): up")  # at its end
    expect(page.locator("#moves .move")).to_have_count(1)
    expect(page.locator("#summary-section")).to_be_visible()  # reviewed by itself
    page.locator("#first").click()
    expect(page.locator("#where")).to_have_text("Start")
    hands.touch("e2")
    page.wait_for_url("**/analyse?table=*branches=0:right&at=2")
    page.reload()
    expect(page.locator("#where")).to_contain_text("Branch: 1. Player 1 (P): right")
