"""Boards of glide that visitors draw."""

from __future__ import annotations

from typing import Any

import httpx

from .guest import Guest

GOOD = "..Q../*...*/...../*...*/..P.."


ALONE = "...../..*.P/...../...../...*."


def asked(guest: Guest, what: str) -> dict[str, Any]:
    """An answer, repeated as the page does while the server is still compiling."""
    for _ in range(8):
        answer = guest.http.get(f"{guest.path}/{what}")
        if answer.is_success or answer.json()["code"] != "solution-late":
            break
    return dict(answer.json())


def practise(guest: Guest, **what: Any) -> httpx.Response:
    answer = guest.http.post("/api/practice", json={"game": "glide", **what})
    if answer.is_success:
        guest.table = answer.json()["id"]
    return answer
