"""A second, slow implementation of ICE FLOW, for checking the real engine.

It follows the numbered rules I1 to I32 and shares no code with the engine. Places are their names
("e4", "wales"), an explorer is its owner's seat and a number 0 to 2, a bear is a number 0 to 4.
Clarity wins over speed everywhere.

What interrupts a turn (a move on its way, bears to send away, explorers a bear has come to, an
item to take) is kept on a stack of frozen frames; the last frame is the one being decided.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

Hexagon = tuple[int, int]  # I1: axial q and r
Explorer = tuple[int, int]  # the owner's seat, a number 0 to 2

CHANCE = -1

# --- the board ------------------------------------------------------------------------------

# I1: in clockwise order, as the bits of a tile's mask (I5).
DIRECTIONS: dict[str, Hexagon] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}
OPPOSITE = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
BIT = {direction: 1 << number for number, direction in enumerate(DIRECTIONS)}

LAST_COLUMN = 8  # I1: columns 0 (west) to 8 (east)


def inside(hexagon: Hexagon) -> bool:
    """I1: a sea hex or Diomede; even columns have the rows 0 to 7, odd ones 0 to 6."""
    q, r = hexagon
    row = r + q // 2
    return 0 <= q <= LAST_COLUMN and 0 <= row <= (7 if q % 2 == 0 else 6)


def on_land(hexagon: Hexagon) -> bool:
    """I1: one step beyond the west or east edge is land, with or without a station."""
    return hexagon[0] in (-1, LAST_COLUMN + 1)


def hex_name(hexagon: Hexagon) -> str:
    """The column's letter and the row's number: (0, 7) is a8, (8, -4) is i1."""
    q, r = hexagon
    return "abcdefghi"[q] + str(r + q // 2 + 1)


def hexes(text: str) -> list[str]:
    """The names of the hexes in a text such as "(0,7)(0,6)"."""
    found = re.findall(r"\((-?\d+),(-?\d+)\)", text)
    return [hex_name((int(q), int(r))) for q, r in found]


DIOMEDE = hex_name((4, 1))

# I3: a station touches its first hex's SE edge and its second hex's NE edge. So it lies where one
# more column of hexes would lie: SE of the first hex is NE of the second.
ALASKA: dict[str, Hexagon] = {
    "shishmaref": (9, -4),
    "nuluk": (9, -3),
    "ikpek": (9, -2),
    "mitletukeruk": (9, 0),
    "wales": (9, 1),
    "tincity": (9, 2),
}

# I4: the same in the west, with the SW edge of the first hex and the NW edge of the second.
SIBERIA: dict[str, Hexagon] = {
    "uelen": (-1, 1),
    "naukan": (-1, 3),
    "chini": (-1, 5),
    "lavrentiya": (-1, 7),
}

HEXES: dict[str, Hexagon] = {
    hex_name((q, r)): (q, r) for q in range(9) for r in range(-4, 8) if inside((q, r))
}
SEA = [name for name in HEXES if name != DIOMEDE]

PLACES: dict[str, Hexagon] = HEXES | ALASKA | SIBERIA
NAMES = {hexagon: name for name, hexagon in PLACES.items()}


def beside(hexagon: Hexagon, direction: str) -> Hexagon:
    """The hex next to another one."""
    dq, dr = DIRECTIONS[direction]
    return hexagon[0] + dq, hexagon[1] + dr


# Place -> direction -> the place there. Neighbouring stations of Alaska lie N and S of each other;
# Ikpek and Mitletukeruk, with the open land between them, do not touch (I3).
NEIGHBOURS: dict[str, dict[str, str]] = {
    name: {
        direction: NAMES[beside(hexagon, direction)]
        for direction in DIRECTIONS
        if beside(hexagon, direction) in NAMES
    }
    for name, hexagon in PLACES.items()
}


@dataclass(frozen=True)
class Current:
    """I2: a current, as every way through it from the entry point to the last hex."""

    speed: int
    routes: list[list[str]]


FOURTH = "(3,1)(3,2)(3,3)(3,4)(3,5)"  # the hexes after the branches of current 4
FIFTH = "(5,1)(5,0)(5,-1)(5,-2)"  # and of current 5

CURRENTS = [
    Current(1, [hexes("(0,7)(0,6)(0,5)(0,4)(0,3)(0,2)(0,1)(0,0)")]),
    Current(2, [hexes("(1,0)(1,1)(1,2)(1,3)(1,4)(1,5)(1,6)")]),
    Current(3, [hexes("(2,6)(2,5)(2,4)(2,3)(2,2)(2,1)(2,0)(2,-1)")]),
    Current(
        3,
        [hexes("(4,-2)(3,-1)(3,0)" + FOURTH), hexes("(4,-2)(4,-1)(4,0)" + FOURTH)],
    ),
    Current(
        2,
        [hexes("(4,5)(4,4)(4,3)(4,2)" + FIFTH), hexes("(4,5)(5,4)(5,3)(5,2)" + FIFTH)],
    ),
    Current(3, [hexes("(6,-3)(6,-2)(6,-1)(6,0)(6,1)(6,2)(6,3)(6,4)")]),
    Current(2, [hexes("(7,3)(7,2)(7,1)(7,0)(7,-1)(7,-2)(7,-3)")]),
    Current(1, [hexes("(8,-4)(8,-3)(8,-2)(8,-1)(8,0)(8,1)(8,2)(8,3)")]),
]
ENTRIES = [current.routes[0][0] for current in CURRENTS]

OFF = "off"  # where a floe or a bear is that has left the Strait

# --- the pieces -----------------------------------------------------------------------------

TILES = {3: 4, 5: 4, 9: 4, 7: 3, 11: 3, 13: 3, 21: 3}  # I5: mask -> how many

# I6: rope, fish, bear -> how many; D marks a Diomede card.
CARDS = {
    "111": 1,
    "101": 1,
    "011": 1,
    "001": 2,
    "100": 2,
    "010": 2,
    "110": 3,
    "200": 1,
    "020": 1,
    "D110": 2,
}

ITEMS = ("rope", "fish")
SUPPLY = {"rope": 15, "fish": 15}  # I7
BEARS = 5  # I7
EXPLORERS = 3  # I7
ROOM_IN_PACK = 3  # I7
FIRST_FLOES = 12  # I9
ROOM_FOR_EXPLORERS = 2  # I22
ROOM_FOR_BEARS = 2  # I26
LAST_TURN = 1000  # I32


def turned(mask: int, steps: int) -> int:
    """I14: the mask of a tile turned clockwise by a number of steps of 60 degrees."""
    bits = [number for number in range(6) if mask >> number & 1]
    return sum(1 << (number + steps) % 6 for number in bits)


def unturned(mask: int) -> int:
    """I5: the mask of the tile in the bag, whichever way it lay on the board."""
    return next(kind for kind in TILES if mask in orientations(kind))


def orientations(mask: int) -> set[int]:
    """I9, I15: the masks a tile can be put with."""
    return {turned(mask, steps) for steps in range(6)}


# --- steps and frames -----------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """I23 to I26: a step or a swim, with what it costs."""

    text: str
    to: str
    rope_left: int  # stays on the space left
    rope_lost: int  # goes to the supply
    fish: int  # goes to the supply

    @property
    def rope(self) -> int:
        return self.rope_left + self.rope_lost


@dataclass(frozen=True)
class Walk:
    """I18: the explorer is on its way; it has entered (or started from) these spaces."""

    explorer: Explorer
    entered: frozenset[str]


@dataclass(frozen=True)
class Settle:
    """I26, I30a: the explorer on its space, after a stop or escape, sends bears away."""

    explorer: Explorer


@dataclass(frozen=True)
class Danger:
    """I28: a bear came to explorers; those not yet safe, the one asked now first."""

    bear: int
    space: str
    history: frozenset[str]  # where the bear was first sent from, and where it landed since
    asked: tuple[Explorer, ...]


@dataclass(frozen=True)
class Take:
    """I18: the explorer has stopped; an item may be taken when all bears are settled."""

    explorer: Explorer


Frame = Walk | Settle | Danger | Take


@dataclass
class Hand:
    """I9, I15: a tile drawn and not put yet, with what its card put on it."""

    mask: int
    items: Counter[str] = field(default_factory=Counter)
    bears: tuple[int, ...] = ()


@dataclass(eq=False)
class Reference:
    """One position of a game, immutable: `play` works on a copy and returns it."""

    seats: int
    goal: int
    dealt: bool = True  # I9: the first tiles lie before the players, or each is drawn

    phase: str = "start"  # start, tile, card, put, station, turn, over
    setting_up: bool = True  # I9, I10: the first floes and the explorers are being placed
    starter: int | None = None  # I8
    active: int | None = None  # whose turn it is, or who is placing
    turns: int = 0  # complete turns
    floe_done: bool = False
    explorer_done: bool = False
    winner: int | None = None
    drawn_hex: bool = False

    masks: dict[str, int] = field(default_factory=dict)  # sea hex -> the floe there
    lying: Counter[tuple[str, str]] = field(default_factory=Counter)  # (place, item) -> number
    bears: dict[str, tuple[int, ...]] = field(default_factory=dict)  # as they came there
    where: dict[Explorer, str] = field(default_factory=dict)
    packs: Counter[tuple[int, str]] = field(default_factory=Counter)  # (seat, item) -> number
    supply: Counter[str] = field(default_factory=lambda: Counter(SUPPLY))
    bears_in_supply: tuple[int, ...] = tuple(range(BEARS))
    bag: Counter[int] = field(default_factory=lambda: Counter(TILES))
    deck: Counter[str] = field(default_factory=lambda: Counter(CARDS))
    held: dict[int, Counter[int]] = field(default_factory=dict)  # I9: seat -> mask -> number
    hand: Hand | None = None
    stack: list[Frame] = field(default_factory=list)

    found: list[str] | None = None  # the legal moves, once they have been looked for

    # --- the start ------------------------------------------------------------------------

    @classmethod
    def start(cls, seats: int, goal: int = 3, *, dealt: bool = True) -> Reference:
        """I5 to I7: all tiles in the bag, all cards in the deck, two items per rucksack."""
        if seats not in (2, 3, 4) or goal not in (2, 3):
            raise ValueError("2 to 4 seats, a goal of 2 or 3 stations")
        position = cls(seats, goal, dealt)
        for seat in range(seats):
            for item in ITEMS:
                position.supply[item] -= 1
                position.packs[seat, item] += 1
        return position

    def copied(self) -> Reference:
        """A copy that can be changed without changing this position."""
        after = copy.copy(self)
        after.masks = dict(self.masks)
        after.lying = Counter(self.lying)
        after.bears = dict(self.bears)
        after.where = dict(self.where)
        after.packs = Counter(self.packs)
        after.supply = Counter(self.supply)
        after.bag = Counter(self.bag)
        after.deck = Counter(self.deck)
        after.held = {seat: Counter(tiles) for seat, tiles in self.held.items()}
        after.hand = copy.deepcopy(self.hand)
        after.stack = list(self.stack)  # frames are frozen
        after.found = None
        return after

    # --- what can be asked of a position ----------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase in ("start", "tile", "card"):
            return CHANCE
        if self.stack:
            return self.asked()[0]
        return self.active

    def asked(self) -> Explorer:
        """The explorer the last frame is about."""
        frame = self.stack[-1]
        return frame.asked[0] if isinstance(frame, Danger) else frame.explorer

    def odds(self) -> dict[str, Fraction]:
        """The chance of every outcome; only a draw has any."""
        if self.phase == "start":
            return {f"start:{seat}": Fraction(1, self.seats) for seat in range(self.seats)}
        if self.phase == "tile":
            tiles = {f"tile:{mask}": number for mask, number in self.bag.items() if number}
            return shares(tiles)
        if self.phase == "card":
            return shares({f"card:{card}": number for card, number in self.deck.items() if number})
        return {}

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain values."""

        def lying(place: str) -> list[int]:
            return [self.lying[place, item] for item in ITEMS]

        return {
            "turn": self.turn,
            "active": self.active,
            "starter": self.starter,
            "turns": self.turns,
            "goal": self.goal,
            "floes": {
                place: [mask, *lying(place), self.bears_on(place)]
                for place, mask in sorted(self.masks.items())
            },
            "diomede": [*lying(DIOMEDE), self.bears_on(DIOMEDE)],
            "stations": {place: lying(place) for place in sorted(ALASKA) if any(lying(place))},
            "explorers": [
                sorted(place for (owner, _), place in self.where.items() if owner == seat)
                for seat in range(self.seats)
            ],
            "packs": [[self.packs[seat, item] for item in ITEMS] for seat in range(self.seats)],
            "supply": [*(self.supply[item] for item in ITEMS), len(self.bears_in_supply)],
            "held": [
                sorted(self.held.get(seat, Counter()).elements()) for seat in range(self.seats)
            ],
            "bag": {mask: number for mask, number in sorted(self.bag.items()) if number},
            "deck": {card: number for card, number in sorted(self.deck.items()) if number},
            "floe_done": self.floe_done,
            "explorer_done": self.explorer_done,
            "winner": self.winner,
            "drawn": self.drawn_hex,
        }

    def bears_on(self, place: str) -> int:
        """How many bears are on a place."""
        return len(self.bears.get(place, ()))

    def explorers_on(self, place: str) -> list[Explorer]:
        """The explorers of all seats on a place."""
        return sorted(explorer for explorer, space in self.where.items() if space == place)

    def own_places(self, seat: int) -> list[str]:
        """Where the seat has explorers that have not reached Siberia; each place once."""
        places = {place for (owner, _), place in self.where.items() if owner == seat}
        return sorted(places - set(SIBERIA))

    def in_pack(self, seat: int) -> int:
        """How many items are in the seat's rucksack."""
        return sum(self.packs[seat, item] for item in ITEMS)

    def is_space(self, place: str) -> bool:
        """Whether one can stand there: a floe, Diomede or a station, not the open sea."""
        return place in self.masks or place not in SEA

    def is_open_sea(self, place: str) -> bool:
        """Whether it is a sea hex without a floe."""
        return place in SEA and place not in self.masks

    def broken(self, place: str, direction: str) -> bool:
        """I5: whether the place is a floe with a ridge on this edge; I23: land has none."""
        return bool(self.masks.get(place, 0) & BIT[direction])

    # --- steps ------------------------------------------------------------------------------

    def steps(self, seat: int, start: str) -> list[Step]:
        """I23 to I26: every step and swim from a space, whether it can be paid or not."""
        found = []
        for direction, place in NEIGHBOURS[start].items():
            if self.is_open_sea(place):
                found += self.swims(seat, start, direction, place)
            elif self.may_enter(seat, place):
                ridges = self.broken(start, direction) + self.broken(place, OPPOSITE[direction])
                if start in ALASKA and place in ALASKA:
                    ridges = 1  # I25: the hills between neighbouring stations
                found.append(Step(f"{start}-{place}", place, ridges, 0, self.bears_on(place)))
        return found

    def swims(self, seat: int, start: str, direction: str, water: str) -> list[Step]:
        """I24, I25: from a space across an open sea hex to another space that touches it."""
        found = []
        for onward, place in NEIGHBOURS[water].items():
            if place == start or not self.is_space(place) or not self.may_enter(seat, place):
                continue
            found.append(
                Step(
                    text=f"{start}~{water}~{place}",
                    to=place,
                    rope_left=int(self.broken(start, direction)),
                    rope_lost=int(self.broken(place, OPPOSITE[onward])),
                    fish=1 + self.bears_on(place),
                )
            )
        return found

    def may_enter(self, seat: int, place: str) -> bool:
        """I22: a Siberian station takes one explorer of a colour; others are passed."""
        return place not in SIBERIA or all(owner != seat for owner, _ in self.explorers_on(place))

    def may_stop(self, explorer: Explorer, place: str) -> bool:
        """I22, I26, I27: there is room, and bears, if any, can be sent away."""
        if place in SIBERIA:
            return True  # `may_enter` has been asked
        others = [other for other in self.explorers_on(place) if other != explorer]
        if len(others) >= ROOM_FOR_EXPLORERS:
            return False
        return not self.bears_on(place) or bool(self.bear_ways(place, {place}))

    def may_finish(
        self, explorer: Explorer, place: str, entered: frozenset[str], rope: int, fish: int
    ) -> bool:
        """I18: with these items the explorer can stop here or somewhere further on."""
        if self.may_stop(explorer, place):
            return True
        return any(
            self.may_finish(
                explorer, step.to, entered | {step.to}, rope - step.rope, fish - step.fish
            )
            for step in self.steps(explorer[0], place)
            if step.to not in entered and step.rope <= rope and step.fish <= fish
        )

    def walking_steps(self, explorer: Explorer, entered: frozenset[str]) -> list[Step]:
        """I18: the steps in a move: paid, into no space twice, and not into a dead end."""
        seat = explorer[0]
        rope, fish = (self.packs[seat, item] for item in ITEMS)
        return [
            step
            for step in self.steps(seat, self.where[explorer])
            if step.to not in entered
            and step.rope <= rope
            and step.fish <= fish
            and self.may_finish(
                explorer, step.to, entered | {step.to}, rope - step.rope, fish - step.fish
            )
        ]

    def escapes(self, explorer: Explorer) -> list[Step]:
        """I28: one step or swim that can be paid, to a space where the explorer can stop."""
        seat = explorer[0]
        rope, fish = (self.packs[seat, item] for item in ITEMS)
        return [
            step
            for step in self.steps(seat, self.where[explorer])
            if step.rope <= rope and step.fish <= fish and self.may_stop(explorer, step.to)
        ]

    # --- bears --------------------------------------------------------------------------------

    def bear_landing(self, start: str, direction: str) -> str | None:
        """I27: straight on to a floe, Diomede or off the Strait; None for land."""
        hexagon = beside(PLACES[start], direction)
        while inside(hexagon):
            if self.is_space(hex_name(hexagon)):
                return hex_name(hexagon)
            hexagon = beside(hexagon, direction)
        return None if on_land(hexagon) else OFF

    def bear_ways(self, start: str, history: Iterable[str]) -> dict[str, str]:
        """I27, I28: the legal directions for a bear, and where each of them leads."""
        ways = {}
        for direction in DIRECTIONS:
            landing = self.bear_landing(start, direction)
            if landing is None or landing in history:
                continue
            if landing == OFF or self.bears_on(landing) < ROOM_FOR_BEARS:
                ways[direction] = landing
        return ways

    def endangered(self, space: str) -> tuple[Explorer, ...]:
        """I28: the explorers on a space, clockwise by owner from the active player.

        Of one player's explorers there, one that still has bears to send from this space or an
        item to take is asked first, the one longest at it before others; otherwise they are
        interchangeable.
        """
        assert self.active is not None
        first = self.active
        duties = [frame.explorer for frame in self.stack if isinstance(frame, Settle | Take)]

        def place_in_queue(explorer: Explorer) -> tuple[int, int, int]:
            seat, number = explorer
            busy = duties.index(explorer) if explorer in duties else len(duties)
            return (seat - first) % self.seats, busy, number

        return tuple(sorted(self.explorers_on(space), key=place_in_queue))

    # --- the legal moves ----------------------------------------------------------------------

    def moves(self) -> list[str]:
        """The legal moves, sorted; the outcomes at a CHANCE move; nothing when it is over."""
        if self.found is None:
            self.found = sorted(self.list_moves())
            assert len(self.found) == len(set(self.found)), "a move was listed twice"
        return list(self.found)

    def list_moves(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.turn == CHANCE:
            return list(self.odds())
        if self.phase == "put":
            return self.put_moves()
        if self.phase == "station":
            return [f"station:{place}" for place in self.stations_with_room()]
        if not self.stack:
            return self.turn_moves()
        frame = self.stack[-1]
        if isinstance(frame, Walk):
            return self.walk_moves(frame)
        if isinstance(frame, Settle):
            space = self.where[frame.explorer]
            return [f"send:{way}" for way in self.bear_ways(space, {space})]
        if isinstance(frame, Danger):
            return self.danger_moves(frame)
        return self.take_moves(frame.explorer)

    def put_moves(self) -> list[str]:
        """I9, I15: the tile, or one of those dealt, on any allowed hex in any orientation."""
        assert self.hand is not None
        places = self.first_floe_hexes() if self.setting_up else self.clear_entries()
        masks = orientations(self.hand.mask)
        if self.setting_up and self.dealt:
            assert self.active is not None
            masks = {way for tile in +self.held[self.active] for way in orientations(tile)}
        return [f"put:{place}:{mask}" for place in places for mask in masks]

    def first_floe_hexes(self) -> list[str]:
        """I9: no entry point and not next to a floe; if there is none, no entry point."""
        empty = [place for place in SEA if place not in self.masks and place not in ENTRIES]
        alone = [
            place
            for place in empty
            if all(neighbour not in self.masks for neighbour in NEIGHBOURS[place].values())
        ]
        return alone or empty

    def clear_entries(self) -> list[str]:
        """I15: the entry points without a floe."""
        return [place for place in ENTRIES if place not in self.masks]

    def stations_with_room(self) -> list[str]:
        """I10, I29: the Alaskan stations with fewer than two explorers."""
        return [p for p in ALASKA if len(self.explorers_on(p)) < ROOM_FOR_EXPLORERS]

    def turn_moves(self) -> list[str]:
        """The top level of a turn: both actions, as far as they are not done, and drops."""
        assert self.active is not None
        floe_moves = [] if self.floe_done else self.floe_moves(self.active)
        found = list(floe_moves)
        if not self.explorer_done:
            found += self.explorer_moves(self.active)
            if not floe_moves:  # done, or impossible (I17)
                found.append("end")
        for place in self.own_places(self.active):
            found += self.drop_moves(self.active, place)  # I21
        return found

    def floe_moves(self, seat: int) -> list[str]:
        """I11 to I16: drift, rotate or discover."""
        found = []
        leaving = []
        for place in self.masks:
            if not self.may_choose(seat, place):
                continue
            found += [f"turn:{place}:cw", f"turn:{place}:ccw"]
            for target in self.drift_targets(place):
                found.append(f"drift:{place}-{target}")
                if target == OFF:
                    leaving.append(place)
        if self.clear_entries():
            if self.bag.total() > 0:
                found.append("discover")
            else:
                found += [f"discover:{place}" for place in leaving]  # I16
        return found

    def may_choose(self, seat: int, place: str) -> bool:
        """I11: no explorers on the floe, or an own one among them."""
        owners = [owner for owner, _ in self.explorers_on(place)]
        return not owners or seat in owners

    def drift_targets(self, start: str) -> set[str]:
        """I12, I13: where the floe can drift, over every branch of its current."""
        targets = set()
        for current in CURRENTS:
            for route in current.routes:
                if start not in route:
                    continue
                target = start
                for place in [*route, OFF][route.index(start) + 1 :][: current.speed]:
                    if place in self.masks or (place == OFF and self.explorers_on(start)):
                        break
                    target = place
                if target != start:
                    targets.add(target)
        return targets

    def explorer_moves(self, seat: int) -> list[str]:
        """I18 to I20: a first step, taking an item without moving, or going fishing."""
        found = []
        for place in self.own_places(seat):
            explorer = self.own_explorer(seat, place)
            found += [step.text for step in self.walking_steps(explorer, frozenset({place}))]
            found += [f"collect:{place}:{item}" for item in self.takable(seat, place)]
        if self.packs[seat, "rope"]:
            found.append("fish")
        return found

    def own_explorer(self, seat: int, place: str) -> Explorer:
        """One of the seat's explorers on a place; they are interchangeable."""
        return next(explorer for explorer in self.explorers_on(place) if explorer[0] == seat)

    def takable(self, seat: int, place: str) -> list[str]:
        """I18, I19: the kinds of items there, if the rucksack has room."""
        if self.in_pack(seat) >= ROOM_IN_PACK:
            return []
        return [item for item in ITEMS if self.lying[place, item]]

    def drop_moves(self, seat: int, place: str) -> list[str]:
        """I21: an item of the rucksack onto a space."""
        return [f"drop:{place}:{item}" for item in ITEMS if self.packs[seat, item]]

    def walk_moves(self, frame: Walk) -> list[str]:
        """I18, I21: a further step, `stop`, or a drop after which a stop is possible."""
        explorer, entered = frame.explorer, frame.entered
        seat, place = explorer[0], self.where[explorer]
        found = [step.text for step in self.walking_steps(explorer, entered)]
        if self.may_stop(explorer, place):
            found.append("stop")
        rope, fish = (self.packs[seat, item] for item in ITEMS)
        if rope and self.may_finish(explorer, place, entered, rope - 1, fish):
            found.append(f"drop:{place}:rope")
        if fish and self.may_finish(explorer, place, entered, rope, fish - 1):
            found.append(f"drop:{place}:fish")
        return found

    def danger_moves(self, frame: Danger) -> list[str]:
        """I28: escape or send the bear on; I29: air-lift only if there is neither."""
        explorer = frame.asked[0]
        found = [step.text for step in self.escapes(explorer)]
        if self.packs[explorer[0], "fish"]:
            found += [f"send:{way}" for way in self.bear_ways(frame.space, frame.history)]
        if not found:
            found = [f"lift:{place}" for place in self.stations_with_room()]
        return found

    def take_moves(self, explorer: Explorer) -> list[str]:
        """I18, I21: after `stop`, one item or none, and drops to make room."""
        seat, place = explorer[0], self.where[explorer]
        found = [f"take:{item}" for item in self.takable(seat, place)]
        return [*found, "take:none", *self.drop_moves(seat, place)]

    # --- playing ------------------------------------------------------------------------------

    def play(self, text: str) -> Reference:
        """The position after a move or a chance outcome."""
        if text not in self.moves():
            raise ValueError(f"{text} is not legal")
        after = self.copied()
        word, *rest = text.split(":")
        if word == "start":
            after.play_start(int(rest[0]))
        elif word == "tile":
            after.play_tile(int(rest[0]))
        elif word == "card":
            after.play_card(rest[0])
        elif word == "put":
            after.play_put(rest[0], int(rest[1]))
        elif word == "station":
            after.play_station(rest[0])
        elif word == "drift":
            after.play_drift(*rest[0].split("-"))
        elif word == "turn":
            after.play_turn(rest[0], rest[1])
        elif word == "discover":
            after.play_discover(rest)
        elif word == "collect":
            after.play_collect(rest[0], rest[1])
        elif word == "fish":
            after.play_fishing()
        elif word == "stop":
            after.play_stop()
        elif word == "send":
            after.play_send(rest[0])
        elif word == "take":
            after.play_take(rest[0])
        elif word == "lift":
            after.play_lift(rest[0])
        elif word == "drop":
            after.play_drop(rest[0], rest[1])
        elif word == "end":
            after.end_turn()
        elif after.stack and isinstance(after.stack[-1], Danger):
            after.play_escape(text)
        else:
            after.play_step(text)
        return after

    # Everything below changes the position and is called on the fresh copy only.

    # --- setup and discovery --------------------------------------------------------------------

    def play_start(self, seat: int) -> None:
        """I8: the starting player, who places the first floe."""
        self.starter = seat
        self.active = seat
        self.phase = "tile"

    def play_tile(self, mask: int) -> None:
        """I9, I15: a tile from the bag; in the set-up one is dealt to each player in turn."""
        self.bag[mask] -= 1
        if self.setting_up and self.dealt:
            assert self.active is not None
            self.held.setdefault(self.active, Counter())[mask] += 1
            self.active = (self.active + 1) % self.seats
            if sum(tiles.total() for tiles in self.held.values()) == FIRST_FLOES:
                self.phase = "card"
            return
        self.hand = Hand(mask)
        self.phase = "card"

    def play_card(self, card: str) -> None:
        """I7, I9, I15: the card's items, as far as in supply, go to the tile or Diomede."""
        if self.hand is None:
            self.hand = Hand(0)  # the player has not chosen a tile yet
        self.deck[card] -= 1
        rope, fish, bears = (int(digit) for digit in card.removeprefix("D"))
        for item, number in (("rope", rope), ("fish", fish)):
            given = min(number, self.supply[item])
            self.supply[item] -= given
            if card.startswith("D"):
                self.lying[DIOMEDE, item] += given
            else:
                self.hand.items[item] += given
        if card.startswith("D"):  # only on boards of its own: no bear comes to explorers there
            room = 0 if self.explorers_on(DIOMEDE) else ROOM_FOR_BEARS - self.bears_on(DIOMEDE)
            bears = min(bears, room)
            self.bears[DIOMEDE] = (*self.bears.get(DIOMEDE, ()), *self.bears_in_supply[:bears])
        else:
            self.hand.bears = self.bears_in_supply[:bears]
        self.bears_in_supply = self.bears_in_supply[bears:]
        self.phase = "put"

    def play_put(self, place: str, mask: int) -> None:
        """I9, I15: the tile with its items comes on the board, and the card is used."""
        assert self.hand is not None
        self.masks[place] = mask
        if self.setting_up and self.dealt:
            assert self.active is not None
            self.held[self.active][unturned(mask)] -= 1
        for item, number in self.hand.items.items():
            self.lying[place, item] += number
        self.bears[place] = self.hand.bears
        self.hand = None
        if self.deck.total() == 0:
            self.deck = Counter(CARDS)  # I15
        if self.setting_up:
            self.next_first_floe()
        else:
            self.phase = "turn"
            self.finish_floe_action()

    def next_first_floe(self) -> None:
        """I9: clockwise, twelve floes; I10: the last player begins with the explorers."""
        assert self.active is not None
        if len(self.masks) < FIRST_FLOES:
            self.active = (self.active + 1) % self.seats
            self.phase = "card" if self.dealt else "tile"
        else:
            self.phase = "station"

    def play_station(self, place: str) -> None:
        """I10: one explorer each, anticlockwise; then the starting player begins."""
        assert self.active is not None
        placed = [explorer for explorer in self.where if explorer[0] == self.active]
        self.where[self.active, len(placed)] = place
        self.active = (self.active - 1) % self.seats
        if len(self.where) == EXPLORERS * self.seats:
            self.setting_up = False
            self.active = self.starter
            self.phase = "turn"

    # --- the floe action ------------------------------------------------------------------------

    def play_drift(self, start: str, target: str) -> None:
        """I12, I13: the floe with all that is on it drifts, or leaves the board."""
        if target == OFF:
            self.remove_floe(start)
        else:
            self.masks[target] = self.masks.pop(start)
            self.bears[target] = self.bears.pop(start)
            for item in ITEMS:
                self.lying[target, item] = self.lying.pop((start, item), 0)
            for explorer in self.explorers_on(start):
                self.where[explorer] = target
        self.finish_floe_action()

    def remove_floe(self, place: str) -> None:
        """I13: the floe goes to the bag, what lies on it and its bears to the supply."""
        self.bag[unturned(self.masks.pop(place))] += 1
        for item in ITEMS:
            self.supply[item] += self.lying.pop((place, item), 0)
        self.bears_in_supply += self.bears.pop(place)

    def play_turn(self, place: str, way: str) -> None:
        """I14: one edge either way."""
        self.masks[place] = turned(self.masks[place], 1 if way == "cw" else -1)
        self.finish_floe_action()

    def play_discover(self, leaving: list[str]) -> None:
        """I15: a draw; I16: with an empty bag the named floe drifts off first."""
        for place in leaving:
            self.remove_floe(place)
        self.phase = "tile"

    def finish_floe_action(self) -> None:
        self.floe_done = True
        self.end_turn_if_done()

    # --- the explorer action --------------------------------------------------------------------

    def play_collect(self, place: str, item: str) -> None:
        """I19: an item from where an own explorer stands."""
        assert self.active is not None
        self.take_item(self.active, place, item)
        self.finish_explorer_action()

    def take_item(self, seat: int, place: str, item: str) -> None:
        self.lying[place, item] -= 1
        self.packs[seat, item] += 1

    def play_fishing(self) -> None:
        """I20: a rope for two fish, as many as exist and fit."""
        assert self.active is not None
        self.packs[self.active, "rope"] -= 1
        self.supply["rope"] += 1
        caught = min(2, self.supply["fish"], ROOM_IN_PACK - self.in_pack(self.active))
        self.supply["fish"] -= caught
        self.packs[self.active, "fish"] += caught
        self.finish_explorer_action()

    def play_drop(self, place: str, item: str) -> None:
        """I21: an item goes onto a space; the phase stays the same."""
        assert self.active is not None
        self.packs[self.active, item] -= 1
        self.lying[place, item] += 1

    def play_step(self, text: str) -> None:
        """I18: a first or a further step; I22: Siberia ends the move."""
        assert self.active is not None
        if self.stack:
            frame = self.stack.pop()
            assert isinstance(frame, Walk)
        else:
            start = re.split("[-~]", text)[0]
            frame = Walk(self.own_explorer(self.active, start), frozenset({start}))
        step = self.carry_out(frame.explorer, text)
        if self.phase == "over":
            return
        if step.to in SIBERIA:
            self.finish_explorer_action()
        else:
            self.stack.append(Walk(frame.explorer, frame.entered | {step.to}))

    def carry_out(self, explorer: Explorer, text: str) -> Step:
        """I23 to I26: the explorer pays and goes; I31: that may end the game."""
        seat, start = explorer[0], self.where[explorer]
        step = next(step for step in self.steps(seat, start) if step.text == text)
        self.packs[seat, "rope"] -= step.rope
        self.packs[seat, "fish"] -= step.fish
        self.lying[start, "rope"] += step.rope_left
        self.supply["rope"] += step.rope_lost
        self.supply["fish"] += step.fish
        self.where[explorer] = step.to
        self.end_game_if_won(seat)
        return step

    def play_stop(self) -> None:
        """I18, I26: the explorer stays; first its bears are sent away, then it may take."""
        frame = self.stack.pop()
        assert isinstance(frame, Walk)
        self.stack.append(Take(frame.explorer))
        self.stack.append(Settle(frame.explorer))
        self.go_on()

    def play_take(self, item: str) -> None:
        """I18: the last part of the action."""
        explorer = self.asked()
        if item != "none":
            self.take_item(explorer[0], self.where[explorer], item)
        self.stack.pop()
        self.go_on()

    def play_send(self, direction: str) -> None:
        """I27: a bear goes; I28: from a bounce it keeps its history, and it costs a fish."""
        frame = self.stack[-1]
        if isinstance(frame, Danger):
            bear, space, history = frame.bear, frame.space, frame.history
            self.packs[frame.asked[0][0], "fish"] -= 1
            self.supply["fish"] += 1
        else:
            assert isinstance(frame, Settle)
            space = self.where[frame.explorer]
            bear, history = self.bears[space][-1], frozenset({space})  # the last to come
        landing = self.bear_ways(space, history)[direction]
        self.bear_leaves(bear, space)
        if landing == OFF:
            self.bears_in_supply += (bear,)
        else:
            self.bears[landing] = (*self.bears.get(landing, ()), bear)
            asked = self.endangered(landing)
            self.stack.append(Danger(bear, landing, history | {landing}, asked))
        self.go_on()

    def bear_leaves(self, bear: int, space: str) -> None:
        """I28, I30a: a bear that leaves, by any means, ends the danger it was."""
        self.bears[space] = tuple(other for other in self.bears[space] if other != bear)
        self.stack = [
            frame for frame in self.stack if not (isinstance(frame, Danger) and frame.bear == bear)
        ]

    def play_escape(self, text: str) -> None:
        """I28: the explorer escapes; I30a: it sends away the bears on its new space."""
        explorer = self.asked()
        self.driven_off(explorer)
        step = self.carry_out(explorer, text)
        if self.phase == "over":
            return
        if step.to not in SIBERIA:
            self.stack.append(Settle(explorer))
        self.go_on()

    def play_lift(self, place: str) -> None:
        """I29: back to Alaska."""
        explorer = self.asked()
        self.driven_off(explorer)
        self.where[explorer] = place
        self.go_on()

    def driven_off(self, explorer: Explorer) -> None:
        """I30a: it is out of danger there, sends no more bears away and takes nothing."""
        kept: list[Frame] = []
        for frame in self.stack:
            if isinstance(frame, Danger):
                others = tuple(other for other in frame.asked if other != explorer)
                kept.append(replace(frame, asked=others))
            elif frame.explorer != explorer:
                kept.append(frame)
        self.stack = kept

    def go_on(self) -> None:
        """Drops the settled frames; without frames the explorer action is done."""
        while self.stack:
            frame = self.stack[-1]
            if isinstance(frame, Settle):
                space = self.where[frame.explorer]
                if self.bears_on(space):
                    if self.bear_ways(space, {space}):
                        return
                    bear = self.bears[space][-1]  # I30: no legal direction for the second
                    self.bear_leaves(bear, space)
                    self.bears_in_supply += (bear,)
                    continue
            elif isinstance(frame, Danger):
                if frame.asked:
                    return
            elif isinstance(frame, Take):
                place = self.where[frame.explorer]
                if any(self.lying[place, item] for item in ITEMS):
                    return
            else:
                raise AssertionError("nothing is settled during a walk")
            self.stack.pop()
        self.finish_explorer_action()

    def finish_explorer_action(self) -> None:
        self.explorer_done = True
        self.end_turn_if_done()

    # --- the end of a turn and of the game --------------------------------------------------------

    def end_turn_if_done(self) -> None:
        """Both actions are done, or the floe action is impossible as things stand (I17)."""
        assert self.active is not None
        if self.explorer_done and (self.floe_done or not self.floe_moves(self.active)):
            self.end_turn()

    def end_turn(self) -> None:
        """The next player clockwise; I32: the last turn of a draw."""
        assert self.active is not None
        self.turns += 1
        self.floe_done = self.explorer_done = False
        self.active = (self.active + 1) % self.seats
        if self.turns == LAST_TURN:
            self.drawn_hex = True
            self.end_game()

    def end_game_if_won(self, seat: int) -> None:
        """I31: explorers on enough different Siberian stations."""
        reached = {place for (owner, _), place in self.where.items() if owner == seat}
        if len(reached & set(SIBERIA)) >= self.goal:
            self.winner = seat
            self.end_game()

    def end_game(self) -> None:
        self.phase = "over"
        self.active = None
        self.floe_done = self.explorer_done = False
        self.stack = []


def shares(numbers: dict[str, int]) -> dict[str, Fraction]:
    """Outcomes and how many there are of each, as chances."""
    total = sum(numbers.values())
    return {text: Fraction(number, total) for text, number in numbers.items()}
