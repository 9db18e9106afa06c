"""Turns in tests: positions with a win within one, and where a turn ends."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from icefield.core.game import Move, Position

FILE: Final = Path(__file__).with_suffix(".toml")
_MAX_DECISIONS: Final = 60


def own_turn_cases(kind: str) -> list[tuple[str, str]]:
    """The games and texts of positions of a kind: `win` or `prevent`."""
    table = tomllib.loads(FILE.read_text("utf-8"))[kind]
    return [(key, text) for key, texts in table.items() for text in texts]


def turn_number(position: Position) -> object:
    """A value that changes when the turn passes to another player."""
    active = getattr(position, "active", None)
    return (position.turn if active is None else active), getattr(position, "turns", None)


def random_answer(position: Position, rng: random.Random) -> Move:
    """A random move, of chance by its odds."""
    odds = position.odds()
    if odds:
        return rng.choices([*odds], [float(odd) for odd in odds.values()])[0]
    return rng.choice(position.moves())


def finish_turn(
    position: Position, choose: Callable[[Position], Move], rng: random.Random
) -> Position:
    """The position after the turn of the seat to decide; chance and others are random."""
    seat, turn = position.turn, turn_number(position)
    for _ in range(_MAX_DECISIONS):
        if position.outcome is not None or turn_number(position) != turn:
            return position
        own = position.turn == seat
        position = position.play(choose(position) if own else random_answer(position, rng))
    raise AssertionError("a turn without end")
