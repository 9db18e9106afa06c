"""`icefield perft`."""

from __future__ import annotations

import pytest

import icefield

from ..conftest import Run
from ..seals_positions import LATE, OVER, START


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 16), (2, 256), (3, 4710)])
def test_perft(run: Run, depth: int, count: int) -> None:
    assert run("perft", "seals", str(depth)).out == f"{count}\n"


def test_perft_split_has_sorted_lines_and_the_total(run: Run) -> None:
    *lines, total = run("perft", "seals", "3", "--split").lines
    moves = [line.split(": ")[0] for line in lines]
    assert moves == [str(move) for move in icefield.game("seals").start().moves()]
    assert sum(int(line.split(": ")[1]) for line in lines) == int(total) == 4710


def test_perft_split_of_depth_0_is_the_total(run: Run) -> None:
    assert run("perft", "seals", "0", "--split").out == "1\n"


def test_perft_from_a_position(run: Run) -> None:
    assert run("perft", "seals", "2", "--position", START).out == "256\n"
    assert run("perft", "seals", "1", "--position", LATE).out == "7\n"
    assert run("perft", "seals", "3", "--position", OVER, "--split").out == "0\n"
