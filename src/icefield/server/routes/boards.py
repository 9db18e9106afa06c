"""Boards that people draw, and practice on them: the pages and what their scripts ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from ...core.abilities import Drawn, Practised
from ...core.errors import NotNow, TextError
from ...core.game import Game, Position
from ...core.message import message
from ...games import game as find_game
from ...render.svg import svg
from ..errors import Refused, problem_json
from ..tables import commands
from ..tables.players import Player
from ..tables.table import Table
from ..views import live as live_views
from ..views import solitaire
from ..views.levels import strengths
from . import forms
from .board_files import board_page
from .pages import page
from .tables import At, By, Id, execute, viewer_of

levels_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 413, 415, 422)},
)

LONGEST = 300
"""How long the text of a drawn board may be."""

Key = Annotated[str, Path(max_length=40, description="the game's key")]
Level = Annotated[str, Field(max_length=LONGEST)]


class Drawing(forms.Form):
    """A drawn board: rows from the top, on lines of their own or joined by slashes."""

    game: Annotated[str, Field(max_length=40)]
    level: Level


class Practice(forms.Form):
    """What to practise on: a puzzle by its name, or a drawn board for one player."""

    game: Annotated[str, Field(max_length=40)]
    puzzle: Annotated[str, Field(max_length=20)] | None = None
    level: Level | None = None


# -- drawn boards -------------------------------------------------------------------------------


def _drawn(game: Game) -> Drawn:
    if not isinstance(game, Drawn):
        said = message("web.problem.no-levels", game=game.title)
        raise NotNow(said, detail="no-levels")
    return game


@levels_router.post("/api/levels/check", summary="Whether a drawn board can be played, or why not")
def check(form: Drawing, viewer: By) -> forms.State:
    return _checked(_drawn(find_game(form.game)), form.level, viewer.language)


def _checked(game: Drawn, text: str, language: str) -> dict[str, Any]:
    """The verdict on a board, with its drawing where it can be drawn at all."""
    told: dict[str, Any] = {"legal": False, "level": None, "players": None, "problem": None}
    try:
        told["level"], told["players"] = game.level_read(text)
        told["legal"] = True
    except TextError as error:
        told["problem"] = problem_json(error, language)
    try:
        scene = game.level_scene(text)
    except TextError:
        return {**told, "svg": None, "facts": [], "cells": {}}
    return {
        **told,
        "svg": svg(scene, language=language, interactive=True),
        "facts": [fact.text(language) for fact in scene.facts],
        "cells": {space.id: space.cell for space in scene.spaces},
    }


@levels_router.get("/boards/{key}", include_in_schema=False)
def editor(
    request: Request, key: Key, level: Annotated[str | None, Query(max_length=LONGEST)] = None
) -> Response:
    game = find_game(key)
    if not isinstance(game, Drawn):
        return board_page(request, game)
    language = viewer_of(request).language
    first = next(iter(game.level_samples.values()))
    given = None if level is None else _checked(game, level, language)
    usable = given is not None and given["svg"] is not None
    shown = level if level is not None and usable else first
    setup = {
        "game": key,
        "option": game.level_option,
        "signs": [
            {"text": sign.text, "name": sign.name.text(language), "once": sign.once}
            for sign in game.level_signs
        ],
        "samples": dict(game.level_samples),
        "level": shown,
        "given": level is not None,
        "problem": None if given is None or usable else given["problem"],
        "practised": isinstance(game, Practised),
    }
    drawing = _checked(game, shown, language)["svg"]
    return page(
        request,
        "editor.html",
        game=game,
        setup=setup,
        sides=list(game.level_sides),
        signs=game.level_signs,
        bots=strengths(game, language),
        drawing=drawing,
        practised=setup["practised"],
    )


# -- practice -----------------------------------------------------------------------------------


@levels_router.post("/api/practice", status_code=201, summary="Open a table to practise at")
def practise(form: Practice, desk: At, viewer: By) -> forms.State:
    game = find_game(form.game)
    found = solitaire.practised(game)
    if form.level is not None:
        level, _ = _drawn(game).level_read(form.level)
    else:
        level = solitaire.find_puzzle(game, form.puzzle or "").level
    players = [Player("person", owner=viewer.identity)]

    def render(table: Table) -> forms.State:
        solitaire.prepare(table.position)
        return live_views.state_json(table, viewer)

    return desk.open(game, players, render, game_options=found.practice_options(level))


@levels_router.post("/api/tables/{id}/restart", summary="Take everything back, when practising")
def restart(id: Id, form: forms.Decided, desk: At, viewer: By) -> forms.State:
    return execute(id, commands.Restart(form.decision), desk, viewer)


def _at_practice(table: Table) -> tuple[Position, Position]:
    """The present position of a practice table and the one it began with."""
    if solitaire.practice_json(table) is None:
        raise NotNow(message("web.problem.not-practice"), detail="not-practice")
    return table.position, table.plies(len(table.boards) - 1)[0]


def _positions(id_: str, desk: At) -> tuple[Position, Position]:
    with desk.locked(id_) as table:
        return _at_practice(table)


@levels_router.get("/api/tables/{id}/solution", summary="The shortest solution from here")
async def solution(id: Id, desk: At, viewer: By) -> forms.State:
    position, _ = await run_in_threadpool(_positions, id, desk)
    moves = await solitaire.shortest(position)
    return await run_in_threadpool(solitaire.solution_json, position, moves, viewer.language)


@levels_router.get("/api/tables/{id}/verdict", summary="How good the solution found is")
async def verdict(id: Id, desk: At, viewer: By) -> forms.State:
    position, start = await run_in_threadpool(_positions, id, desk)
    if position.outcome is None or not position.outcome.winners:
        raise NotNow(message("web.problem.not-solved"), detail="not-solved")
    best = await solitaire.shortest(start)
    made = len(position.history)
    return solitaire.verdict_json(made, None if best is None else len(best), viewer.language)


@levels_router.get("/practice/{key}", include_in_schema=False)
def puzzles(request: Request, key: Key) -> Response:
    game = find_game(key)
    if not isinstance(game, Practised):
        raise Refused(404)
    grades: Mapping[int, list[Any]] = {
        length: list(found) for length, found in groupby(game.puzzles(), lambda p: p.length)
    }
    drawn = isinstance(game, Drawn)
    count = len(game.puzzles())
    return page(request, "practice.html", game=game, grades=grades, count=count, drawn=drawn)


@levels_router.get("/practice/{key}/pictures/{name}", include_in_schema=False)
def picture(request: Request, key: Key, name: Annotated[str, Path(max_length=20)]) -> Response:
    game = find_game(key)
    if not isinstance(game, Drawn):
        raise Refused(404)
    drawing = _picture(key, solitaire.find_puzzle(game, name).level, viewer_of(request).language)
    headers = {"cache-control": "private, max-age=3600"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=512)
def _picture(key: str, level: str, language: str) -> str:
    scene = _drawn(find_game(key)).level_scene(level)
    return svg(replace(scene, labels=()), theme="page", language=language)
