"""The lists of open and of running tables, as a visitor gets them."""

from __future__ import annotations

from .guest import Guest


def ids(guest: Guest, where: str) -> list[str]:
    answer = guest.http.get(f"/api/{where}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()]
