"""Lessons: a step in progress, and the responses to a learner's actions."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from .board import Board, IconControl, MoveChoice


class LessonFrame(Board):
    """A frame of a step; `said` names the move that led to it."""

    said: str | None


class LessonStage(TypedDict):
    """A step in progress: the frames to show in order, the moves that may be made."""

    frames: list[LessonFrame]
    open: bool
    touches: list[MoveChoice]
    controls: list[IconControl]


class LessonMove(LessonStage):
    """Whether a move is what the step asks for, and the play that follows."""

    right: bool
    done: bool
    sentence: str
    rule: str | None


class LessonTouch(TypedDict):
    """The refusal of touches; `done`: the step asked for just this."""

    done: bool
    refused: bool
    sentence: str
    rule: str | None
    after: str | None
    code: NotRequired[str]


class LessonTry(LessonTouch):
    """A refusal that a step shows, and the touches for it."""

    touches: list[str]


LessonHint = TypedDict(
    "LessonHint",
    {
        "move": str | None,
        "touches": list[str],
        "name": NotRequired[str],
        "try": int | None,
    },
)
"""The next hint: a move, or a try of the step by its number."""


class LessonStep(TypedDict):
    """A step in words."""

    id: str
    task: str
    words: str
    rules: list[str]
    point: list[str]
    tries: list[str]
    watched: bool


class LessonSteps(TypedDict):
    """A lesson of a course, and the ids of its steps."""

    id: str
    steps: list[str]


class LessonText(TypedDict):
    """A lesson in words; `next` is the URL of the next one, `course` has all."""

    key: str
    lesson: str
    steps: list[LessonStep]
    next: str | None
    course: list[LessonSteps]


class LessonCard(TypedDict):
    id: str
    title: str
    steps: list[str]
    rules: list[str]


class CourseCard(TypedDict):
    about: str
    count: int
    lessons: list[LessonCard]


class FirstSeat(TypedDict):
    kind: str
    level: NotRequired[str]


class FirstTable(TypedDict):
    """The table to open after the lessons: a request body."""

    game: str
    seats: list[FirstSeat]
    shuffle: bool
