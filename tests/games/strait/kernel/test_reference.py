"""Random games against the reference: moves, odds and state at every decision.

Random walkers rarely get anywhere, so the games lean towards steps, swims and bears; a second kind
begins in the middle of the Strait, where bears and explorers meet.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import icefield
from icefield.core.game import CHANCE
from icefield.games.strait.board import rotate
from icefield.games.strait.board_file import load_board as board_of
from icefield.games.strait.position import StraitPosition

from .reference import Reference

GAME = icefield.game("strait")
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES = 300 if SOAK else 12
CROWDED = 10_000 if SOAK else 60
DECISIONS = 150


def snapshot(p: StraitPosition) -> dict[str, Any]:
    """The position in the form of the reference's snapshot."""
    stations = {place: list(p.items(place)[:2]) for place in p.map.stations if any(p.items(place))}
    outcome = p.outcome
    winner = outcome.winners[0] if outcome is not None and outcome.winners else None
    return {
        "turn": p.turn,
        "active": p.active,
        "starter": p.starter,
        "turns": p.turns,
        "goal": p.options["goal"],
        "floes": {hex_: [mask, *p.items(hex_)] for hex_, mask in p.floes.items()},
        "diomede": list(p.items(p.map.diomede)),
        "stations": stations,
        "explorers": [sorted(place for place in own if place) for own in p.explorers],
        "packs": [list(pack) for pack in p.packs],
        "supply": list(p.supply),
        "held": [sorted(own) for own in p.held],
        "bag": p.bag,
        "deck": p.deck,
        "floe_done": p.floe_done,
        "explorer_done": p.explorer_done,
        "winner": winner,
        "drawn": outcome is not None and not outcome.winners,
    }


def choose(position: StraitPosition, rng: random.Random, lean: float) -> str:
    """A random move; `lean` is how often a lively one is preferred.

    Lively moves go into bears and to explorers, fish for their cost, send bears to explorers, or go
    west.
    """
    moves = [move.text for move in position.moves()]
    if rng.random() >= lean:
        return rng.choice(moves)
    crowded = {place for own in position.explorers for place in own if place}
    bears = {hex_ for hex_ in position.floes if position.items(hex_)[2]}
    steps = [m for m in moves if ":" not in m and ("-" in m or "~" in m)]
    into = [m for m in steps if m.replace("~", "-").split("-")[-1] in bears]
    sends = [m for m in moves if m.startswith("send:")]
    hits = [m for m in sends if (marks := position.preview(m).marks) and marks[0].space in crowded]
    wanted = [m for m in moves if m in ("fish", "stop") or m.startswith(("discover", "collect"))]
    wanted += [m for m in moves if m.startswith("put:") and position.active is not None]
    west = sorted(steps, key=lambda m: m.replace("~", "-").split("-")[-1][0])[:2]
    for better in (into, hits, sends, ["stop"] if "stop" in moves and bears else [], west, wanted):
        if better and rng.random() < 0.6:
            return rng.choice(better)
    return rng.choice(moves)


def compare(position: StraitPosition, reference: Reference) -> None:
    assert snapshot(position) == reference.snapshot(), str(position)
    texts = [move.text for move in position.moves()]
    assert texts == reference.moves(), str(position)
    if position.turn == CHANCE:
        odds = {move.text: odd for move, odd in position.odds().items()}
        assert odds == reference.odds()
        assert sum(odds.values()) == Fraction(1)


def play(
    position: StraitPosition, reference: Reference, rng: random.Random, lean: float, decisions: int
) -> Counter[str]:
    """One game side by side; returns how often each phase was decided in."""
    phases: Counter[str] = Counter()
    made = 0
    while position.turn is not None and made < decisions:
        compare(position, reference)
        phases[position.phase] += 1
        made += position.turn != CHANCE
        move = choose(position, rng, lean)
        after, reference = position.play(move), reference.play(move)
        assert isinstance(after, StraitPosition)
        position = after
    compare(position, reference)
    return phases


def from_start(seats: int, seed: int, lean: float) -> Counter[str]:
    dealt = seed % 4 > 0
    position = GAME.start(seats=seats, tiles="dealt" if dealt else "drawn")
    assert isinstance(position, StraitPosition)
    rng = random.Random(f"{seats}-{seed}")
    return play(position, Reference.start(seats, dealt=dealt), rng, lean, DECISIONS)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_random_games_agree_with_the_reference(seats: int) -> None:
    phases: Counter[str] = Counter()
    for seed in range(GAMES):
        phases += from_start(seats, seed, lean=0.85 if seed % 3 else 0.0)
    assert phases.keys() >= {"turn", "move", "take", "put", "station"}


# -- in the thick of it ---------------------------------------------------------------------------


def crowded(seats: int, rng: random.Random) -> StraitPosition:
    """A position with many floes, all bears at sea, full rucksacks and explorers."""
    board = board_of("bering")
    bag = [tile.mask for tile in board.tiles for _ in range(tile.count)]
    rng.shuffle(bag)
    middle = [name for name in board.sea if name[0] in "abcdefg"]
    hexes = rng.sample(middle, min(len(bag), rng.choice((10, 16, 24))))
    floes = {name: rotate(bag.pop(), rng.randrange(6)) for name in hexes}
    bears = Counter(rng.sample([*hexes, *hexes, board.diomede, board.diomede], 5))
    clear = [name for name in (*hexes, board.diomede) if not bears[name]]
    spots = [*clear, *clear, *(station.id for station in board.alaska)]
    rng.shuffle(spots)
    explorers = [[spots.pop() for _ in range(3)] for _ in range(seats)]
    lying = dict.fromkeys(hexes, "") | {name: rng.choice(("r", "f")) for name in hexes[:3]}
    packs = [rng.choice(("rff", "fff", "rrf", "ff", "r", "-")) for _ in range(seats)]
    floe_texts = [
        f"{name}:{mask}" + (f":{items}" if (items := lying[name] + "b" * bears[name]) else "")
        for name, mask in floes.items()
    ]
    fields = {
        "seats": seats,
        "goal": rng.choice((2, 3)),
        "phase": "turn",
        "turns": rng.randrange(900),
        "first": 0,
        "active": rng.randrange(seats),
        "done": rng.choice(("floe", "")),
        "floes": ",".join(floe_texts),
        "diomede": "b" * bears[board.diomede],
        "explorers": "/".join(".".join(own) for own in explorers),
        "packs": "/".join(packs),
        "deck": "111:1,001:2,D110:2",
    }
    position = GAME.read(" ".join(f"{k}={v}" for k, v in fields.items() if v != ""))
    assert isinstance(position, StraitPosition)
    return position


def as_reference(p: StraitPosition) -> Reference:
    """The same position for the reference; at the top of a turn nothing is pending."""
    made = Reference.start(p.seats, p.options["goal"])
    made.phase, made.setting_up = "turn", False
    made.starter, made.active, made.turns = p.starter, p.active, p.turns
    made.floe_done, made.explorer_done = p.floe_done, p.explorer_done
    made.masks = dict(p.floes)
    bears = list(range(5))
    for place in (*p.floes, p.map.diomede, *p.map.stations):
        rope, fish, count = p.items(place)
        made.lying[place, "rope"], made.lying[place, "fish"] = rope, fish
        made.bears[place] = tuple(bears.pop() for _ in range(count))
    made.bears_in_supply = tuple(bears)
    for seat, own in enumerate(p.explorers):
        for i, at in enumerate(own):
            assert at is not None
            made.where[seat, i] = at
        made.packs[seat, "rope"], made.packs[seat, "fish"] = p.packs[seat]
    made.supply["rope"], made.supply["fish"] = p.supply[:2]
    made.bag, made.deck = Counter(p.bag), Counter(p.deck)
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_crowded_positions_agree_with_the_reference(seats: int) -> None:
    phases: Counter[str] = Counter()
    for seed in range(CROWDED):
        rng = random.Random(f"crowded-{seats}-{seed}")
        position = crowded(seats, rng)
        phases += play(position, as_reference(position), rng, lean=0.9, decisions=20)
    assert phases["send"] > CROWDED / 5
    assert phases["bounce"] > CROWDED / 10
