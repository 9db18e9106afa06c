"""Board, status and the buttons of an action fit on one screen of a phone.

A large map follows the action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from icefield.server.settings import Settings

from ..server.server_thread import Served
from . import tables
from .conftest import PHONE, SLOW_LINE, OpenPage
from .recorded_game import MAY, Finger, LoadedDice, Played, Quick, Step, open_table

# What is not wholly on the screen, below or above it, or under the bar.
_AWAY = """(touched) => {
  const bar = document.getElementById("action-bar");
  const isThere = (e) => e && e.checkVisibility() && e.getBoundingClientRect().height > 0;
  const above = isThere(bar) ? bar.getBoundingClientRect().top : innerHeight;
  const away = [];
  const check = (name, element, bottom) => {
    if (!isThere(element)) return;
    const box = element.getBoundingClientRect();
    if (box.top < -1 || box.left < -1 || box.bottom > bottom + 1 || box.right > innerWidth + 1)
      away.push(`${name} ${Math.round(box.left)} ${Math.round(box.top)} ${Math.round(box.bottom)}`);
  };
  check("board", document.getElementById("board"), above);
  const hit = document.querySelector(`.space[data-id="${touched}"] .hit`);
  if (touched !== null) check(touched, hit, above);
  const said = "#interrupt, #caption, #choice, #ahead, #curtain, #talk-ready, #map-size";
  for (const each of document.querySelectorAll(`${said}, #controls button, #choice button`))
    check(each.id || each.textContent, each, innerHeight);
  return away;
}"""

_LOOKS = 2  # how often each kind of decision is looked at


@pytest.fixture(scope="module")
def dice() -> LoadedDice:
    return LoadedDice()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, dice: LoadedDice) -> Iterator[Served]:
    """A server of their own, whose dice fall as a record tells."""
    folder = tmp_path_factory.mktemp("phone")
    settings = Settings(f"sqlite:///{folder}/tables.db", "secret", chance=dice)
    server = Served(settings, slow=SLOW_LINE)
    yield server
    server.close()


def is_in_view(page: Page, touched: str | None = None) -> None:
    """Whether the board, the status and all buttons of the decision are."""
    page.wait_for_function("() => !document.body.classList.contains('is-busy')")
    assert page.evaluate(_AWAY, touched) == []


def pass_on(page: Page) -> None:
    """Skip what comes before a vote: discussion, and curtain at a shared screen."""
    for id_ in ("talk-ready", "curtain-lift"):
        button = page.locator(f"#{id_}")
        if button.is_visible():
            is_in_view(page)
            button.tap()
            expect(button).to_be_hidden()


def kind_of(step: Step) -> str:
    return step.move.text.partition(":")[0] if ":" in step.move.text else "move"


def opened(page: Page, dice: LoadedDice, name: str) -> Played:
    """A recorded game at the screen that its players share."""
    played = Played(name)
    seats: list[dict[str, Any]] = [{"kind": "person"}] * played.positions[0].seats
    open_table(page, played, dice, seats=seats)
    return played


@pytest.mark.parametrize("name", ["seals", "glide", "torch", "strait"])
def test_every_phase_fits_on_one_screen(open_page: OpenPage, dice: LoadedDice, name: str) -> None:
    page = open_page("/puzzles", **PHONE, color_scheme="dark" if name == "torch" else "light")
    played = opened(page, dice, name)
    finger, quick = Finger(page), Quick(page)
    seen: Counter[str] = Counter()
    for step in played.steps:
        for _ in range(3):
            pass_on(page)
        kind = kind_of(step)
        seen[kind] += 1
        if seen[kind] > _LOOKS:
            quick.play(step)
            continue
        before = finger.number
        touched = None
        for id_ in step.move.touches:
            here = page.locator(MAY.format(id_))
            here.first.wait_for(state="attached")
            is_in_view(page, touched)
            control = page.locator(f"#controls [data-id='{id_}']")
            if control.count():
                control.tap()
            else:
                finger.touch(id_)
                touched = id_
        finger.wait_past(before)
    expect(page.locator("#outcome .button.primary:not([hidden])").first).to_be_in_viewport(ratio=1)
    assert page.locator("#board").evaluate("e => e.getBoundingClientRect().top") > -1


def test_the_board_fits_where_the_first_touch_is_a_button(open_page: OpenPage) -> None:
    page = open_page("/puzzles", **PHONE, locale="fr-FR")
    player, opponent = {"kind": "person"}, {"kind": "bot", "level": "1"}
    tables.open_table(page, player, *[opponent] * 3, game="strait")
    for _ in range(2):  # the tiles that the player has are buttons, and nothing on the map is meant
        page.locator("#controls [data-drawn]").first.wait_for()
        is_in_view(page)
        page.locator("#controls [data-drawn]").first.tap()
        is_in_view(page)
        number = page.locator("#table").get_attribute("data-number") or ""
        page.locator(".space.is-target").first.dispatch_event("click")
        page.locator("#controls [data-drawn].primary").first.tap()
        expect(page.locator("#table")).not_to_have_attribute("data-number", number)


def sides(page: Page, *ids: str) -> list[bool]:
    """Which spaces are within the part of a large map that is shown."""
    return [
        bool(
            page.evaluate(
                """id => {
                  const view = document.getElementById("board").getBoundingClientRect();
                  const hit = document.querySelector(`.space[data-id="${id}"] .hit`);
                  const box = hit.getBoundingClientRect();
                  return box.left >= view.left - 1 && box.right <= view.right + 1;
                }""",
                id_,
            )
        )
        for id_ in ids
    ]


def test_the_map_begins_at_the_action_and_follows_it(open_page: OpenPage, dice: LoadedDice) -> None:
    page = open_page("/puzzles", **PHONE)
    played = opened(page, dice, "strait")
    finger, quick = Finger(page), Quick(page)
    assert sides(page, "ikpek", "nuluk", "uelen") == [True, True, False]
    steps = list(played.steps)
    first = steps[0]  # a floe far from where the game begins
    assert sides(page, first.move.touches[0]) == [False]
    finger.play(first)
    assert sides(page, first.move.touches[0]) == [True]
    page.locator("#map-size").tap()
    assert all(sides(page, "uelen", "ikpek"))
    page.locator("#map-size").tap()
    for step in steps[1:]:
        if step.move.text == "send:N":
            break
        pass_on(page)
        quick.play(step)
    assert sides(page, "h4", "h6") == [True, True]  # the bear, and where it was sent to
    page.locator("#board").evaluate("e => { e.scrollLeft = 0; }")
    page.wait_for_timeout(300)
    assert page.locator("#board").evaluate("e => e.scrollLeft") == 0  # who looks elsewhere may
    assert finger.number > 0


def test_prices_can_be_read_before_pressing(open_page: OpenPage, dice: LoadedDice) -> None:
    page = open_page("/puzzles", **PHONE)
    played = opened(page, dice, "strait")
    finger, quick = Finger(page), Quick(page)
    for step in played.steps:
        if "~" in step.move.text:
            break
        quick.play(step)
    finger.touch("ikpek")
    price = page.locator(".price text").first
    expect(price).to_be_attached()
    assert price.evaluate("e => e.getBoundingClientRect().height") >= 11
    assert finger.number > 0


@pytest.mark.parametrize("game", ["strait", "seals", "torch", "glide"])
def test_a_lesson_fits_on_one_screen_with_what_it_points_at(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/learn/{game}", **PHONE)
    for lesson in page.locator("a.learn-lesson").evaluate_all("a => a.map((e) => e.href)")[:3]:
        page.goto(lesson)
        expect(page.locator("#next, #show").last).to_be_in_viewport(ratio=1)
        for part in ("#words", "#deeds"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        hints = page.locator(".space.is-hint").evaluate_all("all => all.map((e) => e.dataset.id)")
        assert sides(page, *hints) == [True] * len(hints)


@pytest.mark.parametrize("path", ["/puzzles/seals/1", "/puzzles/glide/1"])
def test_a_puzzle_fits_on_one_screen(open_page: OpenPage, path: str) -> None:
    page = open_page(path, **PHONE)
    for part in ("#board", "#task", "#deeds"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_large_screen_keeps_everything_in_its_place(
    open_page: OpenPage, dice: LoadedDice
) -> None:
    page = open_page("/puzzles", viewport={"width": 1280, "height": 900})
    opened(page, dice, "strait")
    expect(page.locator("#action-bar")).to_have_count(0)
    expect(page.locator(".board-side .said .caption")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#action-bar .caption")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator("#action-bar")).to_have_count(0)
    expect(page.locator(".deeds > #controls")).to_have_count(1)
