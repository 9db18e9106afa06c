"""Positions for the tests of seals: from squares, at random, or stored."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import icefield
from icefield.games.seals.position import SealsPosition

from .kernel.reference import ICE, Reference, name_of, square_of

SEALS, BEARS = 0, 1
DATA = Path(__file__).parent / "data"
SPACES = frozenset(name_of(square) for square in ICE)


def read(text: str) -> SealsPosition:
    found = icefield.game("seals").read(text)
    assert isinstance(found, SealsPosition)
    return found


def start() -> SealsPosition:
    found = icefield.game("seals").start()
    assert isinstance(found, SealsPosition)
    return found


def put(
    seals: str = "", bears: str = "", discs: str | Iterable[str] = "", turn: str = "s"
) -> SealsPosition:
    """The position with these squares: `put("b2 b7", "g2", discs="c3", turn="b")`.

    `turn` is "s" or "b", with a "p" behind it when the last turn was a pass.
    """
    names = discs.split() if isinstance(discs, str) else discs
    board = Reference(
        seals=frozenset(map(square_of, seals.split())),
        bears=frozenset(map(square_of, bears.split())),
        discs=frozenset(map(square_of, names)),
        mover=turn[0],
        passed=turn[1:] == "p",
    )
    return read(board.text())


def all_but(*lists: str) -> frozenset[str]:
    """All spaces but these, to be discs: `all_but("b2 b7", "g2")`."""
    return SPACES - {name for names in lists for name in names.split()}


def ends_of(position: SealsPosition, start_: str) -> set[str]:
    """Where the token on that square may go."""
    return {move.text[3:] for move in position.moves() if move.text[:2] == start_}


def line(start_: str, dx: int, dy: int, distance: int) -> str:
    """The name of the square that far away; it may be off the board."""
    x, y = square_of(start_)
    return name_of((x + distance * dx, y + distance * dy))


DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
RING_D4 = frozenset(line("d4", dx, dy, d) for dx, dy in DIRECTIONS for d in (1, 2))
"""The spaces that must be holes before a seal on d4 is isolated (S9)."""


def after_random_moves(seed: int, plies: int) -> SealsPosition:
    """A reachable position: so many random moves from the start, or fewer to the end."""
    rng, position = random.Random(seed), start()
    for _ in range(plies):
        if position.turn is None:
            break
        position = play(position, rng.choice(position.moves()).text)
    return position


def play(position: SealsPosition, *moves: str) -> SealsPosition:
    for move in moves:
        after = position.play(move)
        assert isinstance(after, SealsPosition)
        position = after
    return position


@dataclass(frozen=True)
class Stored:
    """A position of an independent program.

    Only some have `winner`, `score`, `best` and `winning` (with perfect play).
    """

    position: str
    over: str | None
    moves: tuple[str, ...]
    winner: str | None = None
    score: int | None = None
    best: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()


@cache
def stored() -> tuple[Stored, ...]:
    """All stored positions."""
    lines = (DATA / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_stored(json.loads(each)) for each in lines)


def _stored(row: dict[str, Any]) -> Stored:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return Stored(**fields)


def solved() -> tuple[Stored, ...]:
    """The stored positions with their result under perfect play."""
    return tuple(each for each in stored() if each.winner is not None)
