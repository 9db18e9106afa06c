"""Tables opened over HTTP by the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

_OPEN = """async (body) => {
  const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
    headers: {"content-type": "application/json"}});
  return answer.json();
}"""


def open_table(page: Page, *seats: dict[str, Any], game: str = "seals", **more: Any) -> str:
    """Open a table and go there; returns its address."""
    state = page.evaluate(_OPEN, {"game": game, "seats": list(seats), **more})
    page.goto(f"/tables/{state['id']}")
    return f"/tables/{state['id']}"
