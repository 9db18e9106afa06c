"""Lessons: the learner's view of the board, the words of a step, legal touches."""

from __future__ import annotations

from functools import lru_cache

from ...bots import levels
from ...core.errors import Refusal
from ...core.game import Game
from ...core.message import Message, message
from ...games import game
from ...lessons import Course, Lesson, Step, course, progress
from ...lessons.course import READ
from ...lessons.progress import Frame, Stage
from .board import build_board, build_controls, build_move, draw_picture, name_move
from .models import lessons as models


def build_frame(frame: Frame, seat: int, language: str) -> models.LessonFrame:
    """A frame of a step: the board, and the move that led to it unless it is secret."""
    view = frame.position.view(seat)
    board = build_board(view, view.scene(seat), language, interactive=True)
    return {**board, "said": _say_move(frame, seat, language)}


def _say_move(frame: Frame, seat: int, language: str) -> str | None:
    if frame.move is None or frame.seat is None:
        return None
    secret = frame.position.view(seat).concealed and frame.seat != seat
    if secret:
        return None
    words = name_move(frame.move)
    if frame.seat not in range(frame.position.seats):  # dice, bag and deck
        return words.text(language) if isinstance(words, Message) else words
    who = frame.position.seat_name(frame.seat)
    return message("learn.made", who=who, move=words).text(language)


def build_stage(stage: Stage, language: str, *, open_: bool = True) -> models.LessonStage:
    """A step in progress; `open_` lets the learner touch the board."""
    seat = stage.seat
    view = stage.position.view(seat)
    wanted = open_ and stage.step.task != READ
    moves = view.moves(seat) if wanted and seat in view.deciders else ()
    return {
        "frames": [build_frame(frame, seat, language) for frame in stage.frames],
        "open": wanted,
        "touches": [build_move(move, language) for move in moves],
        "controls": build_controls(view.scene(seat), moves, language),
    }


def build_step(step: Step, language: str) -> models.LessonStep:
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


def build_lesson(found: Course, lesson: Lesson, language: str) -> models.LessonText:
    """A lesson with all its steps in words, and links to the next."""
    at = found.lessons.index(lesson)
    following = found.lessons[at + 1] if at + 1 < len(found.lessons) else None
    return {
        "key": found.game,
        "lesson": lesson.id,
        "steps": [build_step(step, language) for step in lesson.steps],
        "next": None if following is None else f"/learn/{found.game}/{following.id}",
        "course": [
            {"id": each.id, "steps": [step.id for step in each.steps]} for each in found.lessons
        ],
    }


def build_course_card(found: Course, language: str) -> models.CourseCard:
    """A course for the pages that list courses and lessons."""
    return {
        "about": found.about.text(language),
        "count": len(found.steps),
        "lessons": [
            {
                "id": lesson.id,
                "title": lesson.title.text(language),
                "steps": [step.id for step in lesson.steps],
                "rules": _list_rules(found, lesson),
            }
            for lesson in found.lessons
        ],
    }


@lru_cache(maxsize=64)
def draw_course(key: str, language: str) -> str:
    """The last position of a course's first lesson, as a picture of the game."""
    found = course(key)
    assert found is not None
    lesson = found.lessons[0]
    stage = progress.begin_step(found, lesson, lesson.steps[-1])
    return draw_picture(stage.position.view(stage.seat), language)


def _list_rules(found: Course, lesson: Lesson) -> list[str]:
    """The rules that a lesson teaches, in the order of the rules."""
    taught = {rule for step in lesson.steps for rule in step.rules}
    return [rule.number for rule in game(found.game).rules if rule.number in taught]


def build_first_table(chosen: Game) -> models.FirstTable:
    """The table to open after the lessons: the weakest bots, a random seat."""
    count = chosen.seats[0]
    level = levels(chosen, count)[0].name
    bots: list[models.FirstSeat] = [{"kind": "bot", "level": level}] * (count - 1)
    return {"game": chosen.key, "seats": [{"kind": "person"}, *bots], "shuffle": True}


# -- responses ------------------------------------------------------------------------------------


def build_move_answer(answer: progress.Answer, language: str) -> models.LessonMove:
    """The response to a learner's move."""
    done = answer.right and answer.stage.turn is None
    if done:
        sentence = answer.stage.step.done
    elif answer.right:
        sentence = message("learn.go-on")
    else:
        sentence = answer.words or message("learn.not-asked")
    return {
        "right": answer.right,
        "done": done,
        "sentence": "" if sentence is None else sentence.text(language),
        "rule": answer.rule,
        **build_stage(answer.stage, language, open_=answer.right and not done),
    }


def build_touch_answer(stage: Stage, refused: Refusal | None, language: str) -> models.LessonTouch:
    """The refusal of touches; None where they begin a move.

    Also whether the step asks to try just these.
    """
    if refused is None:
        sentence = message("learn.allowed").text(language)
        return {"done": False, "refused": False, "sentence": sentence, "rule": None, "after": None}
    done = progress.is_wanted_refusal(stage, refused)
    after = stage.step.done.text(language) if done and stage.step.done is not None else None
    return {
        "done": done,
        "refused": True,
        "after": after,
        "code": refused.code,
        "rule": refused.rule,
        "sentence": refused.sentence.text(language),
    }


def build_try_answer(stage: Stage, number: int, language: str) -> models.LessonTry:
    """The refusal that a try of the step shows, and the touches for it."""
    each = stage.step.tries[number]
    refused = progress.find_refusal(stage.position, each, stage.seat)
    assert refused is not None  # checked for every course
    return {"touches": list(each.touches), **build_touch_answer(stage, refused, language)}


def build_hint(stage: Stage, language: str) -> models.LessonHint:
    """The next hint: a move of the list, or a try of the step by its number."""
    found = progress.next_hint(stage)
    if isinstance(found, str):
        _, wanted = stage.position.legal(found, stage.seat)
        move = build_move(wanted, language)
        return {
            "move": move["move"],
            "touches": move["touches"],
            "name": move["name"],
            "try": None,
        }
    return {"move": None, "touches": list(found.touches), "try": stage.step.tries.index(found)}
