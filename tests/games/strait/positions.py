"""Positions for the tests of strait: from what is where, or played."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import icefield
from icefield.core.game import CHANCE
from icefield.games.strait.position import StraitPosition
from icefield.testing.sample import decide

ALASKA = ("shishmaref", "nuluk", "ikpek", "mitletukeruk", "wales", "tincity")
SIBERIA = ("uelen", "naukan", "chini", "lavrentiya")
ENTRIES = ("a8", "b1", "c8", "e1", "e8", "g1", "h7", "i1")
DECK = "111:1,101:1,011:1,001:2,100:2,010:2,110:3,200:1,020:1,D110:2"
TILES = {3: 4, 5: 4, 9: 4, 7: 3, 11: 3, 13: 3, 21: 3}
SENDS = "e6:18,e5:18:b"
"""Grey walks from e6 to e5 and sends the bear on to Diomede."""
APART = "e6:18,e5:35:b"
"""The same, but towards Diomede e5 has three ridges."""


def start(seats: int = 2, **options: Any) -> StraitPosition:
    """A start with tiles drawn one by one (I9), unless the options say otherwise."""
    found = icefield.game("strait").start(seats, **{"tiles": "drawn", **options})
    assert isinstance(found, StraitPosition)
    return found


def read(text: str, **options: Any) -> StraitPosition:
    found = icefield.game("strait").read(text, **options)
    assert isinstance(found, StraitPosition)
    return found


def put(
    floes: str = "", explorers: str = "", packs: str = "", *, seats: int = 2, **fields: object
) -> StraitPosition:
    """A position after the set-up, at the start of seat 0's turn unless fields differ.

    Explorers that are not given stand on the emptiest Alaskan stations.
    """
    return read(text(floes, explorers, packs, seats=seats, **fields))


def text(
    floes: str = "", explorers: str = "", packs: str = "", *, seats: int = 2, **fields: object
) -> str:
    """The text that `put` reads."""
    known: dict[str, object] = {
        "seats": seats,
        "goal": 3,
        "phase": "turn",
        "first": 0,
        "active": 0,
        "floes": floes,
        "explorers": _everybody(explorers, seats),
        "packs": "/".join([*filter(None, packs.split("/")), *["-"] * 4][:seats]),
        "deck": DECK,
        **fields,
    }
    return " ".join(f"{name}={value}" for name, value in known.items() if value != "")


def _everybody(given: str, seats: int) -> str:
    teams = [[] if own in ("", "-") else own.split(".") for own in given.split("/")]
    teams += [[] for _ in range(seats - len(teams))]
    crowd = Counter(place for own in teams for place in own)
    for own in teams:
        while len(own) < 3:
            station = min(ALASKA, key=lambda name: crowd[name])
            own.append(station)
            crowd[station] += 1
    return "/".join(".".join(own) for own in teams)


def play(position: StraitPosition, *moves: str) -> StraitPosition:
    """Play legal moves; an AssertionError names the first that is not one of them."""
    for move in moves:
        assert move in legal(position), f"{position}: {move} is not one of {legal(position)}"
        after = position.play(move)
        assert isinstance(after, StraitPosition)
        position = after
    return position


def legal(position: StraitPosition, *heads: str) -> list[str]:
    """The legal moves; with `heads` those that begin with one of them."""
    found = [move.text for move in position.moves()]
    return [move for move in found if not heads or move.startswith(heads)]


def ways(position: StraitPosition, place: str) -> list[str]:
    """The legal steps and swims from a place."""
    return legal(position, f"{place}-", f"{place}~")


def acts(position: StraitPosition) -> list[str]:
    """The legal floe actions."""
    return legal(position, "drift:", "turn:", "discover")


def loose(position: StraitPosition) -> tuple[int, int, int]:
    """Rope, fish and bears that lie or stand on the board or on the drawn tile."""
    lying = [*(position.items(place) for place in position.map.places), position.load]
    rope, fish, bears = (sum(column) for column in zip(*lying, strict=True))
    return rope, fish, bears


def totals(position: StraitPosition) -> tuple[int, int, int]:
    """All rope, fish and bears: on the board, in the rucksacks, in the supply (I7)."""
    ropes, fish = (sum(column) for column in zip(*position.packs, strict=True))
    lying, supply = loose(position), position.supply
    return lying[0] + ropes + supply[0], lying[1] + fish + supply[1], lying[2] + supply[2]


def at(position: StraitPosition, place: str) -> list[int]:
    """The owners of the explorers at a place."""
    return [seat for seat, own in enumerate(position.explorers) for x in own if x == place]


def all_tiles(hexes: list[str], **cargo: str) -> str:
    """All 24 tiles, one on each of the hexes."""
    masks = [mask for mask, count in TILES.items() for _ in range(count)]
    return ",".join(
        f"{name}:{mask}" + (f":{cargo[name]}" if name in cargo else "")
        for name, mask in zip(hexes, masks, strict=True)
    )


def random_game(seed: str, seats: int, decisions: int, **options: Any) -> list[StraitPosition]:
    """The positions of a random game, so many decisions of it at most."""
    rng, position = random.Random(seed), start(seats, **options)
    found = [position]
    while position.turn is not None and len(found) <= decisions:
        seat, move = decide(position, rng)
        after = position.play(move, seat)
        assert isinstance(after, StraitPosition)
        position = after
        found.append(position)
    return found


DEALT = (3, 3, 5, 9, 21, 5, 7, 11, 13, 3, 3, 21)
"""Tiles in the order in which they are dealt."""


def dealt(
    seats: int = 2, first: int = 0, tiles: tuple[int, ...] = DEALT, **options: Any
) -> StraitPosition:
    """A start with tiles dealt to the players (I9)."""
    position = play(start(seats, tiles="dealt", **options), f"start:{first}")
    return play(position, *(f"tile:{mask}" for mask in tiles))


def is_chance(position: StraitPosition) -> bool:
    return position.turn == CHANCE


# -- bears ----------------------------------------------------------------------------------------


def sent_north(
    floes: str, explorers: str, packs: str = "f", *, seats: int = 2, **fields: object
) -> StraitPosition:
    """Seat 0 on e6 has stopped on e5 and sent the bear to Diomede."""
    position = put(floes, explorers, packs, seats=seats, **fields)
    return play(position, "e6-e5", "stop", "send:N")


def bears(position: StraitPosition) -> dict[str, int]:
    found = {place: position.items(place)[2] for place in position.map.places}
    return {place: number for place, number in found.items() if number}


def directions(position: StraitPosition) -> list[str]:
    return [move.removeprefix("send:") for move in legal(position, "send:")]


# -- texts ----------------------------------------------------------------------------------------

SPREAD = ("a2", "a4", "a6", "c1", "c3", "c5", "c7", "e2", "e6", "g3", "g5", "g7")
TWELVE = ",".join(
    f"{name}:{mask}" for name, mask in zip(SPREAD, [3] * 4 + [5] * 4 + [9] * 4, strict=True)
)
BEARS = "e6:18,e5:18:rb,f4:9:b"  # Grey on e6, others on Diomede


@cache
def phases() -> dict[str, tuple[StraitPosition, ...]]:
    """Positions of every phase."""
    put_down = play(start(3), "start:1", "tile:13", "card:111")
    stationed = read(
        f"seats=2 phase=station first=0 active=1 floes={TWELVE} explorers=-/- packs=rf/rf"
        f" deck={DECK}"
    )
    top = put("e7:18:r,e6:18:rf,c3:9:b", "e7", "rf/-", diomede="rf", stations="wales:rrf")
    found = play(top, "discover")
    walked = play(top, "e7-e6")
    stopped = play(put(BEARS, "e6/e4", "fff/ff"), "e6-e5", "stop")
    endangered = play(stopped, "send:N")
    escaped = play(endangered, "e4-f4")
    driven = play(escaped, "send:SW")
    lying = dealt(3, 1)
    choosing = play(lying, "card:111")
    won = play(put("a3:3", "uelen.chini.a3/uelen"), "a3-naukan")
    drawn = play(put("c4:9", turns=999), "turn:c4:cw", "end")
    twice = play(put("e6:18,e5:18:bb", "e6", "ff"), "e6-e5", "stop", "send:N")
    full = put(all_tiles([f"{c}{n}" for c in "acf" for n in range(1, 8)] + ["h1", "h2", "h3"]))
    return {
        "start": (start(2), start(3), start(4, goal=2)),
        "tile": (
            *(play(start(3), "start:1"), found, play(full, "discover:c1")),
            *(dealt(3, 1, ()), dealt(4, 3, DEALT[:7]), dealt(2, 0, DEALT[:11])),
        ),
        "card": (
            *(play(start(3), "start:1", "tile:13"), play(found, "tile:5")),
            *(lying, play(choosing, "put:c3:9")),
        ),
        "put": (
            *(put_down, play(found, "tile:5", "card:D110"), play(found, "tile:5", "card:020")),
            *(choosing, play(lying, "card:D110")),
        ),
        "station": (stationed, play(stationed, "station:wales", "station:nuluk")),
        "turn": (top, play(top, "turn:e7:cw"), play(top, "fish"), play(top, "drop:e7:rope"), full),
        "move": (walked, play(walked, "drop:e6:rope"), play(walked, "e6~e5~e4")),
        "send": (stopped, escaped, twice),
        "bounce": (endangered, driven),
        "take": (play(walked, "stop"), play(walked, "stop", "drop:e6:fish")),
        "over": (won, drawn),
    }
