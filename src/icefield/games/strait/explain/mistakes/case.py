"""A mistake with its two lines replayed: the case of the finders of reasons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from .....core.explain import Finding, Reason, reason
from .....core.message import Message, message
from ..facts import Line, PathFinder, PathHome, PlayedMove
from ..move_words import at_place, place_name

if TYPE_CHECKING:
    from ...position import StraitPosition

Params = dict[str, str | int | Message]
"""What the sentence of a reason is filled in with."""
MIN_DIFFERENCE: Final = 25
"""The least difference of paths that is a reason, in hundredths of a turn."""


@dataclass(frozen=True)
class MistakeCase:
    """A mistake with its two lines replayed."""

    before: StraitPosition
    seat: int
    played: Line
    better: Line

    @cached_property
    def paths(self) -> PathFinder:
        """The paths home before the decision."""
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
    def both_walked(self) -> bool:
        """Whether the explorer action is over in both lines."""
        return self.played.explorer_action_done and self.better.explorer_action_done

    @property
    def takes_new_item(self) -> bool:
        """Whether the better line takes an item that is drawn or dropped in it."""
        for word, place in self.better.taken:
            rope, fish, _ = self.before.items(place)
            if not (rope if word == "rope" else fish):
                return True
        return False

    @property
    def ends_game(self) -> bool:
        """Whether one of the lines ends the game."""
        return self.played.end.outcome is not None or self.better.end.outcome is not None

    def place(self, name: str) -> Message:
        """A place as it is called."""
        return place_name(self.before.map, name)

    def at(self, name: str) -> Message:
        """A place with its preposition."""
        return at_place(self.before.map, name)

    def who(self, seat: int) -> Message:
        """A seat as it is called."""
        return self.before.seat_name(seat)


def finding(
    weight: float,
    kind: str,
    rule: str | None,
    spaces: tuple[str, ...],
    params: Params,
    form: str = "",
) -> Finding[Reason]:
    """A reason with its weight in hundredths of a turn.

    The form is that of `core.explain.reason`.
    """
    return Finding(reason("strait", kind, rule, spaces, form, **params), weight)


def name_of(played: PlayedMove) -> Message:
    """A move in words."""
    return played.move.name or message("strait.place.named", name=played.move.text)


def find_path(paths: PathFinder, seat: int, place: str) -> PathHome | None:
    """The path home; None also from a station in Siberia."""
    path = paths.find(seat, place)
    return path if path is not None and path.steps else None


def find_nearest_path(line: Line, seat: int) -> PathHome | None:
    """The cheapest path home that a seat has left at the end of a line."""
    places = sorted({place for place in line.end.explorers[seat] if place})
    paths = [path for place in places if (path := find_path(line.paths, seat, place)) is not None]
    return min(paths, key=lambda path: path.cost, default=None)
