"""Lines replayed, and paths home: the facts that explanations are made of.

A line counts up to the end of the turn in which the decision was made. A path home is the cheapest
one as `kernel.evaluate` counts it, traced space by space, so that a sentence can name the ridge or
the water.
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
from ..text.moves import MoveParts, read_move
from .move_words import join_names

if TYPE_CHECKING:
    from ..position import StraitPosition

_UNREACHABLE: Final = 20_000
_FLOE_ACTIONS: Final = ("drift", "turn", "discover", "put")

# -- paths home ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PathHome:
    """The cheapest path home from a place."""

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
        """The number of its steps."""
        return len(self.places) - 1

    @property
    def needs(self) -> tuple[int, int, int, int]:
        """Its steps, ropes, fish and hexes of water, which is all that `describe` uses."""
        return self.steps, self.ropes, self.fish, len(self.water)

    def is_harder_than(self, other: PathHome) -> bool:
        """Whether it needs more than another path, weighed as its cost is."""
        mine, theirs = self.needs, other.needs
        weights = (STEP_COST, ITEM_COST, ITEM_COST, 2 * ITEM_COST)
        return sum(w * (a - b) for w, a, b in zip(weights, mine, theirs, strict=True)) > 0

    def describe(self) -> Message:
        """Its needs in words: "5 steps, 1 rope, 2 hexes without ice"."""
        words = [message("strait.way.steps", n=self.steps)]
        if self.ropes:
            words.append(message("strait.price.rope", n=self.ropes))
        if self.fish:
            words.append(message("strait.price.fish", n=self.fish))
        if self.water:
            words.append(message("strait.way.water", n=len(self.water)))
        return join_names(words)


class PathFinder:
    """Finds the paths home in a position; keeps what it has found."""

    def __init__(self, position: StraitPosition):
        self.position = position
        self.st = position.state
        self.wait = np.empty(s.MAX_PLACES, dtype=np.int64)
        find_waits(self.st, self.wait)
        self._tables: dict[int, np.ndarray] = {}
        self._found: dict[tuple[int, str], PathHome | None] = {}

    def _table(self, seat: int) -> np.ndarray:
        """The kernel's table of paths home of a seat."""
        if seat not in self._tables:
            table = np.empty((s.MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
            find_paths_home(self.st, seat, table, self.wait)
            self._tables[seat] = table
        return self._tables[seat]

    def find(self, seat: int, place: str) -> PathHome | None:
        """The cheapest path home of a seat from a place; None where there is none."""
        key = (seat, place)
        if key not in self._found:
            self._found[key] = self._trace(seat, place)
        return self._found[key]

    def _crossing(self, start: int, to: int, i: int) -> tuple[int, int, int, bool]:
        """Cost, ropes and fish of a crossing, and whether a floe must come first.

        To a place from its i-th neighbour, as `kernel.evaluate` counts.
        """
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

    def _trace(self, seat: int, place: str) -> PathHome | None:
        """The path from a place, found back from the costs in the table."""
        st, table, name = self.st, self._table(seat), self.position.map.places
        here = self.position.map.number[place]
        cost = int(table[here, PATH_COST])
        if cost >= _UNREACHABLE:
            return None
        places, ridges = [place], list[tuple[str, str]]()
        water, swims, bears = list[str](), list[str](), list[str]()
        ropes = fishes = 0
        while table[here, PATH_COST] > 0:
            for to, i in _list_links(st, here):
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
        return PathHome(
            cost,
            tuple(places),
            ropes,
            fishes,
            tuple(water),
            tuple(ridges),
            tuple(swims),
            tuple(bears),
        )

    def remaining_cost(self, seat: int) -> int:
        """The cost of bringing home the nearest explorers that a seat still needs there."""
        position, table = self.position, self._table(seat)
        reached = position.stations_reached(seat)
        costs = [
            _UNREACHABLE
            if place is None
            else TURN_COST + int(table[position.map.number[place], PATH_COST])
            for place in position.explorers[seat]
            if place not in reached
        ]
        return sum(sorted(costs)[: max(int(self.st[s.GOAL]) - len(reached), 0)])


def _list_links(st: np.ndarray, start: int) -> Iterator[tuple[int, int]]:
    """The neighbours of a place, each with the edge at which it touches the place."""
    stations = int(st[s.STATIONS])
    beside = st[s.NEIGHBOUR : s.NEIGHBOUR + 6 * stations]
    for index in np.flatnonzero(beside == start):
        to, i = divmod(int(index), 6)
        yield to, i


def find_homecoming_route(position: StraitPosition, seat: int) -> tuple[str, str] | None:
    """The start and the station of a move that brings a seat home, or None."""
    found = int(find_homecoming(position.state, seat))
    start = position.explorer_place(found >> 8) if found >= 0 else None
    return None if start is None else (start, position.map.places[found & 255])


def can_open_homecoming(position: StraitPosition, seat: int) -> bool:
    """Whether a seat whose turn begins can bring an explorer home after a floe action."""
    return bool(find_opening_action(begin_turn(position.state, seat), seat) >= 0)


# -- what happened ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a line, with the positions before and after it."""

    before: StraitPosition
    parts: MoveParts
    move: Move
    after: StraitPosition

    @property
    def seat(self) -> int | None:
        """The seat that decided, or CHANCE."""
        return self.before.turn

    @property
    def is_paid(self) -> bool:
        """Whether it is a step, an escape or a bear sent on that cost something."""
        if self.parts.kind not in ("step", "send") or self.seat is None:
            return False
        return self.after.packs[self.seat] != self.before.packs[self.seat]


@dataclass(frozen=True, slots=True)
class Walk:
    """A movement of an explorer by its owner."""

    stood: str  # where the explorer was before the line
    start: str  # where it set out, which is elsewhere if a floe carried it first
    end: str
    paid: tuple[int, int]  # rope and fish
    stopped: bool  # whether it is over when the line ends
    could_stop: bool  # whether it is, or may be


@dataclass(frozen=True)
class FloeAction:
    """The floe action of a turn: which floe, and the paths home before and after it."""

    played: PlayedMove
    start: str  # the floe's hex
    end: str | None  # its hex after that, None when it has left the board

    @cached_property
    def before(self) -> PathFinder:
        """The paths home before the action."""
        return PathFinder(self.played.before)

    @cached_property
    def after(self) -> PathFinder:
        """The paths home after the action."""
        return PathFinder(self.played.after)


@dataclass(frozen=True)
class Line:
    """The moves of a line up to the end of the turn in which it begins."""

    before: StraitPosition
    seat: int
    moves: tuple[Move, ...]
    turn_moves: list[PlayedMove] = field(init=False)
    later_moves: list[PlayedMove] = field(init=False)

    def __post_init__(self) -> None:
        turn_moves: list[PlayedMove] = []
        later_moves: list[PlayedMove] = []
        position, over = self.before, False
        for move in self.moves:
            after = position.after(move.text)
            parts = read_move(move.text, position.map)
            played = PlayedMove(position, parts, after.last or move, after)
            (later_moves if over else turn_moves).append(played)
            over = over or _ends_turn(position, after)
            position = after
        object.__setattr__(self, "turn_moves", turn_moves)
        object.__setattr__(self, "later_moves", later_moves)

    @property
    def end(self) -> StraitPosition:
        """The position at the end of the turn, or else of the line."""
        return self.turn_moves[-1].after if self.turn_moves else self.before

    @property
    def complete(self) -> bool:
        """Whether the line goes on to the end of the turn."""
        return bool(self.turn_moves) and _ends_turn(self.turn_moves[-1].before, self.end)

    @property
    def explorer_action_done(self) -> bool:
        """Whether the explorer action of the turn is over when the line ends."""
        return self.complete or self.end.explorer_done

    @property
    def floe_action_done(self) -> bool:
        """Whether the floe action of the turn is over when the line ends."""
        return self.complete or self.end.floe_done

    @property
    def has_draw(self) -> bool:
        """Whether a tile or card was drawn in the turn, so that it was uncertain."""
        return any(played.seat == CHANCE for played in self.turn_moves)

    @property
    def draws_before_walking(self) -> bool:
        """Whether a tile or card was drawn before the first step of an explorer."""
        kinds = [
            CHANCE if played.seat == CHANCE else played.parts.kind for played in self.turn_moves
        ]
        return CHANCE in kinds and "step" not in kinds[: kinds.index(CHANCE)]

    @property
    def drawn_hex(self) -> str | None:
        """The hex on which a tile that was drawn in the turn was put, or None."""
        put = [played.parts.places[0] for played in self.own_moves if played.parts.kind == "put"]
        return put[-1] if put and self.has_draw else None

    @cached_property
    def paths(self) -> PathFinder:
        """The paths home at the end of the turn."""
        return PathFinder(self.end)

    @property
    def own_moves(self) -> list[PlayedMove]:
        """The moves that the seat decided."""
        return [played for played in self.turn_moves if played.seat == self.seat]

    def kinds(self) -> set[str]:
        """The kinds of moves that the seat decided."""
        return {played.parts.kind for played in self.own_moves}

    @cached_property
    def walk(self) -> Walk | None:
        """The movement of an own explorer, escapes aside, or None.

        One that goes on from before the line and stops at once has gone nowhere."""
        steps = [d for d in self.own_moves if d.parts.kind == "step" and d.before.phase != "bounce"]
        mover = self.before.mover
        if not steps and self.before.phase == "move" and mover is not None:
            here = self.before.explorer_place(mover)
            stops = "stop" in self.kinds()
            return None if here is None else Walk(here, here, here, (0, 0), stops, stops)
        if not steps:
            return None
        last = steps[-1]
        start, end = steps[0].parts.places[0], last.parts.places[-1]
        stopped = last is not self.turn_moves[-1] or last.after.phase != "move"
        could = stopped or any(move.code >> 24 == s.STOPPED for move in last.after.moves())
        number = steps[0].before.explorers[self.seat].index(start)  # a floe carries all it has
        stood = self.before.explorers[self.seat][number] or start
        return Walk(stood, start, end, _sum_prices(steps, self.seat), stopped, could)

    @cached_property
    def walk_paths(self) -> PathFinder:
        """The paths home when the walk ends, before a floe action that follows it."""
        steps = [i for i, played in enumerate(self.turn_moves) if played.parts.kind == "step"]
        for played in self.turn_moves[steps[-1] + 1 :] if steps else self.turn_moves:
            if played.seat == self.seat and played.parts.kind in _FLOE_ACTIONS:
                return PathFinder(played.before)
        return self.paths

    @cached_property
    def spent(self) -> tuple[int, int]:
        """The rope and fish paid for steps, escapes and bears sent on."""
        return _sum_prices([played for played in self.own_moves if played.is_paid], self.seat)

    @cached_property
    def taken(self) -> list[tuple[str, str]]:
        """The items taken, and where: ("rope", "e5")."""
        found = []
        for played in self.own_moves:
            word = played.parts.word
            if played.parts.kind == "collect":
                found.append((word, played.parts.places[0]))
            elif played.parts.kind == "take" and word != "none" and played.before.mover is not None:
                place = played.before.mover_place
                if place is not None:
                    found.append((word, place))
        return found

    @cached_property
    def floe_action(self) -> FloeAction | None:
        """The drift, turn or placing of a floe in this turn, if there was one."""
        for played in self.own_moves:
            kind, places = played.parts.kind, played.parts.places
            if kind == "drift":
                return FloeAction(
                    played, places[0], None if played.parts.word == "off" else places[1]
                )
            if kind in ("turn", "put"):
                return FloeAction(played, places[0], places[0])
        return None

    @cached_property
    def bears(self) -> list[tuple[PlayedMove, str | None]]:
        """The bears that were sent, and where each came to (None: off the board)."""
        return [
            (played, played.before.bear_end(start, played.move.code >> 16 & 255))
            for played in self.own_moves
            if played.parts.kind == "send" and (start := played.before.asked_place) is not None
        ]


def _ends_turn(before: StraitPosition, after: StraitPosition) -> bool:
    """Whether a move ended a turn; in the set-up each placing is a turn."""
    if before.setup:
        return before.turn != CHANCE
    return after.turns != before.turns or after.outcome is not None


def _sum_prices(moves: Sequence[PlayedMove], seat: int) -> tuple[int, int]:
    """The rope and fish that a seat had less after these moves."""
    rope = fish = 0
    for played in moves:
        (rope_before, fish_before), (rope_after, fish_after) = (
            played.before.packs[seat],
            played.after.packs[seat],
        )
        rope, fish = rope + rope_before - rope_after, fish + fish_before - fish_after
    return rope, fish
