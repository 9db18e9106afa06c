"""Turns that are made of several decisions: what a turn came to, and who is asked in the middle of
somebody else's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...core.abilities import SummarisesTurns
from ...core.game import CHANCE, Position
from ...core.message import message
from ..tables.table import Table


def turns_json(plies: Sequence[Position], language: str) -> list[dict[str, Any]]:
    """For each move between these positions: the number of the turn it belongs to, and behind the
    last one of a turn what happened in it. Empty for games whose turns are single moves."""
    if not isinstance(plies[0], SummarisesTurns):
        return []
    told: list[dict[str, Any]] = []
    number = 1
    for before, after in pairwise(plies):
        recap = after.recap() if isinstance(after, SummarisesTurns) else None
        told.append({"turn": number, "recap": None if recap is None else recap[1].text(language)})
        number += recap is not None or after.active != before.active
    return told


def interrupt_json(
    table: Table, view: Position, own: Sequence[int], language: str
) -> dict[str, Any] | None:
    """Who has to decide something in another seat's turn, in words for the viewer."""
    turn, active = view.turn, view.active
    if not table.going or active is None or turn in (None, CHANCE, active):
        return None
    assert turn is not None
    mine, waiting = turn in own, active in own
    kind = "screen" if mine and waiting else "you" if mine else "waiting" if waiting else "others"
    who, whose = view.seat_name(turn), view.seat_name(active)
    sentence = message(f"web.interrupt.{kind}", who=who, active=whose)
    return {"seat": turn, "active": active, "mine": mine, "sentence": sentence.text(language)}
