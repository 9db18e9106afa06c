"""Learning: the pages of the courses and of the rules, and what the lessons' script asks for.

Nothing is kept: a client tells which step it is at and what it has done there, and all of it is
checked again. How far somebody is stays in the browser.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ...core.abilities import HasBoardFiles
from ...core.errors import Refusal
from ...core.game import Game
from ...core.message import message
from ...games import game as find_game
from ...lessons import Course, Lesson, Step, course, courses, progress
from ...lessons.progress import Stage
from ..errors import Refused
from ..views import lessons as shown
from ..views.table import move_json
from . import forms
from .pages import page as plain_page
from .tables import By, viewer_of

learn_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (404, 409, 413, 415, 422)},
)

Key = Annotated[str, Path(max_length=40, description="the game's key")]
Named = Annotated[str, Path(max_length=40, description="the lesson's id")]
At = Annotated[str, Path(max_length=40, description="the step's id")]
_Move = Annotated[str, Field(min_length=1, max_length=200)]
_Made = Annotated[list[_Move], Field(max_length=60)]


class Done(forms.Form):
    """The right moves that the learner has made in a step so far."""

    made: _Made


class Moved(Done):
    """A move of the learner after those."""

    move: _Move


class Pressed(Done):
    """Touches that lead nowhere, after those."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


class Tried(forms.Form):
    """One of the things a step says are worth trying, by its place in the list."""

    number: Annotated[int, Field(ge=0, le=99, strict=True)]


# -- the pages ------------------------------------------------------------------------------------


def page(request: Request, template: str, **values: Any) -> Response:
    """A page with the words of the lessons."""
    language = viewer_of(request).language

    def learn(id_: str, /, **params: Any) -> str:
        return message(f"learn.{id_}", **params).text(language)

    return plain_page(request, template, learn=learn, **values)


def _course(key: str) -> tuple[Game, Course]:
    game = find_game(key)
    found = course(game.key)
    if found is None:
        raise Refused(404)
    return game, found


def _lesson(key: str, id_: str) -> tuple[Course, Lesson]:
    _, found = _course(key)
    lesson = found.lesson(id_)
    if lesson is None:
        raise Refused(404)
    return found, lesson


def _step(key: str, id_: str, at: str) -> tuple[Course, Lesson, Step]:
    found, lesson = _lesson(key, id_)
    step = next((step for step in lesson.steps if step.id == at), None)
    if step is None:
        raise Refused(404)
    return found, lesson, step


@learn_router.get("/learn", include_in_schema=False)
def all_courses(request: Request) -> Response:
    """The games that can be learnt."""
    language = viewer_of(request).language
    cards = [
        {
            "game": find_game(key),
            "drawing": shown.picture(key, language),
            **shown.card_json(each, language),
        }
        for key, each in courses().items()
    ]
    return page(request, "lessons/courses.html", cards=cards)


@learn_router.get("/learn/{key}", include_in_schema=False)
def lessons(request: Request, key: Key) -> Response:
    """The lessons of a game."""
    game, found = _course(key)
    card = shown.card_json(found, viewer_of(request).language)
    return page(request, "lessons/course.html", game=game, card=card, table=shown.first_table(game))


@learn_router.get("/learn/{key}/{lesson}", include_in_schema=False)
def take(
    request: Request,
    key: Key,
    lesson: Named,
    step: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """One lesson, from its first step or another."""
    found, chosen = _lesson(key, lesson)
    ids = [each.id for each in chosen.steps]
    at = ids.index(step) if step in ids else 0
    language = viewer_of(request).language
    stage = shown.stage_json(progress.begin(found, chosen, chosen.steps[at]), language)
    game = find_game(key)
    state = {
        **shown.lesson_json(found, chosen, language),
        "at": at,
        "begun": stage,
        "table": shown.first_table(game),
    }
    return page(
        request,
        "lessons/lesson.html",
        game=game,
        lesson=chosen,
        number=found.lessons.index(chosen) + 1,
        count=len(found.lessons),
        state=state,
        first=stage["frames"][0],
    )


@learn_router.get("/rules/{key}", include_in_schema=False)
def rules(request: Request, key: Key) -> Response:
    """The whole rules of a game; each has its own address, such as `/rules/seals#S4`."""
    game = find_game(key)
    return page(
        request,
        "rules.html",
        game=game,
        boarded=isinstance(game, HasBoardFiles),
        taught=course(key) is not None,
    )


# -- taking a step --------------------------------------------------------------------------------


@learn_router.post("/api/learn/{key}/{lesson}/{step}/begin", summary="A step from its beginning")
def begin(key: Key, lesson: Named, step: At, viewer: By) -> forms.State:
    return shown.stage_json(progress.begin(*_step(key, lesson, step)), viewer.language)


@learn_router.post("/api/learn/{key}/{lesson}/{step}/move", summary="Make a move in a step")
def move(key: Key, lesson: Named, step: At, form: Moved, viewer: By) -> forms.State:
    """Whether it is what the step asks for, and what happens then. A legal move that is not asked
    for is shown and explained; the learner goes back from it."""
    stage = progress.follow(*_step(key, lesson, step), form.made)
    answer = progress.judge(stage, form.move)
    done = answer.right and answer.stage.turn is None
    if done:
        said = answer.stage.step.done
    elif answer.right:
        said = message("learn.go-on")
    else:
        said = answer.words or message("learn.not-asked")
    return {
        "right": answer.right,
        "done": done,
        "sentence": "" if said is None else said.text(viewer.language),
        "rule": answer.rule,
        **shown.stage_json(answer.stage, viewer.language, open_=answer.right and not done),
    }


@learn_router.post("/api/learn/{key}/{lesson}/{step}/touch", summary="Why touches lead nowhere")
def touch(key: Key, lesson: Named, step: At, form: Pressed, viewer: By) -> forms.State:
    """Why not, and whether it is just what the step asks to be tried."""
    stage = progress.follow(*_step(key, lesson, step), form.made)
    refused = stage.position.explain_touches(form.touches, stage.seat)
    if refused is None:
        said = message("learn.allowed").text(viewer.language)
        return {"done": False, "refused": False, "sentence": said, "rule": None, "after": None}
    return _refused(stage, refused, viewer.language)


@learn_router.post("/api/learn/{key}/{lesson}/{step}/try", summary="Try what a step names")
def try_(key: Key, lesson: Named, step: At, form: Tried, viewer: By) -> forms.State:
    stage = progress.begin(*_step(key, lesson, step))
    if form.number >= len(stage.step.tries):
        raise Refused(404)
    each = stage.step.tries[form.number]
    refused = progress.refusal(stage.position, each, stage.seat)
    assert refused is not None  # checked for every course
    return {"touches": list(each.touches), **_refused(stage, refused, viewer.language)}


def _refused(stage: Stage, refused: Refusal, language: str) -> dict[str, Any]:
    done = progress.met(stage, refused)
    after = stage.step.done.text(language) if done and stage.step.done is not None else None
    return {"done": done, "refused": True, "after": after, **refused.to_json(language)}


@learn_router.post("/api/learn/{key}/{lesson}/{step}/show", summary="Show me what to do next")
def show(key: Key, lesson: Named, step: At, form: Done, viewer: By) -> forms.State:
    """A move of the list, or a try of the step, by its number."""
    stage = progress.follow(*_step(key, lesson, step), form.made)
    found = progress.hint(stage)
    if isinstance(found, str):
        _, wanted = stage.position.legal(found, stage.seat)
        return {**move_json(wanted, viewer.language), "try": None}
    return {"move": None, "touches": list(found.touches), "try": stage.step.tries.index(found)}
