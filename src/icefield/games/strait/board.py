"""Boards of `strait` (I1–I7) as values, and the kernel's tables of them.

Hexes are flat-topped and named by column letter and row number; axial coordinates (q, r) are used
only to find neighbours. `board_file.py` reads and checks the files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from ...core.message import Message, message
from .kernel import state as s

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_AXIAL_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
COLUMNS: Final = "abcdefghijklmnopqrstuvwxyz"
ITEMS: Final = ("rope", "fish")
COLOURS: Final = ("grey", "red", "yellow", "black")
"""The players' colours by seat."""


def axial(name: str) -> tuple[int, int]:
    """The coordinates of a hex: axial("e4") == (4, 1). Trusts the name."""
    q = COLUMNS.index(name[0])
    return q, int(name[1:]) - 1 - q // 2


def hex_name(q: int, r: int) -> str:
    """The name of the hex at coordinates: hex_name(4, 1) == "e4"."""
    return f"{COLUMNS[q]}{r + q // 2 + 1}"


def neighbour(name: str, direction: int) -> tuple[int, int]:
    """The coordinates of the next hex in a direction, on the board or not."""
    q, r = axial(name)
    dq, dr = _AXIAL_STEPS[direction]
    return q + dq, r + dr


def opposite(direction: int) -> int:
    """The direction across."""
    return (direction + 3) % 6


def rotate(mask: int, steps: int) -> int:
    """A mask of edges turned clockwise by that many sixths."""
    steps %= 6
    return (mask << steps | mask >> 6 - steps) & 63


def edge_names(mask: int) -> tuple[str, ...]:
    """The edges in a mask: edge_names(9) == ("N", "S")."""
    return tuple(name for i, name in enumerate(DIRECTIONS) if mask >> i & 1)


@dataclass(frozen=True, slots=True)
class Current:
    """A current: the way from each of its hexes (None: off the board)."""

    speed: int
    entry: str
    flow: tuple[tuple[str, tuple[str | None, ...]], ...]

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes of the current, the entry point first."""
        return tuple(name for name, _ in self.flow)


@dataclass(frozen=True, slots=True)
class Station:
    """A station on a coast; it touches edges of sea hexes."""

    id: str
    name: str
    touches: tuple[tuple[str, int], ...]
    neighbours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of floe tile."""

    mask: int
    count: int


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card."""

    rope: int
    fish: int
    bears: int
    count: int
    diomede: bool = False

    @property
    def text(self) -> str:
        """Its name: D for Diomede, and how many ropes, fish and bears."""
        return f"{'D' if self.diomede else ''}{self.rope}{self.fish}{self.bears}"


@dataclass(frozen=True)
class Board:
    """A board with its components. Equal when the packed texts are equal."""

    packed: str
    """The value of the option `board`: a name, or the whole board in one line."""
    name: str = field(compare=False)
    reconstruction: bool = field(compare=False)
    columns: int = field(compare=False)
    sea: tuple[str, ...] = field(compare=False)
    land: frozenset[str] = field(compare=False)
    diomede: str = field(compare=False)
    currents: tuple[Current, ...] = field(compare=False)
    alaska: tuple[Station, ...] = field(compare=False)
    siberia: tuple[Station, ...] = field(compare=False)
    tiles: tuple[Tile, ...] = field(compare=False)
    cards: tuple[Card, ...] = field(compare=False)
    supply: tuple[int, int, int] = field(compare=False)  # rope, fish, bears

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of all places by number: hexes, Diomede the last of them, stations."""
        stations = (*self.alaska, *self.siberia)
        return (*self.sea, self.diomede, *(station.id for station in stations))

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each place."""
        return {name: i for i, name in enumerate(self.places)}

    @cached_property
    def stations(self) -> dict[str, Station]:
        """The stations of both coasts by id."""
        return {station.id: station for station in (*self.alaska, *self.siberia)}

    def tile_kind(self, mask: int) -> int:
        """The number of the kind of a tile, however it is turned."""
        return int(self.tables[s.TILE_KIND_OF + mask])

    @property
    def entries(self) -> tuple[str, ...]:
        """The entry points of the currents (I2)."""
        return tuple(current.entry for current in self.currents)

    @property
    def facts(self) -> tuple[Message, ...]:
        """The components of the board, one short line each."""
        tiles, cards = (sum(kind.count for kind in kinds) for kinds in (self.tiles, self.cards))
        coasts = {"alaska": len(self.alaska), "siberia": len(self.siberia)}
        return (
            message("strait.board.facts.sea", hexes=len(self.sea), currents=len(self.currents)),
            message("strait.board.facts.stations", **coasts),
            message("strait.board.facts.bag", tiles=tiles, cards=cards),
        )

    def beyond(self, q: int, r: int) -> int:
        """The kind of coordinates that are not sea: LAND or OUTSIDE (I1)."""
        if not 0 <= q < self.columns or hex_name(q, r) in self.land:
            return s.LAND
        return s.OUTSIDE

    @cached_property
    def tables(self) -> np.ndarray:
        """The unchanging part of a state on this board."""
        table = np.zeros(s.STATE_SIZE, dtype=np.int16)
        hexes = len(self.sea) + 1
        table[s.HEXES], table[s.STATIONS] = hexes, len(self.places)
        table[s.TILE_KINDS], table[s.CARD_KINDS] = len(self.tiles), len(self.cards)
        table[s.DIOMEDE] = self.number[self.diomede]
        table[s.BOARD_KEY : s.BOARD_KEY + 4] = np.frombuffer(_digest(self.packed), dtype=np.int16)
        table[s.FLOW : s.FLOW + 2 * s.MAX_PLACES] = s.NONE
        table[s.NEIGHBOUR : s.NEIGHBOUR + 6 * s.MAX_PLACES] = s.OUTSIDE
        self._geography(table)
        for current in self.currents:
            table[s.ENTRY + self.number[current.entry]] = 1
            for name, ways in current.flow:
                at = self.number[name]
                table[s.SPEED + at] = current.speed
                for branch, way in enumerate(ways):
                    table[s.FLOW + 2 * at + branch] = s.OFF if way is None else self.number[way]
        for i, tile in enumerate(self.tiles):
            table[s.TILE_MASK + i] = tile.mask
            for steps in range(6):
                table[s.TILE_KIND_OF + rotate(tile.mask, steps)] = i
        for i, card in enumerate(self.cards):
            entry = (card.diomede, card.rope, card.fish, card.bears, card.count)
            table[s.CARD + 5 * i : s.CARD + 5 * i + 5] = entry
        table.setflags(write=False)
        return table

    def _geography(self, table: np.ndarray) -> None:
        """Writes the kind of each place and what lies beyond each of its edges."""
        hexes = (*self.sea, self.diomede)
        for at, name in enumerate(hexes):
            table[s.KIND + at] = s.ISLAND if name == self.diomede else s.SEA
            for direction in range(6):
                q, r = neighbour(name, direction)
                place = self.number.get(hex_name(q, r)) if 0 <= q < self.columns else None
                there = self.beyond(q, r) if place is None else place
                table[s.NEIGHBOUR + 6 * at + direction] = there
                table[s.FACING_EDGE + 6 * at + direction] = opposite(direction)
        for station in (*self.alaska, *self.siberia):
            at = self.number[station.id]
            table[s.KIND + at] = s.ALASKA if station in self.alaska else s.SIBERIA
            links = [*station.touches, *((other, 0) for other in station.neighbours)]
            for i, (name, edge) in enumerate(links):
                table[s.NEIGHBOUR + 6 * at + i] = self.number[name]
                table[s.FACING_EDGE + 6 * at + i] = edge
            for name, edge in station.touches:
                table[s.NEIGHBOUR + 6 * self.number[name] + edge] = at

    def start(self, seats: int, goal: int, dealt: bool) -> np.ndarray:
        """The state before the starting player is drawn (I7, I8)."""
        st = self.tables.copy()
        st[s.SEATS], st[s.GOAL], st[s.DEALT] = seats, goal, dealt
        st[s.PHASE], st[s.SETUP] = s.STARTING, 1
        st[s.STARTER] = st[s.WINNER] = st[s.HAND] = st[s.MOVER] = st[s.ASKED] = -1
        st[s.PLACE_OF : s.PLACE_OF + 12] = -1
        st[s.SUPPLY : s.SUPPLY + 3] = self.supply
        st[s.SUPPLY : s.SUPPLY + 2] -= seats
        st[s.PACK_ROPE : s.PACK_ROPE + seats] = 1
        st[s.PACK_FISH : s.PACK_FISH + seats] = 1
        st[s.BAG : s.BAG + len(self.tiles)] = [tile.count for tile in self.tiles]
        st[s.DECK : s.DECK + len(self.cards)] = [card.count for card in self.cards]
        st[s.FLOE : s.FLOE + s.MAX_PLACES] = -1
        st[s.FLOE + len(self.sea) : s.FLOE + len(self.places)] = s.SOLID
        return st

    # -- whether it can be played on ------------------------------------------------------------

    def has_room_for_floes(self, count: int) -> bool:
        """Whether first floes can be placed, none at an entry or next to another (I9)."""
        free = [name for name in self.sea if name not in self.entries]
        cells = {axial(name) for name in free}
        near = {name: cells & {neighbour(name, d) for d in range(6)} for name in free}

        def search(left: list[str], need: int) -> bool:
            """Whether so many of the hexes that are left can be chosen."""
            if need <= 0:
                return True
            if len(left) < need:
                return False
            # a best choice has the hex with the fewest neighbours left, or one of its neighbours
            spots = {axial(name) for name in left}
            name = min(left, key=lambda n: len(near[n] & spots))
            options = [name, *(n for n in left if axial(n) in near[name])]
            return any(
                search([n for n in left if n != chosen and axial(n) not in near[chosen]], need - 1)
                for chosen in options
            )

        return search(free, count)

    def unreachable_stations(self) -> tuple[Station, ...]:
        """The stations in Siberia to which no water leads from Alaska."""
        water = {*self.sea, self.diomede}
        reached = {name for station in self.alaska for name, _ in station.touches}
        todo = list(reached)
        while todo:
            name = todo.pop()
            for direction in range(6):
                q, r = neighbour(name, direction)
                there = hex_name(q, r) if 0 <= q < self.columns else ""
                if there in water and there not in reached:
                    reached.add(there)
                    todo.append(there)
        return tuple(
            station
            for station in self.siberia
            if not any(name in reached for name, _ in station.touches)
        )


def _digest(text: str) -> bytes:
    """Eight bytes that identify a board."""
    import hashlib

    return hashlib.blake2b(text.encode(), digest_size=8).digest()
