"""The rules of a game that a player can break, found in two ways.

They are named in a refusal of the sources, or random tries are refused with them.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import icefield
from icefield.core.errors import Refusal
from icefield.core.game import CHANCE, Game, Move, Position
from icefield.testing.sample import decide, variants

GAMES = Path(icefield.__file__).parent / "games"


def numbers(game: Game) -> list[str]:
    return [rule.number for rule in game.rules]


def named(game: Game, folder: Path | None = None) -> set[str]:
    """The rule numbers in calls that make refusals, or given as a `rule` argument."""
    known = set(numbers(game))
    return {
        each.value
        for path in sorted((folder or GAMES / game.key).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for told in _told(call)
        for each in ast.walk(told)
        if isinstance(each, ast.Constant) and each.value in known
    }


def _told(call: ast.Call) -> list[ast.expr]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if "refus" in name.lower():
        return [*call.args, *(keyword.value for keyword in call.keywords)]
    return [keyword.value for keyword in call.keywords if keyword.arg == "rule"]


def met(game: Game, games: int = 2, seed: int = 1) -> set[str]:
    """The rule numbers that random touches and moves out of place are refused with."""
    rng = random.Random(seed)
    found = set()
    for variant in variants(game):
        for _ in range(games if not variant.options else 1):
            position = variant.start(game)
            seen: list[Move] = []
            for _ in range(300):
                if position.turn is None:
                    break
                if position.turn != CHANCE and rng.random() < 0.2:
                    found |= {r.rule for r in _refusals(position, seen, rng) if r.rule}
                seat, move = decide(position, rng)
                seen = [*seen[-59:], move]
                position = position.play(move, seat)
    return found


def _refusals(position: Position, seen: list[Move], rng: random.Random) -> Iterator[Refusal]:
    places = sorted(position.scene(position.turn).touchable())
    begun = rng.choice(position.moves()).touches[:-1]
    for seat in range(position.seats):
        tries = [
            position.explain_touches((*before, place), seat)
            for place in rng.sample(places, min(8, len(places)))
            for before in ((), begun)
        ]
        tries += [position.explain(move, seat) for move in rng.sample(seen, min(5, len(seen)))]
        yield from (each for each in tries if each is not None)


def breakable(game: Game) -> list[str]:
    """In the order of the rules."""
    found = named(game) | met(game)
    return [number for number in numbers(game) if number in found]
