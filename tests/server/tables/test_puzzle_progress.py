"""The counts of the puzzles that a visitor has tried."""

from __future__ import annotations

from icefield.server.tables.puzzle_progress import HINT, RIGHT, SHOWN, WRONG, Progress, Try


def test_runs_are_counted_by_first_tries() -> None:
    def progress(*first: str) -> Progress:
        return Progress(tuple(Try(str(i), how, True, False) for i, how in enumerate(first)))

    assert (progress().streak, progress().best) == (0, 0)
    found = progress(RIGHT, RIGHT, WRONG, RIGHT, HINT)
    assert (found.streak, found.best) == (0, 2)
    found = progress(RIGHT, SHOWN, RIGHT, RIGHT, RIGHT)
    assert (found.streak, found.best) == (3, 3)
