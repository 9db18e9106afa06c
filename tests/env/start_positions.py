"""The start positions of the tests of environments.

They are every game with every number of seats, and late positions where a whole game would last too
long.
"""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core import jit
from icefield.core.game import Position
from icefield.env.cursor import Cursor, Ground

GAMES = [(key, seats) for key in sorted(icefield.keys()) for seats in icefield.game(key).seats]
every_game = pytest.mark.parametrize(("key", "seats"), GAMES)

_EXPLORERS = ("b5.d6.wales", "a4.d6.nuluk", "e4.tincity.uelen", "g5.i6.shishmaref")
_PACKS = ("rff", "ff", "rf", "rr")


def last_turns(seats: int) -> Position:
    """A position of strait three rounds before the draw (I32)."""
    return icefield.game("strait").read(
        f"seats={seats} goal=3 phase=turn turns={1000 - 3 * seats} first=0 active=0"
        " floes=a4:12:r,b5:6:f,c3:18:b,d6:9:rf,f4:12:b,g5:5,h3:9:rb,i6:10:f diomede=rf"
        f" explorers={'/'.join(_EXPLORERS[:seats])} packs={'/'.join(_PACKS[:seats])}"
        " deck=111:1,001:1,110:2,D110:1"
    )


LATE_TORCH = (
    "-,-,-,-,-/S3:SA+MB,-,-,-,-/-,-,-,-,-/-,-,-,-,C3/-,A5:CC,-,-,- suits=SMC return=0 limit=20"
    " phase=move round=10 torch=M turn=M coins=000 scores=15,45,11 rolls=142"
)
"""Four tiles, four pyramids, three players."""

BALLOT = (
    "-,-,-,-,-/S3:SA+MB,-,-,-,-/-,-,-,-,-/-,-,-,-,C3/-,A5:CC,-,-,- suits=SMC return=0 limit=20"
    " phase=number round=10 torch=M turn=M coins=031 votes=--- scores=15,45,11 rolls=142"
)
"""The same, when the number is about to be voted on."""


def torch(text: str) -> Position:
    return icefield.game("torch").read(text)


def begin(key: str, seats: int) -> Position:
    """A start from which a random game does not last long."""
    return last_turns(seats) if key == "strait" else icefield.game(key).start(seats)


def played(start: Position, seed: int, until: int = 10_000) -> Cursor:
    """A game after so many random decisions, or at its end."""
    cursor, rng, dice = Cursor(Ground(start)), random.Random(seed), jit.generator(seed)
    cursor.draw(dice)
    while not cursor.over and until > 0:
        cursor.act(rng.choice(cursor.actions.tolist()))
        cursor.draw(dice)
        until -= 1
    return cursor
