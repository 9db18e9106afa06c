"""The proof that comes with the game: the seals win from the start."""

from __future__ import annotations

import lzma
import os
import random
import time

import pytest

from icefield.analysis.strategy_check import BadStrategy, CheckedStrategy, check
from icefield.core.jit import INTERPRETED
from icefield.games import data_folder, game

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
SHARE = 1.0 if SOAK else 0.005
"""Of the positions that the answers end in, so many are solved again, others every time."""
STRATEGY = data_folder("seals") / "start.strategy"


@pytest.fixture(scope="module")
def content() -> bytes:
    return STRATEGY.read_bytes()


@pytest.fixture(scope="module")
def checked(content: bytes) -> CheckedStrategy:
    """Every answer walked; of the positions it ends in a random share, in soak all."""
    return check(content, share=SHARE, seed=time.time_ns(), workers=2)


@pytest.mark.slow
def test_the_seals_win_from_the_start(checked: CheckedStrategy) -> None:
    assert checked.start == str(game("seals").start())
    assert checked.seat == 0
    assert checked.leaves_checked >= int(SHARE * checked.leaves) > 1000


def test_the_strategy_is_small_enough_to_ship(content: bytes) -> None:
    assert len(content) <= 5_000_000


@pytest.mark.slow
def test_what_it_leaves_to_a_search_is_little(checked: CheckedStrategy) -> None:
    """In positions, not in time: 50 ms are some fifty thousand."""
    assert checked.nodes / checked.leaves_checked < 2_000


def test_an_error_planted_in_it_is_found(content: bytes) -> None:
    """Where much follows; another answer that wins as well would be no error."""
    header, packed = content.split(b"\n", 1)
    stream = bytearray(lzma.decompress(packed))
    answers = [i for i, byte in enumerate(stream) if byte != 255]
    chance = random.Random(7)
    for at in chance.sample(answers[:12], 3):
        damaged = bytearray(stream)
        damaged[at] ^= 1  # another move, or none
        file = header + b"\n" + lzma.compress(bytes(damaged), preset=1)
        with pytest.raises(BadStrategy):
            check(file, share=0.02, workers=2)
