"""The clocks of a table, and time controls in words."""

from __future__ import annotations

from typing import Final, cast

from ...core.message import Message, message
from ...play import Control
from ..clock import now
from ..tables.table import Table
from .models.table import TableClock, TimeControl

_MINUTE_S: Final = 60


def build_clock(table: Table, language: str) -> TableClock | None:
    """What every player has left at this moment; None at a table without a clock."""
    clock = table.clock
    if clock is None:
        return None
    at, seating = now(), table.match.seating
    return {
        "control": cast(TimeControl, clock.control.to_json()),
        "words": name_control(clock.control).text(language),
        "seats": [
            {
                "left": None if table.player_at(s).is_bot else clock.left(p, at),
                "running": p in clock.running,
            }
            for s, p in enumerate(seating)
        ],
    }


def name_control(control: Control | None) -> Message:
    """A time control in words: "10 min + 5 s", "30 s a move", "3 days a move"."""
    if control is None:
        return message("web.clock.none")
    if control.kind == "days":
        return message("web.clock.days", n=control.days)
    span = _name_span(control.seconds)
    if control.kind == "move":
        return message("web.clock.move", span=span)
    if not control.increment:
        return message("web.clock.player", span=span)
    return message("web.clock.increment", span=span, increment=control.increment)


def _name_span(seconds: int) -> Message:
    if seconds % _MINUTE_S:
        return message("web.clock.seconds", seconds=seconds)
    return message("web.clock.minutes", minutes=seconds // _MINUTE_S)
