"""Boards that visitors draw, or write as files: pages and endpoints."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from ...core.abilities import HasBoardEditor, HasBoardFiles, HasSolitaire
from ...core.errors import BadOption
from ...core.game import Game
from ...core.message import message
from ...games import game as find_game
from ..errors import Refused
from ..service.fair_pool import READS
from ..views.boards import MAX_FILE_BYTES, build_level_check, check_board_file, check_drawn
from ..views.games import build_levels_by_seats, list_choosable
from ..views.models.games import BoardFileCheck, LevelCheck
from ..views.rules import find_description
from . import forms
from .depends import CurrentViewer, GameKey, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page

router = JsonRouter(pool=READS, responses=problem_responses(403, 404, 409, 413, 415, 422))

MAX_LEVEL_CHARACTERS: Final = 300
"""The maximum length of the text of a drawn board."""

SampleName = Annotated[str | None, Query(max_length=40, description="a board that comes with it")]
LevelText = Annotated[str, Field(max_length=MAX_LEVEL_CHARACTERS)]


class LevelRequest(forms.Form):
    """A drawn board: rows from the top, on separate lines or joined by slashes."""

    game: Annotated[str, Field(max_length=40)]
    level: LevelText


class BoardFileRequest(forms.Form):
    """The text of a board's file, or the value of the game's option for it."""

    game: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=MAX_FILE_BYTES + 1)]


@router.post("/api/levels/check", summary="Whether a drawn board can be played, or why not")
def check_level(form: LevelRequest, viewer: CurrentViewer) -> LevelCheck:
    return build_level_check(check_drawn(find_game(form.game)), form.level, viewer.language)


@router.post("/api/boards/check", summary="What a board's file describes, or what is wrong")
def check_file(form: BoardFileRequest, viewer: CurrentViewer) -> BoardFileCheck:
    return check_board_file(find_game(form.game), form.text, viewer.language)


# -- the pages ------------------------------------------------------------------------------------


@router.get("/boards/{key}", include_in_schema=False)
def board_page(
    request: Request,
    key: GameKey,
    level: Annotated[str | None, Query(max_length=MAX_LEVEL_CHARACTERS)] = None,
) -> Response:
    game = find_game(key)
    return (
        _drawing_page(request, game, level)
        if isinstance(game, HasBoardEditor)
        else _file_page(request, game)
    )


def _drawing_page(request: Request, game: HasBoardEditor, level: str | None) -> Response:
    """The page on which a board is drawn, with a level to begin with."""
    assert isinstance(game, Game)
    language = get_viewer(request).language
    first = next(iter(game.level_samples.values()))
    given = None if level is None else build_level_check(game, level, language)
    usable = given is not None and given["svg"] is not None
    shown = level if level is not None and usable else first
    setup = {
        "game": game.key,
        "option": game.level_option,
        "signs": [
            {"text": sign.text, "name": sign.name.text(language), "once": sign.once}
            for sign in game.level_signs
        ],
        "samples": dict(game.level_samples),
        "level": shown,
        "given": level is not None,
        "problem": None if given is None or usable else given["problem"],
        "practised": isinstance(game, HasSolitaire),
    }
    return page(
        request,
        "boards/editor.html",
        game=game,
        setup=setup,
        sides=list(game.level_sides),
        signs=game.level_signs,
        bots=build_levels_by_seats(game, language),
        drawing=build_level_check(game, shown, language)["svg"],
        practised=setup["practised"],
    )


def _file_page(request: Request, game: Game) -> Response:
    """The page on which a board's file is used."""
    if not isinstance(game, HasBoardFiles):
        raise Refused(404)
    setup = {
        "game": game.key,
        "option": game.board_option,
        "sample": next(iter(game.board_samples.values())),
        "longest": MAX_FILE_BYTES,
    }
    return page(
        request,
        "boards/file.html",
        game=game,
        setup=setup,
        roles=[game.seat_name(seat) for seat in range(max(game.seats))],
        bots=build_levels_by_seats(game, get_viewer(request).language),
        choices=list_choosable(game),
        described=find_description(game),
    )


@router.get("/boards/{key}/file", include_in_schema=False)
def sample_file(key: GameKey, name: SampleName = None) -> Response:
    game = find_game(key)
    if not isinstance(game, HasBoardFiles):
        raise Refused(404)
    samples = game.board_samples
    chosen = next(iter(samples)) if name is None else name
    if chosen not in samples:
        raise BadOption(message("web.problem.no-such-board", names=", ".join(samples)))
    headers = {"content-disposition": f'attachment; filename="{key}-{chosen}.toml"'}
    return PlainTextResponse(samples[chosen], headers=headers)
