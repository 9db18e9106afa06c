"""The difficulty of a puzzle, counted: the plies to the win and tempting moves.

A wrong move is tempting when a player who sees everything within GLANCE_PLIES, and nothing beyond,
finds it at least as good as the solution: the win of the solution lies beyond, and so does the
refutation of the move. The points of a puzzle are

    4 × own moves to the win + 3 × tempting moves (four count at most)

and up to 17 points make grade 1; every six more are the next grade, up to 5. A win at once is
always grade 1: a player who sees it needs to see nothing else.

All of this follows from what has been proven, so a better or worse evaluation changes no grade.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...search.verdict import Continuation

GLANCE_PLIES: Final = 4
"""Plies that a player sees at a glance, the move itself counted."""
GRADES: Final = (1, 2, 3, 4, 5)
_OWN_MOVE, _TEMPTATION, _STEP = 4, 3, 6  # points
_MOST_TEMPTING: Final = 4


def count_tempting(plies: int, others: Mapping[str, Continuation]) -> int:
    """The number of wrong moves that look as good as a solution of that length."""
    if plies <= GLANCE_PLIES:
        return 0
    return sum(other.plies is None or other.plies > GLANCE_PLIES for other in others.values())


def points(plies: int, tempting: int) -> int:
    """The difficulty in points."""
    own = (plies + 1) // 2
    return _OWN_MOVE * own + _TEMPTATION * min(tempting, _MOST_TEMPTING)


def grade(plies: int, tempting: int) -> int:
    """The difficulty from 1 to 5."""
    if plies == 1:
        return GRADES[0]
    return max(GRADES[0], min(GRADES[-1], points(plies, tempting) // _STEP - 1))


def possible_grades(plies: int) -> set[int]:
    """The grades that a puzzle of that length can have."""
    return {grade(plies, count) for count in range(_MOST_TEMPTING + 1)}
