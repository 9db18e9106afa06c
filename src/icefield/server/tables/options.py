"""The options of a table beside those of its game: clock, takebacks, listing, rating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

from ...play import Control
from .events import TIMER_S, Opened


@dataclass(frozen=True, slots=True)
class TableOptions:
    """`timer` is how many seconds there are to speak before a ballot; a `listed` table is shown to
    strangers; at a `rated` one there are no hints and no takebacks."""

    clock: Control | None = None
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    timer: int = TIMER_S

    @classmethod
    def of(cls, opened: Opened) -> Self:
        """The options of a table, from its first event."""
        return cls(
            clock=Control.read(opened.clock),
            takebacks=opened.takebacks,
            listed=opened.listed,
            rated=opened.rated,
            timer=opened.timer,
        )

    def to_fields(self) -> dict[str, Any]:
        """The fields of `Opened` that say the same."""
        return {
            "clock": None if self.clock is None else self.clock.to_json(),
            "takebacks": self.takebacks and not self.rated,
            "listed": self.listed,
            "rated": self.rated,
            "timer": self.timer,
        }


DEFAULT_OPTIONS: Final = TableOptions()
