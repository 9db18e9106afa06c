"""Searches and repeated positions.

A forced win that would lead through a third occurrence (G10) is none.
"""

from __future__ import annotations

import numpy as np

import icefield
from icefield.core import jit
from icefield.core.abilities import Repeating
from icefield.core.game import Position
from icefield.search import Limits, alphabeta

GLIDE = icefield.game("glide")
WON = ".***Q/...*./P**.*/..*../**... P 0"  # P wins in 3


def there_and_back(position: Position) -> Position | None:
    """The same position again after both have gone and come back, if that can be."""
    for first in position.moves():
        one = position.play(first)
        for second in one.moves() if one.turn is not None else ():
            two = one.play(second)
            for third in two.moves() if two.turn is not None else ():
                three = two.play(third)
                for fourth in three.moves() if three.turn is not None else ():
                    four = three.play(fourth)
                    if str(four).split()[:2] == str(position).split()[:2]:
                        return four
    return None


def worn(position: Position) -> list[str]:
    assert isinstance(position, Repeating)
    return [" ".join(str(each).split()[:2]) for each in position.worn()]


def test_G10_what_occurred_twice_is_worn() -> None:
    start = GLIDE.start()
    again = there_and_back(start)
    assert again is not None
    assert worn(start) == []
    assert worn(again) == [" ".join(str(start).split()[:2])]


def test_G10_nothing_is_worn_where_play_goes_on() -> None:
    again = there_and_back(GLIDE.start(repetition="continue"))
    assert again is not None
    assert worn(again) == []


def test_G10_no_forced_win_leads_through_a_worn_position() -> None:
    position = GLIDE.read(WON)
    report = alphabeta.search(position, Limits(depth=5))
    assert report.exact
    assert (report.value, report.plies) == (1.0, 3)
    ways = [move for move in position.moves() if wins_by(position, move)]
    searcher = alphabeta.Searcher(position, alphabeta.table_for_limits(Limits(nodes=100_000)))
    keys = [jit.key(searcher.tag, position.play(move).state) for move in ways]
    assert keys
    searcher.worn = np.array(keys, dtype=np.uint64)
    value, _ = searcher.window(3, -alphabeta.INFINITE, alphabeta.INFINITE)
    assert not alphabeta.is_decided(value, position)


def wins_by(position: Position, move: icefield.Move) -> bool:
    """Whether this move wins within three plies."""
    after = position.play(move)
    if after.outcome is not None:
        return position.turn in after.outcome.winners
    report = alphabeta.search(after, Limits(depth=2))
    return report.exact and report.value < 0
