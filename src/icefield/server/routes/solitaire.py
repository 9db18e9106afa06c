"""Solitaire, at `/practice`: puzzles and drawn boards, and the shortest solution."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Any, Final

from fastapi import Path, Request, Response
from pydantic import Field

from ...core.abilities import HasBoardEditor, HasSolitaire
from ...core.errors import NotNow
from ...core.game import Position
from ...core.message import message
from ...games import game as find_game
from ..errors import Busy, Refused, TooFast
from ..service.answers import Answers
from ..service.fair_pool import READS
from ..service.table_service import TableService
from ..tables import commands
from ..tables.players import Player
from ..tables.table import Table
from ..views import solitaire as views
from ..views.boards import check_drawn, draw_level
from ..views.models.table import Solution, SolutionVerdict, TableState
from ..views.table import live as live_views
from . import forms
from .boards import LevelText
from .depends import CurrentViewer, GameKey, Service, TableId, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page
from .table.tables import Execute

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422))

MAX_POSITIONS: Final = 1 << 20
"""The maximum positions of a search for the shortest solution: seconds, about 100 MiB."""
Moves = tuple[str, ...] | None
solutions: Final[Answers[Moves]] = Answers("solver", late="solution-late")


class PracticeRequest(forms.Form):
    """The board to practise on: a puzzle by its name, or a drawn board for one player."""

    game: Annotated[str, Field(max_length=40)]
    puzzle: Annotated[str, Field(max_length=20)] | None = None
    level: LevelText | None = None


# -- solutions ------------------------------------------------------------------------------------


def solve(position: Position) -> Moves:
    """The moves of the shortest solution.

    None when there is none or the search is too large.
    """
    found = views.check_solitaire(position.game).shortest(position, MAX_POSITIONS)
    return None if found is None else tuple(found)


def prepare_solution(position: Position) -> None:
    """Begin the search for the shortest solution, unless too many wait."""
    with contextlib.suppress(Busy, TooFast):
        solutions.find(_key(position), lambda: solve(position))


async def find_shortest(position: Position) -> Moves:
    """The moves of the shortest solution; raises NotNow when that takes too long.

    The search goes on, so a later request joins it or finds its result.
    """
    return await solutions.answer(_key(position), lambda: solve(position))


def _key(position: Position) -> tuple[str, Position]:
    return position.game.key, position


# -- tables to practise at ------------------------------------------------------------------------


@router.post("/api/practice", status_code=201, summary="Open a table to practise at")
def practise(form: PracticeRequest, service: Service, viewer: CurrentViewer) -> TableState:
    game = find_game(form.game)
    solitaire = views.check_solitaire(game)
    if form.level is not None:
        level, _ = check_drawn(game).level_read(form.level)
    else:
        level = views.find_puzzle(game, form.puzzle or "").level
    players = [Player("person", owner=viewer.identity)]

    def render(table: Table) -> TableState:
        prepare_solution(table.position)
        return live_views.build_state(table, viewer)

    return service.open(game, players, render, game_options=solitaire.practice_options(level))


@router.post("/api/tables/{id}/restart", summary="Take everything back, when practising")
def restart(form: forms.DecisionRequest, execute: Execute) -> TableState:
    return execute(commands.Restart(form.decision))


def _find_positions(id_: str, service: TableService) -> tuple[Position, Position]:
    with service.locked(id_) as table:
        return views.find_positions(table)


@router.get("/api/tables/{id}/solution", summary="The shortest solution from here")
async def solution(id: TableId, service: Service, viewer: CurrentViewer) -> Solution:
    position, _ = await READS.run(_find_positions, id, service)
    moves = await find_shortest(position)
    return await READS.run(views.build_solution, position, moves, viewer.language)


@router.get("/api/tables/{id}/verdict", summary="How good the solution found is")
async def verdict(id: TableId, service: Service, viewer: CurrentViewer) -> SolutionVerdict:
    position, start = await READS.run(_find_positions, id, service)
    if position.outcome is None or not position.outcome.winners:
        raise NotNow(message("web.problem.not-solved"), detail="not-solved")
    best = await find_shortest(start)
    made = len(position.history)
    return views.build_verdict(made, None if best is None else len(best), viewer.language)


# -- the page -------------------------------------------------------------------------------------


@router.get("/practice/{key}", include_in_schema=False)
def practice_page(request: Request, key: GameKey) -> Response:
    game = find_game(key)
    if not isinstance(game, HasSolitaire):
        raise Refused(404)
    grades: Mapping[int, list[Any]] = {
        length: list(found) for length, found in groupby(game.puzzles(), lambda p: p.length)
    }
    drawn = isinstance(game, HasBoardEditor)
    count = len(game.puzzles())
    return page(
        request, "solitaire/puzzles.html", game=game, grades=grades, count=count, drawn=drawn
    )


@router.get("/practice/{key}/pictures/{name}", include_in_schema=False)
def puzzle_picture(
    request: Request, key: GameKey, name: Annotated[str, Path(max_length=20)]
) -> Response:
    game = find_game(key)
    if not isinstance(game, HasBoardEditor):
        raise Refused(404)
    drawing = draw_level(key, views.find_puzzle(game, name).level, get_viewer(request).language)
    headers = {"cache-control": "private, max-age=3600"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)
