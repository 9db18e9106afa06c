"""Puzzles: the board, a visitor's progress, and the response to an answer."""

from __future__ import annotations

from typing_extensions import TypedDict

from .board import IconControl, MoveChoice, Reason


class PuzzleBoard(TypedDict):
    """A position of a puzzle; `touches` are empty where no move may be tried."""

    svg: str
    caption: str
    facts: list[str]
    touches: list[MoveChoice]
    controls: list[IconControl]
    over: bool


class PuzzleMove(TypedDict):
    move: str
    name: str
    role: str


class GradeProgress(TypedDict):
    solved: int
    count: int


class PuzzleProgress(TypedDict):
    """Streaks, and the solved puzzles of a game; `grades` has the grade as key."""

    streak: int
    best: int
    solved: int
    count: int
    grades: dict[int, GradeProgress]


class PuzzleState(TypedDict):
    """A puzzle; `status` is "new", "tried", "shown" or "solved"."""

    key: str
    number: int
    grade: int
    side: str
    status: str
    board: PuzzleBoard
    progress: PuzzleProgress


class PuzzleAnswer(TypedDict):
    """Whether a move wins, and the board after it."""

    right: bool
    board: PuzzleBoard
    line: list[PuzzleMove]
    status: str
    progress: PuzzleProgress
    sentence: str


PuzzleHint = TypedDict(
    "PuzzleHint",
    {"sentence": str, "spaces": list[str], "not": str | None, "progress": PuzzleProgress},
)
"""Which piece moves, or a move that is wrong; functional, as "not" is a keyword."""


class PuzzleSolution(TypedDict):
    sentence: str
    line: list[PuzzleMove]
    status: str
    progress: PuzzleProgress


class PuzzlePlay(TypedDict):
    """Playing a puzzle out: whether the last move still wins, and the answer to it."""

    right: bool
    sentence: str
    line: list[PuzzleMove]
    board: PuzzleBoard


PuzzleRefutation = TypedDict(
    "PuzzleRefutation",
    {"sentence": str, "line": list[PuzzleMove], "from": int, "reasons": list[Reason]},
)
"""The reason why a move does not win; `from` counts the moves that the solver played."""
