"""A mistake in `strait` as the kinds of reason look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from .....core.message import Message, message
from .....core.mistakes import Reason
from ..facts import Line, PathFinder, PathHome, PlayedMove
from ..move_words import at_place, place_name

if TYPE_CHECKING:
    from ...position import StraitPosition

MIN_DIFFERENCE: Final = 25
"""A difference of ways smaller than this is no reason."""


@dataclass(frozen=True)
class MistakeCase:
    """A mistake with its two lines replayed."""

    before: StraitPosition
    seat: int
    played: Line
    better: Line

    @cached_property
    def paths(self) -> PathFinder:
        return PathFinder(self.before)

    @property
    def others(self) -> list[int]:
        """The other seats in the order of their turns."""
        count = self.before.seats
        return [(self.seat + i) % count for i in range(1, count)]

    @property
    def both_complete(self) -> bool:
        """Whether both lines go on to the end of the turn."""
        return self.played.complete and self.better.complete

    @property
    def explorer_action_done(self) -> bool:
        """Whether the explorer action is over in both lines."""
        return self.played.explorer_action_done and self.better.explorer_action_done

    @property
    def takes_new_item(self) -> bool:
        """Whether the better line picks something up that does not lie there yet: it was drawn, or
        dropped first."""
        for word, place in self.better.taken:
            rope, fish, _ = self.before.items(place)
            if not (rope if word == "rope" else fish):
                return True
        return False

    @property
    def over(self) -> bool:
        """Whether one of the lines ends the game."""
        return self.played.end.outcome is not None or self.better.end.outcome is not None

    def place(self, name: str) -> Message:
        return place_name(self.before.map, name)

    def at(self, name: str) -> Message:
        return at_place(self.before.map, name)

    def who(self, seat: int) -> Message:
        return self.before.seat_name(seat)


@dataclass(frozen=True, slots=True)
class Found:
    """A reason and how much it weighs."""

    weight: int
    reason: Reason


Words = dict[str, str | int | Message]
Finder = Callable[[MistakeCase], Iterator[Found]]
"""One kind of reason, or a few that exclude each other."""


def found(
    weight: int,
    kind: str,
    rule: str | None,
    spaces: tuple[str, ...],
    words: Words,
    variant: str = "",
) -> Found:
    """A reason of a kind. Where a kind has several sentences, the variant names the one."""
    text = message(f"strait.reason.{kind}{variant}", **words)
    return Found(weight, Reason(kind, text, rule, tuple(dict.fromkeys(spaces))))


def name_of(deed: PlayedMove) -> Message:
    return deed.move.name or message("strait.place.named", name=deed.move.text)


def find_path(ice: PathFinder, seat: int, place: str) -> PathHome | None:
    """The way home; None also from a station in Siberia."""
    found = ice.find(seat, place)
    return found if found is not None and found.steps else None


def find_nearest_path(line: Line, seat: int) -> PathHome | None:
    """The shortest of the ways that a seat's explorers still have to go when a line ends."""
    places = sorted({place for place in line.end.explorers[seat] if place})
    ways = [way for place in places if (way := find_path(line.paths, seat, place)) is not None]
    return min(ways, key=lambda way: way.cost, default=None)
