"""Grades of difficulty."""

from __future__ import annotations

import pytest

from icefield.analysis.puzzles.grades import count_tempting, grade, possible_grades
from icefield.search.verdict import Continuation

pytestmark = pytest.mark.usefixtures("tablebase_folder")


@pytest.mark.parametrize(
    ("plies", "temptations", "expected"),
    [
        *((1, 9, 1), (2, 0, 1), (3, 0, 1), (7, 0, 1), (5, 2, 2), (9, 0, 2)),
        *((9, 1, 2), (9, 2, 3), (7, 4, 3), (7, 9, 3), (9, 4, 4), (11, 4, 5)),
        *((17, 0, 5), (39, 20, 5)),
    ],
)
def test_grades(plies: int, temptations: int, expected: int) -> None:
    assert grade(plies, temptations) == expected
    assert expected in possible_grades(plies)


def test_a_wrong_move_looks_good_when_neither_it_nor_the_solution_is_seen_through() -> None:
    others = {
        "draws": Continuation("draw", None, ()),
        "loses late": Continuation("loss", 6, ()),
        "loses soon": Continuation("loss", 4, ()),
    }
    assert count_tempting(5, others) == 2
    assert count_tempting(4, others) == 0  # the win is in sight
    assert count_tempting(1, others) == 0
