"""Recovery codes over HTTP."""

from __future__ import annotations

from .guest import Guest


def make_code(guest: Guest) -> str:
    answer = guest.http.post("/api/me/code", json={})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])
