"""Positions for the tests of strait: written from what lies and stands where, or played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import icefield
from icefield.core.game import CHANCE
from icefield.games.strait.rules import StraitPosition
from icefield.testing.sample import decide

ALASKA = ("shishmaref", "nuluk", "ikpek", "mitletukeruk", "wales", "tincity")
SIBERIA = ("uelen", "naukan", "chini", "lavrentiya")
ENTRIES = ("a8", "b1", "c8", "e1", "e8", "g1", "h7", "i1")
DECK = "111:1,101:1,011:1,001:2,100:2,010:2,110:3,200:1,020:1,D110:2"
TILES = {3: 4, 5: 4, 9: 4, 7: 3, 11: 3, 13: 3, 21: 3}
N, NE, SE, S, SW, NW = (1 << i for i in range(6))
"""The bits of a floe's broken edges."""


def start(seats: int = 2, **options: Any) -> StraitPosition:
    found = icefield.game("strait").start(seats, **options)
    assert isinstance(found, StraitPosition)
    return found


def read(text: str, **options: Any) -> StraitPosition:
    found = icefield.game("strait").read(text, **options)
    assert isinstance(found, StraitPosition)
    return found


def put(
    floes: str = "", explorers: str = "", packs: str = "", *, seats: int = 2, **fields: object
) -> StraitPosition:
    """A position of the game after the set-up: seat 0 is at the beginning of its turn unless the
    fields say otherwise. Explorers that are not given stand on the emptiest Alaskan stations."""
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
    lying = [position.items(place) for place in position.map.places]
    if position.hand is not None:
        lying.append(position.hand[1])
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


def is_chance(position: StraitPosition) -> bool:
    return position.turn == CHANCE
