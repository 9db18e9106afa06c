"""How a table is played beside its rules: the clock, takebacks, whether strangers see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from ...play import Control
from .discussion import TIMER


@dataclass(frozen=True, slots=True)
class Manner:
    """`timer` is how many seconds there are to speak before a ballot; a `listed` table is shown to
    strangers; at a `rated` one nobody gets hints or takes anything back."""

    clock: Control | None = None
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    timer: int = TIMER

    @classmethod
    def of(cls, opened: Mapping[str, Any]) -> Self:
        """The manner of a table, from its first event."""
        return cls(
            clock=Control.read(opened.get("clock")),
            takebacks=opened.get("takebacks", True),
            listed=opened.get("listed", False),
            rated=opened.get("rated", False),
            timer=opened.get("timer", TIMER),
        )

    def to_body(self) -> dict[str, Any]:
        return {
            "clock": None if self.clock is None else self.clock.to_json(),
            "takebacks": self.takebacks and not self.rated,
            "listed": self.listed,
            "rated": self.rated,
            "timer": self.timer,
        }


PLAIN: Final = Manner()
