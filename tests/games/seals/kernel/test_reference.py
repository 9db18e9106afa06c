"""The engine against the slow second implementation, ply by ply."""

from __future__ import annotations

import os
import random

import pytest

import icefield

from ..positions import play, read, start
from .reference import ICE, START, Reference, perft, square_of
from .same_game import assert_same, same_game

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES, PARTS = (2400, 6) if SOAK else (300, 1)
BOARDS, SETS = 1500, 4 if SOAK else 1
ENDINGS = {"S8", "S9", "S10"}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.slow
def test_random_games_are_the_same_ply_by_ply(part: int) -> None:
    endings: set[str] = set()
    for seed in range(part, GAMES, PARTS):
        rng = random.Random(seed)
        endings.add(same_game(start(), Reference.read(START), rng))
    assert endings == ENDINGS


def random_board(rng: random.Random) -> Reference:
    """A board that need not be reachable: any tokens and discs, often close together."""
    spaces = sorted(ICE)
    rng.shuffle(spaces)
    if rng.random() < 0.4:
        x, y = spaces[0]
        spaces.sort(key=lambda space: max(abs(space[0] - x), abs(space[1] - y)) > 1)
    seals, bears = rng.choice((0, 1, 1, 2, 2)), rng.choice((0, 1, 1, 2, 2))
    holes = rng.choice((rng.randrange(49), rng.randrange(42, 49)))
    on_seals, on_bears = frozenset(spaces[:seals]), frozenset(spaces[seals : seals + bears])
    discs = frozenset(spaces[4 : 4 + holes])
    return Reference(on_seals, on_bears, discs, rng.choice("sb"), rng.random() < 0.4)


@pytest.mark.parametrize("part", range(SETS))
def test_random_boards_are_the_same_with_everything_that_follows(part: int) -> None:
    rng, endings, refusals = random.Random(f"boards {part}"), set(), 0
    for _ in range(BOARDS):
        theirs = random_board(rng)
        other = Reference(
            theirs.seals, theirs.bears, theirs.discs, "sb"[theirs.mover == "s"], passed=False
        )
        if theirs.passed and other.rule() is None and other.token_moves():
            with pytest.raises(icefield.BadNotation, match="could have moved") as caught:
                read(theirs.text())
            assert caught.value.rule == "S3"
            refusals += 1
            continue
        ours = read(theirs.text())
        assert_same(ours, theirs)
        endings.add(theirs.rule())
        for move in theirs.moves():
            assert_same(play(ours, move), theirs.play(move))
    assert endings == {*ENDINGS, None}
    assert refusals > 0


def test_the_reference_counts_the_same_perft() -> None:
    assert [perft(Reference.read(START), depth) for depth in (1, 2, 3)] == [16, 256, 4710]
    assert square_of("b2") in Reference.read(START).seals
