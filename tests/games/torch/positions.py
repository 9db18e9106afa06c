"""Positions for the tests of torch: from their parts, or played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.games.torch.position import TorchPosition

from .kernel.reference import first_tiles

SUITS = "SMCA"
SPACES = [column + row for row in "54321" for column in "abcde"]
RECORDED = Path(__file__).parent / "data" / "recorded_game.txt"


def start(seats: int = 4, **options: Any) -> TorchPosition:
    found = icefield.game("torch").start(seats, **options)
    assert isinstance(found, TorchPosition)
    return found


def read(text: str, **options: Any) -> TorchPosition:
    found = icefield.game("torch").read(text, **options)
    assert isinstance(found, TorchPosition)
    return found


def board(on: str, tiles: str | None, gone: str, seats: int) -> str:
    """The first word of a position text."""
    lie = first_tiles(seats)
    if tiles is not None:
        lie = {word[3:]: word[:2] for word in tiles.split()}
    lie = {space: tile for space, tile in lie.items() if space not in gone.split()}
    standing: dict[str, list[str]] = {}
    for word in on.split():
        standing.setdefault(word[3:], []).append(word[:2])
    for space in standing:
        assert space in lie, f"nothing to stand on at {space}"
        standing[space].sort(key=lambda p: (SUITS.index(p[0]), p[1]))
    cells = [
        ":".join([lie[s], "+".join(standing[s])] if s in standing else [lie[s]])
        if s in lie
        else "-"
        for s in SPACES
    ]
    return "/".join(",".join(cells[i : i + 5]) for i in range(0, 25, 5))


def put(
    on: str,
    *,
    tiles: str | None = None,
    gone: str = "",
    suits: str = SUITS,
    phase: str = "move",
    **fields: Any,
) -> TorchPosition:
    """A position: `put("SA@d4 MB@d4", gone="a1", phase="number", votes="5---")`.

    The tiles are those of the start without `gone`, or exactly `tiles` ("S2@a5 M0@c3").
    """
    seats = len(suits)
    torch = fields.pop("torch", suits[0])
    known = {
        "suits": suits,
        "return": 0,
        "limit": 20,
        "phase": phase,
        "round": 1,
        "torch": torch,
        "turn": torch,
        "coins": "3" * seats,
        "scores": ",".join("0" * seats),
        "rolls": "5" + "0" * (seats - 1),
    }
    known |= {name.removesuffix("_"): value for name, value in fields.items()}
    words = [board(on, tiles, gone, seats), *(f"{k}={v}" for k, v in known.items() if v != "")]
    return read(" ".join(words))


FOUR = "SA@a2 MA@b2 CA@d2 AA@e2"  # a pyramid of each of four players, far from each other
THREE = "SA@a2 MA@b2 CA@d2"
TWELVE = "SA@a2 SB@b5 SC@c1 MA@b2 MB@b4 MC@c4 CA@d2 CB@d5 CC@d4 AA@e2 AB@e4 AC@e3"


def play(position: TorchPosition, *moves: str) -> TorchPosition:
    """Play moves; `3:vote:5` is seat 3's."""
    for move in moves:
        seat = int(move[0]) if move[1:2] == ":" else None
        after = position.play(move[2:] if seat is not None else move, seat)
        assert isinstance(after, TorchPosition)
        position = after
    return position


def vote(position: TorchPosition, votes: str) -> TorchPosition:
    """The votes by seat, `x` for a seat that has none."""
    return play(position, *(f"{s}:vote:{v}" for s, v in enumerate(votes) if v != "x"))


def decline_all(position: TorchPosition) -> TorchPosition:
    while position.phase.endswith("-coins"):
        position = play(position, "decline")
    return position


def texts(position: TorchPosition, seat: int | None = None) -> list[str]:
    return [move.text for move in position.moves(seat)]


def refusal(position: TorchPosition, move: str, seat: int | None = None) -> tuple[str, str | None]:
    """Code and rule of why not; `play` says the same and changes nothing."""
    why = position.explain(move, seat)
    assert why is not None, f"{move} is legal"
    before = str(position), hash(position), position.history
    with pytest.raises(icefield.IcefieldError) as caught:
        position.play(move, seat)
    assert caught.value.refusal == why
    assert (str(position), hash(position), position.history) == before
    return why.code, why.rule


def recorded() -> list[TorchPosition]:
    """Every position of the recorded game."""
    positions = [start(4)]
    for move in RECORDED.read_text(encoding="utf-8").split():
        positions.append(play(positions[-1], move))
    return positions


def variant(rng: random.Random, seats: int) -> TorchPosition:
    """A start with random options."""
    return start(
        seats,
        suits=rng.choice([None, "".join(rng.sample(SUITS, seats))]),
        return_moves=rng.random() < 0.3,
        quiet_rounds=rng.choice([1, 2, 3, 20]),
    )


def decide(position: TorchPosition, rng: random.Random, bars: float = 0.03) -> tuple[str, int]:
    """A random decision: sometimes a verdict, else a random move of a random decider."""
    if position.in_ballot and rng.random() < bars:
        verdict = f"bar:{rng.choice(position.suits)}"
        if position.explain(verdict) is None:
            return verdict, position.deciders[0]
    seat = rng.choice(position.deciders) if position.deciders else icefield.CHANCE
    moves = texts(position, seat)
    if position.phase == "move" and rng.random() < 0.5:  # sinking makes games short and strange
        heavy = [move for move in moves if move[0] in "EF"]
        moves = heavy or moves
    return rng.choice(moves), seat


LONGEST = 3000  # decisions; random games take a few hundred


def random_game(seed: int | str, seats: int, bars: float = 0.03) -> Iterator[TorchPosition]:
    """The positions of a random game with random options, from its start to its end."""
    rng = random.Random(f"{seed} {seats}")
    position = variant(rng, seats)
    yield position
    for _ in range(LONGEST):
        if position.turn is None:
            return
        move, seat = decide(position, rng, bars)
        after = position.play(move, seat)
        assert isinstance(after, TorchPosition)
        position = after
        yield position
    raise AssertionError(f"no end after {LONGEST} decisions: {position}")


@cache
def sample_positions() -> tuple[TorchPosition, ...]:
    """Positions of random games, and views of those in a ballot."""
    found = [p for seed in range(6) for p in random_game(f"notation {seed}", 3 + seed % 2)]
    views = [p.view(seat) for p in found if p.in_ballot for seat in (None, 0, 2)]
    return tuple(found + views)
