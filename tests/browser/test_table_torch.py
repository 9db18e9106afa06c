"""Votes in the browser: curtain, several browsers at once, the discussion before."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .board_driver import Hands, no_sideways_scroll, record
from .conftest import PHONE
from .torch_tables import open_table, play


def test_T14_a_whole_game_at_one_screen_behind_the_curtain(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page()
    heard: list[str] = []
    page.on("websocket", lambda s: s.on("framereceived", lambda f: heard.append(str(f))))
    open_table(page, "person", "person", "person")
    play(page, "#talk-ready")
    shoot(page, "torch-talk")
    page.locator("#talk-ready").click()
    expect(page.locator("#curtain")).to_contain_text("Give the screen to")
    shoot(page, "torch-curtain")
    first = page.locator("#curtain-lift").inner_text()
    page.locator("#curtain-lift").click()
    expect(page.locator("#controls button")).to_have_count(6)
    shoot(page, "torch-vote")
    page.locator("#controls button[data-id=vote-5]").click()
    expect(page.locator("#curtain-lift")).to_be_visible()
    assert page.locator("#curtain-lift").inner_text() != first
    assert page.locator("#controls button").count() == 0
    assert "vote:5" not in page.locator("#table").inner_html()
    assert '"vote:5"' not in "".join(heard).split('"events"')[-1].split('"touches"')[0]
    for _ in range(2):
        page.locator("#curtain-lift").click()
        page.locator("#controls button[data-id=vote-5]").click()
    expect(page.locator("#reveal")).to_contain_text("Number 5")
    shoot(page, "torch-coins")
    play(page, "#outcome", seed=7)
    shoot(page, "torch-over")
    (game,) = record(page)
    assert game.replay()[-1].outcome is not None
    assert page.locator("#sheet .points").count() == 3


def test_T14_two_browsers_and_a_bot_vote_at_once(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    ann = open_page()
    open_table(ann, "person", "open", "1", timer=0)
    expect(ann.locator("#waiting")).to_be_visible()
    ben = open_page(ann.url, **PHONE)
    heard: list[str] = []
    ben.on("websocket", lambda s: s.on("framereceived", lambda f: heard.append(str(f))))
    ben.reload()
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.locator("#waiting")).to_be_hidden()
    for turn in range(60):
        number, deciding = ann.evaluate(_WHO)
        if {0, 1} <= set(deciding):
            break
        for page in ((ann, ben)[seat] for seat in deciding if seat < 2):
            Hands(page).wait_for_turn()
            page.evaluate(_ONE, [turn + 1])
        Hands(ann).wait_past(number)
    for page in (ann, ben):
        expect(page.locator("[data-id=vote-5]")).to_be_visible()
    shoot(ben, "phone-torch-vote", full_page=True)
    no_sideways_scroll(ben)
    eyes = Hands(ben)
    before = eyes.number
    heard.clear()
    ann.locator("[data-id=vote-4]").click()
    expect(ann.locator("#controls button")).to_have_count(0)
    eyes.wait_past(before)
    updates = [frame for frame in heard if '"events":' in frame]
    assert updates
    for frame in updates:
        assert "vote" not in json.dumps(json.loads(frame)["events"])
        assert "your secret vote" not in frame
    assert "vote:4" not in ben.locator("#moves").inner_html()
    ben.locator("[data-id=vote-4]").click()
    expect(ben.locator("#reveal")).to_contain_text("Number 4")
    expect(ann.locator("#reveal")).to_contain_text("Number 4")


# The number of what is shown, and whose decision it is.
_WHO = """() => [Number(document.getElementById("table").dataset.number),
  [...document.querySelectorAll(".seat.is-deciding")].map((s) => Number(s.dataset.seat))]"""

# One touch, when something glows.
_ONE = """async ([seed]) => {
  const $ = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let i = 0; i < 60; i++) {
    if ($("#controls [data-id^=vote]").length) return;
    const may = $("#controls button, .space.is-own, .space.is-target");
    const more = $(".space.is-target, #controls button");
    const from = more.length ? more : may;
    if (from.length) {
      const chosen = from[(seed * 7 + i * 3) % from.length];
      chosen.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      await pause(5);
      if (!document.body.classList.contains("is-busy")) continue;
      while (document.body.classList.contains("is-busy")) await pause(5);
      return;
    }
    await pause(10);
    if (i > 8) return;
  }
}"""


def test_T22_a_challenge_in_the_browser(
    open_page: Callable[..., Page], shoot: Callable[..., None]
) -> None:
    page = open_page(**PHONE)
    open_table(page, "person", "person", "person")
    play(page, "#talk-ready")
    page.locator("#talk-speaker").select_option(label="Moons")
    page.locator("#talk-text").fill("beware of the crowns")
    page.get_by_role("button", name="Say it", exact=True).click()
    expect(page.locator("#talk-marked mark")).to_have_text("crowns")
    shoot(page, "phone-torch-marked", full_page=True)
    no_sideways_scroll(page)
    page.get_by_role("button", name="Say it anyway").click()
    comment = page.locator(".comment")
    expect(comment).to_contain_text("Moons: beware of the crowns")
    comment.get_by_role("button", name="Challenge").click()
    expect(page.locator("#talk-ready")).to_be_disabled()
    shoot(page, "phone-torch-challenge", full_page=True)
    judge = comment.locator(".comment-judge")
    for _ in range(2):
        asked = judge.first.locator("span").inner_text()
        judge.first.get_by_role("button", name="Yes, it broke the rules", exact=True).click()
        expect(judge.filter(has_text=asked)).to_have_count(0)
    expect(comment).to_contain_text("cannot vote until the next round")
    expect(page.locator("#moves .move").last).to_contain_text("bar:M")
    page.locator("#talk-ready").click()
    expect(page.locator("#curtain")).to_be_visible()
    shoot(page, "phone-torch-curtain", full_page=True)
    play(page, "#controls [data-id=decline]", seed=3)
    shoot(page, "phone-torch-coins", full_page=True)
    no_sideways_scroll(page)
