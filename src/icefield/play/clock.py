"""Time controls: time for each move, or for a whole game with an increment.

A `Clock` is told in milliseconds who has to decide and when that changed; it never reads the time
itself, so a log that is replayed gives the same clock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from ..core.errors import BadOption
from ..core.message import message

_DAY: Final = 24 * 3600
_RANGES: Final = {
    "move": {"seconds": (5, 3600)},
    "player": {"seconds": (10, 6 * 3600), "increment": (0, 300)},
    "days": {"days": (1, 30)},
}
"""What a control of each kind may hold, with the least and the most."""


@dataclass(frozen=True, slots=True)
class Control:
    """A time control.

    `move` gives `seconds` for every turn, `days` that many days, `player` `seconds` for the game
    and an `increment` after each turn.
    """

    kind: str
    seconds: int = 0
    increment: int = 0
    days: int = 0

    @classmethod
    def read(cls, found: Mapping[str, Any] | None) -> Self | None:
        """The control that these fields describe; None for play without a clock."""
        return None if found is None or found.get("kind") == "none" else cls(**found)

    def check(self) -> Self:
        """The control itself; raises BadOption where a number is out of range."""
        for name, (least, most) in _RANGES[self.kind].items():
            if not least <= getattr(self, name) <= most:
                said = message("play.clock.range", name=name, least=least, most=most)
                raise BadOption(said, detail="bad-clock")
        return self

    def to_json(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in _RANGES[self.kind]}
        return {"kind": self.kind, **kept}

    @property
    def limit(self) -> int:
        """The time of each player at the start, in milliseconds."""
        return 1000 * (self.days * _DAY if self.kind == "days" else self.seconds)

    @property
    def refills(self) -> bool:
        """Whether every turn has the whole time."""
        return self.kind != "player"


class Clock:
    """The time that the players of one game have left."""

    def __init__(self, control: Control, players: int):
        self.control = control
        self.running: frozenset[int] = frozenset()
        self._left = [control.limit] * players
        self._at = 0
        self._turn = 0
        self._had: set[int] = set()  # the players who have had to decide in this turn

    def run(self, players: Collection[int], turn: int, at: int) -> None:
        """Set the players who decide from now on, in the turn of that number."""
        for player in self.running:
            self._left[player] = self.left(player, at)
        if turn != self._turn:
            for player in self._had:
                self._left[player] += 1000 * self.control.increment
            self._turn, self._had = turn, set()
        for player in set(players) - self._had:
            if self.control.refills:
                self._left[player] = self.control.limit
        self._had |= set(players)
        self.running, self._at = frozenset(players), at

    def left(self, player: int, at: int) -> int:
        """A player's time left at that moment, in milliseconds; never below zero."""
        spent = max(0, at - self._at) if player in self.running else 0
        return max(0, self._left[player] - spent)

    def refill(self, player: int) -> None:
        """Give a player whose clock stands the whole time again."""
        self._left[player] = self.control.limit

    @property
    def ends(self) -> int | None:
        """The moment when the first of the deciding players runs out of time."""
        return min((self._at + self._left[p] for p in self.running), default=None)

    def fallen(self, at: int) -> int | None:
        """The first player who has run out of time, or None."""
        if self.ends is None or at < self.ends:
            return None
        return min(self.running, key=lambda player: (self._left[player], player))
