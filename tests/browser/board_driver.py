"""Hands on a table's page: they see what glows and touch it, and know no rules."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, Page, expect

from icefield.play import Record, read_records


class Hands:
    def __init__(self, page: Page, seed: int = 0):
        self.page = page
        self.chance = random.Random(seed)

    # -- seeing ------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-number") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("#outcome").is_visible()

    def wait_past(self, number: int) -> None:
        self.page.wait_for_function(
            "n => Number(document.getElementById('table').dataset.number) > n", arg=number
        )

    def wait_for_turn(self) -> None:
        """Until something may be touched, or the game is over."""
        self.page.wait_for_function(
            "s => document.querySelector(s)",
            arg=".space.is-own, #controls button, #outcome:not([hidden])",
        )

    def glowing(self, look: str) -> list[str]:
        spaces = self.page.locator(f".space.{look}")
        return [str(s) for s in spaces.evaluate_all("all => all.map(s => s.dataset.id)")]

    def space(self, id_: str) -> Locator:
        return self.page.locator(f".space[data-id='{id_}']")

    def moves(self) -> list[str]:
        notated = self.page.locator("#moves .move .notated").all_text_contents()
        return [str(text) for text in notated]

    # -- touching ----------------------------------------------------------------------------------

    def touch(self, id_: str) -> None:
        self.page.mouse.click(*self.middle(id_))

    def middle(self, id_: str) -> tuple[float, float]:
        box = self.space(id_).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def move(self) -> None:
        """Make some move, and wait until the table has it."""
        before = self.number
        controls = self.page.locator("#controls button")
        if controls.count():
            controls.first.click()
        else:
            own = self.chance.choice(self.glowing("is-own"))
            self.touch(own)
            self.page.wait_for_function(  # a loaded machine may take a while to answer a press
                "n => document.querySelector('.space.is-target') !== null"
                " || Number(document.getElementById('table').dataset.number) > n",
                arg=before,
            )
            while self.number == before and (targets := self.glowing("is-target")):
                self.touch(self.chance.choice(targets))
                self.page.wait_for_function("() => !document.body.classList.contains('is-busy')")
        self.wait_past(before)

    def play_out(self, limit: int = 200) -> None:
        for _ in range(limit):
            self.wait_for_turn()
            if self.over:
                return
            self.move()
        raise AssertionError("the game does not end")


class Keys(Hands):
    """The same with the keyboard alone."""

    walking = ""  # "Shift+" where arrows alone move a piece, because moves are directions

    def tab_to(self, selector: str, limit: int = 60, key: str = "Tab") -> None:
        for _ in range(limit):
            if self.page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {selector}")

    def touch(self, id_: str) -> None:
        self.walk_to(id_)
        self.page.keyboard.press("Enter" if self.chance.random() < 0.7 else "Space")

    def walk_to(self, id_: str, limit: int = 60) -> None:
        """Press arrows until the focus is there; never looks anything up but where it is."""
        for step in range(limit):
            way = self.page.evaluate(_WAY, id_)
            if way is None:
                return
            dx, dy = way
            across = abs(dx) > abs(dy) if step % 5 else abs(dx) <= abs(dy)
            if (across and dx) or not dy:
                key = "ArrowRight" if dx > 0 else "ArrowLeft"
            else:
                key = "ArrowDown" if dy > 0 else "ArrowUp"
            self.page.keyboard.press(self.walking + key)
        raise AssertionError(f"the arrows do not lead to {id_}")

    def move(self) -> None:
        if self.page.locator("#controls button").count():
            before = self.number
            self.tab_to("#controls button")
            self.page.keyboard.press("Enter")
            self.wait_past(before)
            self.tab_to(".space", key="Shift+Tab")
        else:
            super().move()


_WAY = """id => {
  const at = document.activeElement;
  if (!at.matches('.space')) throw new Error('the focus is not on the board');
  if (at.dataset.id === id) return null;
  const a = at.getBoundingClientRect();
  const b = document.querySelector(`.space[data-id='${id}']`).getBoundingClientRect();
  return [Math.round(b.x - a.x), Math.round(b.y - a.y)];
}"""


def open_from_home(
    page: Page, button: str, *, match: bool = False, single: bool = False, side: str | None = None
) -> None:
    """Choose on the home page and begin."""
    card = page.locator("article", has_text="Go with the Floe")
    if match or single or side is not None:
        card.get_by_text("More choices").click()
    if match:
        card.get_by_label("Match of two").check()
    if single:
        card.get_by_label("One game").check()
    if side is not None:
        card.get_by_label(side, exact=True).check()
    card.get_by_role("button", name=button).click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#seats .seat").first).to_be_visible()


def record(page: Page) -> tuple[Record, ...]:
    """The record as the page's own link gives it."""
    page.locator("#more").evaluate("more => { more.open = true; }")
    with page.expect_download() as download:
        page.locator("#record").click()
    path = download.value.path()
    return read_records(path.read_text(encoding="utf-8"))


class Finger(Hands):
    def touch(self, id_: str) -> None:
        self.page.touchscreen.tap(*self.middle(id_))


def no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0


TARGETS = """() => [...document.querySelectorAll('button, a, input, select, .space[role=button]')]
  .filter(e => e.checkVisibility() && !e.closest('dialog, .skip, p, h3'))
  .map(e => [e.id || e.className.baseVal || e.className, e.getBoundingClientRect()])
  .filter(([, r]) => r.height < 39.5 || r.width < 39.5)
  .map(([name, r]) => `${name} ${Math.round(r.width)}x${Math.round(r.height)}`)"""
