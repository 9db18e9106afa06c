"""Long turns in the browser: floes laid with their ridges, whole movements by mouse, finger and
keyboard, taking back, being asked in somebody else's turn; and a board from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from icefield.games.strait.board_file import read_shipped

from .hands import Hands, Keys
from .test_games import no_sideways_scroll

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

_OPEN = """async (body) => {
  const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
    headers: {"content-type": "application/json"}});
  return (await answer.json()).id;
}"""
_STATE = """async () => {
  const { id } = document.getElementById("table").dataset;
  return (await fetch(`/api/tables/${id}`)).json();
}"""

# Touches what glows, at random, until a movement of several steps is possible at the top of a turn.
_PLAY = """async (seed) => {
  const $ = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pause = () => new Promise((done) => setTimeout(done, 5));
  const host = document.getElementById("table");
  for (let i = 0, asked = null; i < 12000; i++) {
    while (document.body.classList.contains("is-busy")) await pause();
    const begun = $(".space.is-chosen").length;
    if (!begun && asked !== host.dataset.number && $(".space.is-own").length) {
      asked = host.dataset.number;
      const state = await (await fetch("/api/tables/" + host.dataset.id)).json();
      const top = state.deciding && state.touches.some(({ move }) => move.startsWith("turn:"));
      const wild = state.touches.some(({ move }) => move === "discover");
      if (top && wild && state.routes.some(({ moves }) => moves.length > 2)) return state;
    }
    const may = $(begun ? ".space.is-target, #controls button" : ".space.is-own, #controls button");
    if (!may.length) { await pause(); continue; }
    const chosen = may[Math.floor(random() * may.length)];
    chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await pause();
  }
  throw new Error("nobody can walk");
}"""


def open_table(page: Page, *seats: str, **more: object) -> None:
    kinds = [{"kind": s} if s in ("person", "open") else {"kind": "bot", "level": s} for s in seats]
    page.goto(f"/tables/{page.evaluate(_OPEN, {'game': 'strait', 'seats': kinds, **more})}")


def state_of(page: Page) -> dict[str, Any]:
    return dict(page.evaluate(_STATE))


def longest(state: dict[str, Any]) -> dict[str, Any]:
    """The way with most steps that does not end where a single touch would."""
    far = [r for r in state["routes"] if len(r["moves"]) > 2]
    return dict(max(far, key=lambda route: len(route["moves"])))


def walked(page: Page, state: dict[str, Any], route: dict[str, Any]) -> None:
    """Wait until the whole way has been played, as ordinary moves."""
    page.wait_for_function(
        "n => document.querySelectorAll('#moves .move').length >= n",
        arg=len(state["moves"]) + len(route["moves"]),
    )
    played = [m["move"] for m in state_of(page)["moves"]]
    begin = len(state["moves"])
    assert played[begin : begin + len(route["moves"])] == route["moves"]


def test_I9_set_up_and_a_turn_with_the_mouse(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page(viewport={"width": 1200, "height": 850})
    open_table(page, "person", "1")
    hands = Hands(page)
    hands.wait_for_turn()
    hands.touch(hands.glowing("is-own")[20])
    faces = page.locator("#controls button")
    expect(faces.nth(1)).to_be_visible()  # some tiles have two faces only
    faces.nth(1).hover()
    expect(page.locator(".ahead-marks .bar").first).to_be_attached()
    expect(page.locator("#ahead")).to_contain_text("ridges")
    shoot(page, "strait-put")
    before = hands.number
    faces.nth(1).click()
    hands.wait_past(before)
    state = page.evaluate(_PLAY, 7)
    setup = [m for m in state["moves"] if m["move"].startswith(("put:", "station:"))]
    assert len(setup) >= 18  # a discovery in between lays one, too
    route = longest(state)
    hands.touch(route["start"])
    assert route["end"] in hands.glowing("is-far")
    page.mouse.move(*hands.middle(route["end"]))
    expect(page.locator("#ahead")).to_contain_text(route["label"])
    expect(page.locator(".ahead-marks .route")).to_have_count(1)
    shoot(page, "strait-route")
    hands.touch(route["end"])
    walked(page, state, route)
    shoot(page, "strait-walked")
    expect(page.locator("#moves .turn").last).to_be_attached()


def test_a_turn_with_the_keyboard_alone_and_taking_it_back(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    open_table(page, "person", "person")
    state = page.evaluate(_PLAY, 11)
    route = longest(state)
    keys = Keys(page)
    page.locator("body").click(position={"x": 5, "y": 5})
    keys.tab_to(".space")
    keys.walk_to(route["start"])
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("In one go")
    keys.walk_to(route["end"])
    expect(page.locator("#live")).to_contain_text(route["label"])
    page.keyboard.press("Enter")
    walked(page, state, route)
    page.wait_for_function("() => !document.body.classList.contains('is-busy')")
    made = len(state_of(page)["moves"]) - len(state["moves"])
    for back in range(made):
        before = keys.number
        keys.tab_to("#undo")
        page.keyboard.press("Enter")
        keys.wait_past(before)
        assert len(state_of(page)["moves"]) == len(state["moves"]) + made - back - 1
    assert state_of(page)["routes"] == state["routes"]


def test_I15_a_discovery_cannot_be_taken_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_table(page, "person", "person")
    page.evaluate(_PLAY, 13)
    before = Hands(page).number
    page.locator("#controls [data-id=discover]").click()
    Hands(page).wait_past(before)
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#moves .move.is-chance").last).to_contain_text("drawn")
    refusal = page.evaluate(
        """async (id) => {
          const decision = (await (await fetch(`/api/tables/${id}`)).json()).decision;
          const answer = await fetch(`/api/tables/${id}/undo`, {method: "POST",
            body: JSON.stringify({decision}), headers: {"content-type": "application/json"}});
          return [answer.status, (await answer.json()).code];
        }""",
        state_of(page)["id"],
    )
    assert refusal == [409, "chance-stands"]


def test_a_turn_with_a_finger(open_page: Callable[..., Page], shoot: Callable[..., None]) -> None:
    page = open_page(**PHONE)
    open_table(page, "person", "person")
    state = page.evaluate(_PLAY, 17)
    no_sideways_scroll(page)
    sizes = page.locator("#board .hit").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((b) => Math.min(b.width, b.height))"
    )
    assert min(sizes) >= 43.5
    small = page.locator("#controls button, #map-size, #undo").evaluate_all(
        "all => all.filter((e) => e.getBoundingClientRect().height < 40).map((e) => e.id)"
    )
    assert small == []
    shoot(page, "phone-strait", full_page=True)
    route = longest(state)
    tap(page, route["start"])
    tap(page, route["end"])
    expect(page.locator("#ahead")).to_contain_text(route["label"])
    assert len(state_of(page)["moves"]) == len(state["moves"])  # only shown
    shoot(page, "phone-strait-route")
    page.locator("#ahead-go").tap()
    walked(page, state, route)
    page.locator("#map-size").tap()
    no_sideways_scroll(page)
    shoot(page, "phone-strait-whole", full_page=True)


def tap(page: Page, id_: str) -> None:
    hit = page.locator(f".space[data-id='{id_}'] .hit")
    hit.scroll_into_view_if_needed()
    box = hit.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_I31_the_quick_game_is_chosen_on_the_home_page(open_page: Callable[..., Page]) -> None:
    page = open_page()
    card = page.locator("article", has_text="ICE FLOW")
    card.get_by_text("More choices").click()
    card.get_by_text("Choose the rules").click()
    card.get_by_label("stations in Siberia that win").select_option("2")
    card.locator("button[value=screen]").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#facts")).to_contain_text("2 Siberian stations win")


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
