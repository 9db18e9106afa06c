"""What a learner gets: the board as the learner's seat may see it, what is said, what may be
touched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...bots import levels
from ...core.game import Game
from ...core.message import Message, message
from ...games import game
from ...lessons import Course, Lesson, Step, course, progress
from ...lessons.course import READ
from ...lessons.progress import Frame, Stage
from . import table


def frame_json(frame: Frame, seat: int, language: str) -> dict[str, Any]:
    """One picture of a step: the board, and the move that led to it unless it is a secret."""
    view = frame.position.view(seat)
    shown = table.board_json(view, seat, language, interactive=True)
    return {**shown, "said": _said(frame, seat, language)}


def _said(frame: Frame, seat: int, language: str) -> str | None:
    if frame.move is None or frame.seat is None:
        return None
    secret = frame.position.view(seat).concealed and frame.seat != seat
    if secret:
        return None
    words: str | Message = frame.move.name or frame.move.text
    if frame.seat not in range(frame.position.seats):  # dice, bag and deck
        return words.text(language) if isinstance(words, Message) else words
    who = frame.position.seat_name(frame.seat)
    return message("learn.made", who=who, move=words).text(language)


def stage_json(stage: Stage, language: str, *, open_: bool = True) -> dict[str, Any]:
    """A step under way. `open_` lets the learner touch the board."""
    seat = stage.seat
    view = stage.position.view(seat)
    wanted = open_ and stage.step.task != READ
    moves = view.moves(seat) if wanted and seat in view.deciders else ()
    return {
        "frames": [frame_json(frame, seat, language) for frame in stage.frames],
        "open": wanted,
        "touches": [table.move_json(move, language) for move in moves],
        "controls": table.controls_json(view, seat, moves, language),
    }


def step_json(step: Step, language: str) -> dict[str, Any]:
    """A step in words."""
    return {
        "id": step.id,
        "task": step.task,
        "words": step.words.text(language),
        "rules": list(step.rules),
        "point": list(step.point),
        "tries": [each.words.text(language) for each in step.tries if each.words is not None],
        "watched": bool(step.watch),
    }


def lesson_json(found: Course, lesson: Lesson, language: str) -> dict[str, Any]:
    """A lesson with all its steps in words, and where it leads."""
    at = found.lessons.index(lesson)
    following = found.lessons[at + 1] if at + 1 < len(found.lessons) else None
    return {
        "key": found.game,
        "lesson": lesson.id,
        "steps": [step_json(step, language) for step in lesson.steps],
        "next": None if following is None else f"/learn/{found.game}/{following.id}",
    }


def card_json(found: Course, language: str) -> dict[str, Any]:
    """A course for the pages that list courses and lessons."""
    return {
        "about": found.about.text(language),
        "count": len(found.steps),
        "lessons": [
            {
                "id": lesson.id,
                "title": lesson.title.text(language),
                "steps": [step.id for step in lesson.steps],
                "rules": _rules(found, lesson),
            }
            for lesson in found.lessons
        ],
    }


@lru_cache(maxsize=64)
def picture(key: str, language: str) -> str:
    """What the game of a course looks like: the last position of its first lesson."""
    found = course(key)
    assert found is not None
    lesson = found.lessons[0]
    stage = progress.begin(found, lesson, lesson.steps[-1])
    return table.picture(stage.position.view(stage.seat), language)


def _rules(found: Course, lesson: Lesson) -> list[str]:
    """The rules that a lesson teaches, in the order of the rules."""
    taught = {rule for step in lesson.steps for rule in step.rules}
    return [rule.number for rule in game(found.game).rules if rule.number in taught]


def first_table(chosen: Game) -> dict[str, Any]:
    """The table that somebody fresh from the lessons opens: the weakest bots, a seat by lot."""
    count = chosen.seats[0]
    bots = [{"kind": "bot", "level": levels(chosen, count)[0].name}] * (count - 1)
    return {"game": chosen.key, "seats": [{"kind": "person"}, *bots], "shuffle": True}
