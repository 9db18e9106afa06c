"""The options of a table beside those of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from ...play import Control
from .events import TIMER_S, Opened

BotPace = Literal["quick", "normal", "slow"]
"""How fast the moves of bots are shown at a table."""
BOT_PACES: Final[dict[BotPace, float]] = {"quick": 0.3, "normal": 1.0, "slow": 4.0}
"""By what the server's pause before a bot's move is multiplied."""


def read_pace(name: str) -> BotPace:
    """The pace of that name; the normal one for a name that is not known here."""
    return next((pace for pace in BOT_PACES if pace == name), "normal")


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Clock, takebacks, discussion timer, listing and rating of a table.

    `pace` is how fast the moves of bots are shown; `timer` the seconds for the discussion before a
    ballot; a `listed` table is shown to strangers; at a `rated` one there are no hints and no
    takebacks.
    """

    clock: Control | None = None
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    timer: int = TIMER_S
    pace: BotPace = "normal"

    @classmethod
    def of(cls, opened: Opened) -> Self:
        """The options of a table, from its first event."""
        return cls(
            clock=Control.read(opened.clock),
            takebacks=opened.takebacks,
            listed=opened.listed,
            rated=opened.rated,
            timer=opened.timer,
            pace=read_pace(opened.pace),
        )

    def to_fields(self) -> dict[str, Any]:
        """The same options as fields of `Opened`."""
        return {
            "clock": None if self.clock is None else self.clock.to_json(),
            "takebacks": self.takebacks and not self.rated,
            "listed": self.listed,
            "rated": self.rated,
            "timer": self.timer,
            "pace": self.pace,
            "clock_waits": True,
        }


DEFAULT_OPTIONS: Final = TableOptions()
