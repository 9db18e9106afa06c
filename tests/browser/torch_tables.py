"""Tables of torch on the page."""

from __future__ import annotations

from playwright.sync_api import Page


def open_table(page: Page, *seats: str, timer: int = 600) -> None:
    """Open a table of torch as the home page would, and go there."""
    kinds = [{"kind": s} if s in ("person", "open") else {"kind": "bot", "level": s} for s in seats]
    id_ = page.evaluate(
        """async (body) => {
          const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
            headers: {"content-type": "application/json"}});
          return (await answer.json()).id;
        }""",
        {"game": "torch", "seats": kinds, "timer": timer},
    )
    page.goto(f"/tables/{id_}")


# Touches what glows, at random, as a person would, until `stop` (a CSS selector) is to be seen.
_PLAY = """async ([stop, seed]) => {
  const $ = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pause = () => new Promise((done) => setTimeout(done, 4));
  const number = () => document.getElementById("table").dataset.number;
  const trouble = [];
  for (let i = 0; i < 4000; i++) {
    while (document.body.classList.contains("is-busy")) await pause();
    if ($(stop).length) return {i, trouble};
    const lift = $("#curtain-lift")[0], ready = $("#talk-ready")[0];
    if (lift) {
      if ($("#controls button, #typed").length) trouble.push("votes before the curtain");
      lift.click();
      continue;
    }
    if (ready) { ready.click(); await pause(); continue; }
    const may = $("#controls button, .space.is-own, .space.is-target");
    if (may.length) {
      const before = number();
      const chosen = may[Math.floor(random() * may.length)];
      chosen.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      if (!document.body.classList.contains("is-busy")) continue;
      while (document.body.classList.contains("is-busy") && number() === before) await pause();
    } else await pause();
  }
  return {i: -1, trouble};
}"""


def play(page: Page, stop: str, seed: int = 1) -> None:
    done = page.evaluate(_PLAY, [stop, seed])
    assert done["trouble"] == []
    assert done["i"] >= 0, "it does not end"
