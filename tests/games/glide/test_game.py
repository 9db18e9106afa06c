"""Games on custom levels pass the contract too, also for one and three players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from icefield.games.glide.position import GlidePosition
from icefield.play.record import Record, read_records
from icefield.testing import GameContract
from icefield.testing.sample import Playthrough, Variant, play

from .positions import play as made
from .positions import random_level, read, start


class TestOwnLevels(GameContract):
    key = "glide"
    data = Path(__file__).parent
    nodes = 1000
    history_rules = frozenset({"G10"})

    def plays(self) -> list[Playthrough]:
        cls = type(self)
        if "_own" not in cls.__dict__:
            rng, found = random.Random("own levels"), []
            for i in range(24):
                seats, side = (1, 3, 3, 4)[i % 4], (3, 5, 7, 11)[i // 4 % 4]
                board = random_level(rng, seats, side)
                eliminate = ("at-once", "at-turn")[i % 2]
                variant = Variant(seats, {"board": board, "eliminate": eliminate})
                found.append(play(self.game, variant, rng, self.longest))
            cls._own = [one for one in found if one.made]  # type: ignore[attr-defined]
        return cls.__dict__["_own"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "first",
    [
        start(),
        start(board="c7", seats=4, eliminate="at-turn"),
        start(board="P.*/.../*.*", repetition="continue"),
        start(board="P.*/Q../*.R"),
        read("....*/...../Q..../...../PR... Q 1", seats=4),
    ],
    ids=str,
)
def test_records_of_any_board_read_back(first: GlidePosition) -> None:
    rng, position = random.Random(str(first)), first
    for _ in range(6):
        if position.turn is not None:
            position = made(position, rng.choice(position.moves()).text)
    record = Record.of(position)
    assert (record.start is None) == (first == start())
    (again,) = read_records(str(record))
    assert again.replay()[0] == first
    assert again.replay()[-1] == position
    assert again.replay()[-1].seats == position.seats
