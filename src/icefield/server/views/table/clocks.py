"""The clocks of a table."""

from __future__ import annotations

from typing import cast

from ....play.session import control_text
from ...clock import now
from ...tables.table import Table
from ..models.table import TableClock, TimeControl


def build_clock(table: Table, language: str) -> TableClock | None:
    """The time left of every player now; None at a table without a clock."""
    clock = table.clock
    if clock is None:
        return None
    at, seating = now(), table.match.seating
    return {
        "control": cast(TimeControl, clock.control.to_json()),
        "words": control_text(clock.control).text(language),
        "waits": table.awaits_players,
        "seats": [
            {
                "left": None if table.player_at(s).is_bot else clock.left(p, at),
                "running": p in clock.running,
            }
            for s, p in enumerate(seating)
        ],
    }
