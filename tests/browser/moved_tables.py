"""Tables with some moves made."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from .board_driver import Hands

GAME = ("b2-d4", "g2-f3", "d4-c5", "g7-g5")


WHOLE = ("b2-d4", "g2-e4", "b7-d7", "e4xd4", "d7-f7", "g7xf7")


def table(page: Page, moves: tuple[str, ...] = (), **more: Any) -> str:
    """Open a hot-seat table with some moves made, and its page."""
    seats = [{"kind": "person"}] * 2
    form = {"game": "seals", "seats": seats, **more}
    state = page.request.post("/api/tables", data=form).json()
    path = f"/api/tables/{state['id']}"
    for move in moves:
        form = {"move": move, "decision": state["decision"], "seat": state["seat"]}
        state = page.request.post(f"{path}/moves", data=form).json()
    page.goto(f"/tables/{state['id']}")
    return str(state["id"])


def make(page: Page, *touches: str) -> None:
    hands = Hands(page)
    for touch in touches:
        hands.touch(touch)
