"""Tables of strait on the page."""

from __future__ import annotations

from playwright.sync_api import Page

_OPEN = """async (body) => {
  const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
    headers: {"content-type": "application/json"}});
  return (await answer.json()).id;
}"""


def open_table(page: Page, *seats: str, **more: object) -> None:
    kinds = [{"kind": s} if s in ("person", "open") else {"kind": "bot", "level": s} for s in seats]
    page.goto(f"/tables/{page.evaluate(_OPEN, {'game': 'strait', 'seats': kinds, **more})}")
