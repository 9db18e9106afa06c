"""Long turns in the browser, and a board from a file.

Floes are laid with their ridges, whole movements made by mouse, finger and keyboard and taken back,
and decisions made in another player's turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .board_driver import Hands, Keys, no_sideways_scroll
from .conftest import PHONE
from .strait_tables import open_table

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
    const begun = $(".space.is-chosen, .space.is-target").length;
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
    page.locator("#controls [data-id^=held]").first.click()
    hands.touch(hands.glowing("is-target")[20])
    faces = page.locator("#controls [data-id^=face]")
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
    expect(page.locator("#live")).to_contain_text("more places in one move")
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
    expect(page.locator("#moves .move.is-chance").last).to_contain_text("card")
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
