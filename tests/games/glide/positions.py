"""Positions and levels for the tests of glide: read, played or drawn at random."""

from __future__ import annotations

import random
from typing import Any

from babel.messages.pofile import read_po

import icefield
from icefield.games import data_folder
from icefield.games.glide.position import GlidePosition

from .kernel.reference import LETTERS, Reference

P, Q, R, S = range(4)
CYCLE = ("right", "down", "left", "up")
"""Four moves that lead from the start of c5 for two back to it."""


def read(text: str, **options: Any) -> GlidePosition:
    found = icefield.game("glide").read(text, **options)
    assert isinstance(found, GlidePosition)
    return found


def start(**options: Any) -> GlidePosition:
    found = icefield.game("glide").start(**options)
    assert isinstance(found, GlidePosition)
    return found


def play(position: GlidePosition, *moves: str) -> GlidePosition:
    for move in moves:
        after = position.play(move)
        assert isinstance(after, GlidePosition)
        position = after
    return position


def legal(position: GlidePosition) -> list[str]:
    return [move.text for move in position.moves()]


def ends_by(position: GlidePosition) -> str | None:
    return None if position.outcome is None else position.outcome.rule


def random_level(rng: random.Random, seats: int, side: int) -> str:
    """A level in one line; now and then the players stand close together."""
    middle = (side // 2, side // 2)
    squares = [(x, y) for x in range(side) for y in range(side) if (x, y) != middle]
    rng.shuffle(squares)
    if rng.random() < 0.5:
        x, y = rng.choice(((0, 0), (0, side - 1), squares[0]))
        squares.sort(key=lambda at: max(abs(at[0] - x), abs(at[1] - y)) > 1)
    floes = rng.randrange(seats + 1, min(len(squares), seats + 2 + side * side // 2) + 1)
    signs = dict.fromkeys(squares[:floes], "*")
    for letter, at in zip(LETTERS, squares[:seats], strict=False):
        signs[at] = letter
    return "/".join(
        "".join(signs.get((x, y), ".") for x in range(side)) for y in range(side - 1, -1, -1)
    )


def after_random_moves(seed: int, plies: int) -> GlidePosition:
    """So many random moves from some start, or fewer to the end."""
    rng = random.Random(seed)
    seats = rng.choice((1, 2, 2, 3, 4, 4))
    eliminate = rng.choice(("at-once", "at-turn"))
    if seats in (2, 4) and rng.random() < 0.5:
        position = start(seats=seats, board=rng.choice(("c5", "c7")), eliminate=eliminate)
    else:
        board = random_level(rng, seats, rng.choice((3, 5, 5, 7, 9, 11)))
        position = start(board=board, eliminate=eliminate)
    for _ in range(plies):
        if position.turn is None:
            break
        position = play(position, rng.choice(position.moves()).text)
    return position


def both(
    board: str, seats: int, repetition: str, eliminate: str
) -> tuple[GlidePosition, Reference]:
    """The same start in both implementations."""
    ours = start(board=board, seats=seats, repetition=repetition, eliminate=eliminate)
    return ours, Reference.start(board, seats, repetition, eliminate)


def catalogue(prefix: str) -> set[str]:
    """The ids of the game's English sentences with that prefix, without it."""
    po = data_folder("glide") / "locale" / "en" / "LC_MESSAGES" / "glide.po"
    with po.open("rb") as file:
        ids = [str(entry.id) for entry in read_po(file)]
    return {id_.removeprefix(prefix) for id_ in ids if id_.startswith(prefix)}
