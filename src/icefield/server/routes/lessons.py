"""Lessons, at `/learn`: the pages of the courses, and their endpoints.

The server keeps no state: a request names the step and the moves made there, and all of them are
checked again. The progress of a learner is stored in the browser.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from pydantic import Field

from ...core.game import Game
from ...games import game as find_game
from ...lessons import Course, Lesson, Step, course, courses, progress
from ..errors import Refused
from ..service.fair_pool import READS
from ..views import lessons as views
from ..views.models.lessons import LessonHint, LessonMove, LessonStage, LessonTouch, LessonTry
from . import forms
from .depends import CurrentViewer, GameKey, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page, translate

router = JsonRouter(pool=READS, responses=problem_responses(404, 409, 413, 415, 422))

LessonId = Annotated[str, Path(max_length=40, description="the lesson's id")]
StepId = Annotated[str, Path(max_length=40, description="the step's id")]
_Move = Annotated[str, Field(min_length=1, max_length=200)]
_Made = Annotated[list[_Move], Field(max_length=60)]


class StepRequest(forms.Form):
    """The accepted moves that the learner has made in a step so far."""

    made: _Made


class StepMoveRequest(StepRequest):
    """A move of the learner after those."""

    move: _Move


class StepTouchRequest(StepRequest):
    """Touches that lead nowhere, after those."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


class StepTryRequest(forms.Form):
    """One of the tries of a step, by its index."""

    number: Annotated[int, Field(ge=0, le=99, strict=True)]


# -- the pages ------------------------------------------------------------------------------------


def _lessons_page(request: Request, template: str, **values: Any) -> Response:
    """A page with the words of the lessons."""
    learn = translate(get_viewer(request).language, "learn")
    return page(request, template, learn=learn, **values)


def _find_course(key: str) -> tuple[Game, Course]:
    game = find_game(key)
    found = course(game.key)
    if found is None:
        raise Refused(404)
    return game, found


def _find_lesson(key: str, id_: str) -> tuple[Course, Lesson]:
    _, found = _find_course(key)
    lesson = found.lesson(id_)
    if lesson is None:
        raise Refused(404)
    return found, lesson


def _find_step(key: str, id_: str, at: str) -> tuple[Course, Lesson, Step]:
    found, lesson = _find_lesson(key, id_)
    step = next((step for step in lesson.steps if step.id == at), None)
    if step is None:
        raise Refused(404)
    return found, lesson, step


@router.get("/learn", include_in_schema=False)
def courses_page(request: Request) -> Response:
    """The games with a course."""
    language = get_viewer(request).language
    cards = [
        {
            "game": find_game(key),
            "drawing": views.draw_course(key, language),
            **views.build_course_card(each, language),
        }
        for key, each in courses().items()
    ]
    return _lessons_page(request, "lessons/courses.html", cards=cards)


@router.get("/learn/{key}", include_in_schema=False)
def course_page(request: Request, key: GameKey) -> Response:
    """The lessons of a game."""
    game, found = _find_course(key)
    card = views.build_course_card(found, get_viewer(request).language)
    return _lessons_page(
        request, "lessons/course.html", game=game, card=card, table=views.build_first_table(game)
    )


@router.get("/learn/{key}/{lesson}", include_in_schema=False)
def lesson_page(
    request: Request,
    key: GameKey,
    lesson: LessonId,
    step: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """A lesson, from its first step or another."""
    found, chosen = _find_lesson(key, lesson)
    ids = [each.id for each in chosen.steps]
    at = ids.index(step) if step in ids else 0
    language = get_viewer(request).language
    stage = views.build_stage(progress.begin_step(found, chosen, chosen.steps[at]), language)
    game = find_game(key)
    state = {
        **views.build_lesson(found, chosen, language),
        "at": at,
        "begun": stage,
        "table": views.build_first_table(game),
    }
    return _lessons_page(
        request,
        "lessons/lesson.html",
        game=game,
        lesson=chosen,
        number=found.lessons.index(chosen) + 1,
        count=len(found.lessons),
        state=state,
        first=stage["frames"][0],
    )


# -- taking a step --------------------------------------------------------------------------------


@router.post("/api/learn/{key}/{lesson}/{step}/begin", summary="A step from its beginning")
def begin(key: GameKey, lesson: LessonId, step: StepId, viewer: CurrentViewer) -> LessonStage:
    return views.build_stage(progress.begin_step(*_find_step(key, lesson, step)), viewer.language)


@router.post("/api/learn/{key}/{lesson}/{step}/move", summary="Make a move in a step")
def move(
    key: GameKey, lesson: LessonId, step: StepId, form: StepMoveRequest, viewer: CurrentViewer
) -> LessonMove:
    """Judge a move of the learner.

    A legal move that is not asked for is shown and explained; the learner goes back from it.
    """
    stage = progress.replay_step(*_find_step(key, lesson, step), form.made)
    return views.build_move_answer(progress.judge_move(stage, form.move), viewer.language)


@router.post("/api/learn/{key}/{lesson}/{step}/touch", summary="Why touches lead nowhere")
def touch(
    key: GameKey, lesson: LessonId, step: StepId, form: StepTouchRequest, viewer: CurrentViewer
) -> LessonTouch:
    """The refusal of touches, and whether the step asks for just these."""
    stage = progress.replay_step(*_find_step(key, lesson, step), form.made)
    refused = stage.position.explain_touches(form.touches, stage.seat)
    return views.build_touch_answer(stage, refused, viewer.language)


@router.post("/api/learn/{key}/{lesson}/{step}/try", summary="Try what a step names")
def try_(
    key: GameKey, lesson: LessonId, step: StepId, form: StepTryRequest, viewer: CurrentViewer
) -> LessonTry:
    stage = progress.begin_step(*_find_step(key, lesson, step))
    if form.number >= len(stage.step.tries):
        raise Refused(404)
    return views.build_try_answer(stage, form.number, viewer.language)


@router.post("/api/learn/{key}/{lesson}/{step}/show", summary="Show me what to do next")
def show(
    key: GameKey, lesson: LessonId, step: StepId, form: StepRequest, viewer: CurrentViewer
) -> LessonHint:
    """The next hint: a move of the list, or a try of the step, by its number."""
    stage = progress.replay_step(*_find_step(key, lesson, step), form.made)
    return views.build_hint(stage, viewer.language)
