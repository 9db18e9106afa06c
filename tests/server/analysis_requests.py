"""What the analysis page asks the server."""

from __future__ import annotations

from typing import Any

import icefield
from icefield.play import Record

from ..games.glide.small_tablebase import LEVEL
from .guest import Guest, refused

GLIDE, SEALS = icefield.game("glide"), icefield.game("seals")


GAME = '[Game "seals"]\n[Seat1 "Ann"]\n\n1. b2-d4 2. g7-e5 3. d4-c4\n'


def post(guest: Guest, what: str, **body: Any) -> Any:
    answer = guest.http.post(f"/api/analyse/{what}", json=body)
    assert answer.is_success, answer.text
    return answer.json()


def no(guest: Guest, what: str, status: int, code: str, **body: Any) -> dict[str, Any]:
    return refused(guest.http.post(f"/api/analyse/{what}", json=body), status, code)


def record(*moves: str) -> str:
    position = GLIDE.start(board=LEVEL)
    for move in moves:
        position = position.play(move)
    return str(Record.of(position))


def found(guest: Guest, text: str, **more: Any) -> dict[str, Any]:
    answer = post(guest, "read", text=text, **more)
    assert answer["problem"] is None, answer
    return dict(answer["found"])


def wrong(guest: Guest, text: str, **more: Any) -> dict[str, Any]:
    answer = post(guest, "read", text=text, **more)
    assert answer["found"] is None
    return dict(answer["problem"])
