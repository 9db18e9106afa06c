"""What happened in a line of `strait`, and how far it is home: the facts that reasons are made of.

A line is looked at up to the end of the turn in which the decision was made. The way home is the
cheapest one as `evaluate` counts it, traced space by space, so that a sentence can say where the
ridge or the water lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from ....core.game import CHANCE, Move
from ....core.message import Message, message
from ..kernel import state as s
from ..kernel.evaluate import (
    ITEM_COST,
    PATH_COLUMNS,
    PATH_COST,
    STEP_COST,
    TURN_COST,
    find_paths_home,
    find_waits,
)
from ..kernel.reach import begin_turn, find_homecoming, find_opening_action
from ..text.moves import Parts, read_move
from .move_words import listed

if TYPE_CHECKING:
    from ..position import StraitPosition

_FAR: Final = 20_000
_FLOE_ACTIONS: Final = ("drift", "turn", "discover", "put")

# -- the way home -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way home from a place."""

    cost: int  # hundredths of a turn
    places: tuple[str, ...]  # from the place itself to the station
    ropes: int
    fish: int
    water: tuple[str, ...]  # hexes where a floe has to come first
    ridges: tuple[tuple[str, str], ...]  # the crossings that cost ropes
    swims: tuple[str, ...]  # hexes that are swum across
    bears: tuple[str, ...]  # spaces with bears

    @property
    def steps(self) -> int:
        return len(self.places) - 1

    @property
    def needs(self) -> tuple[int, int, int, int]:
        """What can be told of it."""
        return self.steps, self.ropes, self.fish, len(self.water)

    def harder(self, other: Way) -> bool:
        """Whether it is so in what can be told: more of something, and of what weighs most."""
        mine, theirs = self.needs, other.needs
        weights = (STEP_COST, ITEM_COST, ITEM_COST, 2 * ITEM_COST)
        return sum(w * (a - b) for w, a, b in zip(weights, mine, theirs, strict=True)) > 0

    def told(self) -> Message:
        """ "5 steps, 1 rope, 2 hexes without ice"."""
        words = [message("strait.way.steps", n=self.steps)]
        if self.ropes:
            words.append(message("strait.price.rope", n=self.ropes))
        if self.fish:
            words.append(message("strait.price.fish", n=self.fish))
        if self.water:
            words.append(message("strait.way.water", n=len(self.water)))
        return listed(words)


class Ice:
    """A position as one looks for ways over it."""

    def __init__(self, position: StraitPosition):
        self.position = position
        self.st = position.state
        self.wait = np.empty(s.MAX_PLACES, dtype=np.int64)
        find_waits(self.st, self.wait)
        self._tables: dict[int, np.ndarray] = {}
        self._ways: dict[tuple[int, str], Way | None] = {}

    def _table(self, seat: int) -> np.ndarray:
        if seat not in self._tables:
            table = np.empty((s.MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
            find_paths_home(self.st, seat, table, self.wait)
            self._tables[seat] = table
        return self._tables[seat]

    def way(self, seat: int, place: str) -> Way | None:
        """The cheapest way home of a seat from a place; None where there is none at all."""
        key = (seat, place)
        if key not in self._ways:
            self._ways[key] = self._trace(seat, place)
        return self._ways[key]

    def _crossing(self, start: int, to: int, i: int) -> tuple[int, int, int, bool]:
        """Cost, ropes and fish of going over an edge of `to` to it from its i-th neighbour, and
        whether a floe must come there first; as `evaluate` counts."""
        st, wait = self.st, int(self.wait[to])
        rope, fish, cost, waited = 0, 0, STEP_COST, False
        solid = bool(st[s.FLOE + to] >= 0)
        if solid:
            rope, fish = int(st[s.FLOE + to]) >> i & 1, int(st[s.BEARS + to])
        if st[s.FLOE + start] >= 0:
            rope += int(st[s.FLOE + start]) >> int(st[s.FACING_EDGE + 6 * to + i]) & 1
            rope += bool(st[s.KIND + start] >= s.ALASKA and st[s.KIND + to] >= s.ALASKA)
            if not solid:
                waited = wait < ITEM_COST
                fish += not waited
                cost += wait * waited
        elif not solid:
            cost, waited = cost + wait, True
        return cost + ITEM_COST * (rope + fish), rope, fish, waited

    def _trace(self, seat: int, place: str) -> Way | None:
        st, table, name = self.st, self._table(seat), self.position.map.places
        here = self.position.map.number[place]
        cost = int(table[here, PATH_COST])
        if cost >= _FAR:
            return None
        places, ridges = [place], list[tuple[str, str]]()
        water, swims, bears = list[str](), list[str](), list[str]()
        ropes = fishes = 0
        while table[here, PATH_COST] > 0:
            for to, i in _into(st, here):
                price, rope, fish, waited = self._crossing(here, to, i)
                if table[to, PATH_COST] + price == table[here, PATH_COST]:
                    break
            else:
                return None
            if rope:
                ridges.append((name[here], name[to]))
            if waited:
                water.append(name[to])
            elif st[s.FLOE + to] < 0:
                swims.append(name[to])
            if st[s.FLOE + to] >= 0 and st[s.BEARS + to]:
                bears.append(name[to])
            ropes, fishes, here = ropes + rope, fishes + fish, to
            places.append(name[to])
        return Way(
            cost,
            tuple(places),
            ropes,
            fishes,
            tuple(water),
            tuple(ridges),
            tuple(swims),
            tuple(bears),
        )

    def team(self, seat: int) -> int:
        """How far the explorers are that a seat still has to bring home, the nearest ones."""
        costs, goal = [], int(self.st[s.GOAL])
        for place in self.position.explorers[seat]:
            if place is None:
                costs.append(_FAR)
            elif place in self.position.map.stations and self._home(place):
                goal -= 1
            else:
                costs.append(
                    TURN_COST + int(self._table(seat)[self.position.map.number[place], PATH_COST])
                )
        return sum(sorted(costs)[: max(goal, 0)])

    def _home(self, place: str) -> bool:
        return bool(self.st[s.KIND + self.position.map.number[place]] == s.SIBERIA)


def _into(st: np.ndarray, start: int) -> Iterator[tuple[int, int]]:
    """The places that lie next to a place, each with its edge there."""
    stations = int(st[s.STATIONS])
    beside = st[s.NEIGHBOUR : s.NEIGHBOUR + 6 * stations]
    for index in np.flatnonzero(beside == start):
        to, i = divmod(int(index), 6)
        yield to, i


def road(position: StraitPosition, seat: int) -> tuple[str, str] | None:
    """From where and to which station one move of a seat brings an explorer home, if one does."""
    found = int(find_homecoming(position.state, seat))
    if found < 0:
        return None
    start, name = position.explorers[seat][(found >> 8) % s.TEAM_SIZE], position.map.places
    return (start, name[found & 255]) if start is not None else None


def opens_road(position: StraitPosition, seat: int) -> bool:
    """Whether a seat whose turn begins can bring an explorer home in it, a floe moved first."""
    return bool(find_opening_action(begin_turn(position.state, seat), seat) >= 0)


def at_home(position: StraitPosition, seat: int) -> tuple[str, ...]:
    """The Siberian stations on which a seat has an explorer."""
    shore = {station.id for station in position.map.siberia}
    return tuple(place for place in position.explorers[seat] if place in shore)


# -- what happened ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deed:
    """One move of a line between two positions."""

    before: StraitPosition
    parts: Parts
    move: Move
    after: StraitPosition

    @property
    def seat(self) -> int | None:
        return self.before.turn

    @property
    def costs(self) -> bool:
        """Whether it is a step, an escape or a bear sent on that was paid for."""
        if self.parts.kind not in ("step", "send") or self.seat is None:
            return False
        return self.after.packs[self.seat] != self.before.packs[self.seat]


@dataclass(frozen=True, slots=True)
class Walk:
    """A movement of an explorer by its owner."""

    stood: str  # where the explorer is before the line
    start: str  # where it sets out, which is elsewhere when a floe has carried it first
    end: str
    paid: tuple[int, int]  # rope and fish
    stopped: bool  # whether it is over when the line ends
    could_stop: bool  # or might be


@dataclass(frozen=True)
class Shift:
    """A floe action: which floe, and how the ice was just before and just after."""

    deed: Deed
    start: str  # the floe's hex
    end: str | None  # its hex after that, None when it has left the board

    @cached_property
    def before(self) -> Ice:
        return Ice(self.deed.before)

    @cached_property
    def after(self) -> Ice:
        return Ice(self.deed.after)


@dataclass(frozen=True)
class Line:
    """What a line does up to the end of the turn in which it begins."""

    before: StraitPosition
    seat: int
    moves: tuple[Move, ...]
    deeds: list[Deed] = field(init=False)
    later: list[Deed] = field(init=False)

    def __post_init__(self) -> None:
        deeds: list[Deed] = []
        later: list[Deed] = []
        position, over = self.before, False
        for move in self.moves:
            after = position.after(move.text)
            legal = after.last or move
            deed = Deed(position, read_move(move.text, position.map), legal, after)
            (later if over else deeds).append(deed)
            over = over or _ended(position, after)
            position = after
        object.__setattr__(self, "deeds", deeds)
        object.__setattr__(self, "later", later)

    @property
    def end(self) -> StraitPosition:
        """When the turn is over, or else the line."""
        return self.deeds[-1].after if self.deeds else self.before

    @property
    def complete(self) -> bool:
        """Whether the line goes on to the end of the turn."""
        return bool(self.deeds) and _ended(self.deeds[-1].before, self.end)

    @property
    def walked(self) -> bool:
        """Whether the explorer action of the turn is over when the line ends."""
        return self.complete or self.end.explorer_done

    @property
    def shifted(self) -> bool:
        """Whether the floe action of the turn is over when the line ends."""
        return self.complete or self.end.floe_done

    @property
    def drew(self) -> bool:
        """Whether a tile or card was drawn in it: then it was not known how the ice would be."""
        return any(deed.seat == CHANCE for deed in self.deeds)

    @property
    def drew_first(self) -> bool:
        """Whether that was before the first step of an explorer."""
        kinds = [CHANCE if deed.seat == CHANCE else deed.parts.kind for deed in self.deeds]
        return CHANCE in kinds and "step" not in kinds[: kinds.index(CHANCE)]

    @property
    def drawn(self) -> str | None:
        """The hex on which a tile that was drawn in it was put."""
        put = [deed.parts.places[0] for deed in self.own if deed.parts.kind == "put"]
        return put[-1] if put and self.drew else None

    @cached_property
    def ice(self) -> Ice:
        return Ice(self.end)

    @property
    def own(self) -> list[Deed]:
        return [deed for deed in self.deeds if deed.seat == self.seat]

    def kinds(self) -> set[str]:
        return {deed.parts.kind for deed in self.own}

    @cached_property
    def walk(self) -> Walk | None:
        """The movement of an own explorer, escapes not counted; one that stops at once has gone
        nowhere in this line."""
        steps = [d for d in self.own if d.parts.kind == "step" and d.before.phase != "bounce"]
        mover = self.before.mover
        if not steps and self.before.phase == "move" and mover is not None:
            here = self.before.explorers[mover // s.TEAM_SIZE][mover % s.TEAM_SIZE]
            stops = "stop" in self.kinds()
            return None if here is None else Walk(here, here, here, (0, 0), stops, stops)
        if not steps:
            return None
        last = steps[-1]
        start, end = steps[0].parts.places[0], last.parts.places[-1]
        stopped = last is not self.deeds[-1] or last.after.phase != "move"
        could = stopped or any(move.code >> 24 == s.STOPPED for move in last.after.moves())
        number = steps[0].before.explorers[self.seat].index(start)  # a floe carries all it has
        stood = self.before.explorers[self.seat][number] or start
        return Walk(stood, start, end, _paid(steps, self.seat), stopped, could)

    @cached_property
    def walk_ice(self) -> Ice:
        """The ice as it is when the walk ends, before a floe action that follows it."""
        steps = [i for i, deed in enumerate(self.deeds) if deed.parts.kind == "step"]
        for deed in self.deeds[steps[-1] + 1 :] if steps else self.deeds:
            if deed.seat == self.seat and deed.parts.kind in _FLOE_ACTIONS:
                return Ice(deed.before)
        return self.ice

    @cached_property
    def spent(self) -> tuple[int, int]:
        """Rope and fish paid for steps, escapes and bears sent on."""
        return _paid([deed for deed in self.own if deed.costs], self.seat)

    @cached_property
    def gained(self) -> list[tuple[str, str]]:
        """Items taken and where: ("rope", "e5")."""
        found = []
        for deed in self.own:
            word = deed.parts.word
            if deed.parts.kind == "collect":
                found.append((word, deed.parts.places[0]))
            elif deed.parts.kind == "take" and word != "none" and deed.before.mover is not None:
                place = deed.before.explorers[self.seat][deed.before.mover % s.TEAM_SIZE]
                if place is not None:
                    found.append((word, place))
        return found

    @cached_property
    def shift(self) -> Shift | None:
        """The floe that was drifted, turned or put there, if one was."""
        for deed in self.own:
            kind, places = deed.parts.kind, deed.parts.places
            if kind == "drift":
                return Shift(deed, places[0], None if deed.parts.word == "off" else places[1])
            if kind in ("turn", "put"):
                return Shift(deed, places[0], places[0])
        return None

    @cached_property
    def bears(self) -> list[tuple[Deed, str | None]]:
        """The bears that were sent, and where each came to (None: out of the Strait)."""
        from ..scene.last_turn import bear_end

        found = []
        for deed in self.own:
            number = deed.before.asked
            if deed.parts.kind == "send" and number is not None:
                start = deed.before.explorers[number // s.TEAM_SIZE][number % s.TEAM_SIZE]
                if start is not None:
                    way = deed.move.code >> 16 & 255
                    found.append((deed, bear_end(deed.before, start, way)))
        return found


def _ended(before: StraitPosition, after: StraitPosition) -> bool:
    """Whether a move ended a turn; in the set-up each placing is one."""
    if before.setup:
        return before.turn != CHANCE
    return after.turns != before.turns or after.outcome is not None


def _paid(deeds: Sequence[Deed], seat: int) -> tuple[int, int]:
    rope = fish = 0
    for deed in deeds:
        (rope_before, fish_before), (rope_after, fish_after) = (
            deed.before.packs[seat],
            deed.after.packs[seat],
        )
        rope, fish = rope + rope_before - rope_after, fish + fish_before - fish_after
    return rope, fish
