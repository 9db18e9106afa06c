"""Positions of all games after some moves."""

from __future__ import annotations

import random

import icefield
from icefield.core.game import Position

KEYS = sorted(icefield.keys())


def after(key: str, plies: int, seats: int | None = None) -> Position:
    position, choice = icefield.game(key).start(seats), random.Random(3)
    for _ in range(plies):
        if position.turn is not None:
            position = position.play(choice.choice(position.moves()), position.turn)
    return position
