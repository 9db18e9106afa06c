"""Boards that people write as files: the page to use one, and what its script asks for."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from ...core.abilities import BoardFile, HasBoardFiles
from ...core.errors import BadDrawing, BadOption, NotNow, TextError
from ...core.game import Game
from ...core.message import message
from ...games import game as find_game
from ...render.svg import svg
from ..errors import Refused, problem_json
from ..views.games import choices
from ..views.levels import strengths
from . import forms
from .pages import page
from .tables import By, viewer_of

boards_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 413, 415, 422)},
)

LONGEST: Final = 100_000
"""How many bytes a board's file may have."""

Key = Annotated[str, Path(max_length=40, description="the game's key")]
Sample = Annotated[str | None, Query(max_length=40, description="a board that comes with it")]


class Written(forms.Form):
    """The text of a board's file, or the value of the game's option that stands for it."""

    game: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=LONGEST + 1)]


@boards_router.post("/api/boards/check", summary="What a board's file describes, or what is wrong")
def check(form: Written, viewer: By) -> forms.State:
    game = find_game(form.game)
    if not isinstance(game, HasBoardFiles):
        said = message("web.problem.no-boards", game=game.title)
        raise NotNow(said, detail="no-boards")
    told: dict[str, Any] = {"legal": False, "problem": None, "board": None}
    try:
        board = _read(game, form.text)
        text = game.board_text(board.value) if form.text == board.value else None
    except TextError as error:
        return {**told, "problem": problem_json(error, viewer.language)}
    return {**told, "legal": True, "board": _board_json(game, board, text, viewer.language)}


def _read(game: HasBoardFiles, text: str) -> BoardFile:
    if len(text.encode("utf-8", "replace")) > LONGEST:
        said = message("web.problem.board-long", most=LONGEST // 1000)
        raise BadDrawing(said, detail="board-long")
    board = game.board_read(text)
    if len(board.value) > forms.VALUE:
        raise BadDrawing(message("web.problem.board-full"), detail="board-full")
    return board


def _board_json(
    game: HasBoardFiles, board: BoardFile, text: str | None, language: str
) -> dict[str, Any]:
    assert isinstance(game, Game)
    options: dict[str, Any] = {game.board_option: board.value}
    scene = game.start(**options).scene(None)
    return {
        "name": board.name,
        "value": board.value,
        "text": text,
        "reconstruction": board.reconstruction,
        "facts": [fact.text(language) for fact in board.facts],
        "svg": svg(scene, theme="page", language=language),
    }


def board_page(request: Request, game: Game) -> Response:
    """The page on which somebody uses a board of their own."""
    if not isinstance(game, HasBoardFiles):
        raise Refused(404)
    setup = {
        "game": game.key,
        "option": game.board_option,
        "sample": next(iter(game.board_samples.values())),
        "longest": LONGEST,
    }
    roles = [game.seat_name(seat) for seat in range(max(game.seats))]
    return page(
        request,
        "boards/file.html",
        game=game,
        setup=setup,
        roles=roles,
        bots=strengths(game, viewer_of(request).language),
        choices=choices(game),
    )


@boards_router.get("/boards/{key}/file", include_in_schema=False)
def file(key: Key, name: Sample = None) -> Response:
    game = find_game(key)
    if not isinstance(game, HasBoardFiles):
        raise Refused(404)
    samples = game.board_samples
    chosen = next(iter(samples)) if name is None else name
    if chosen not in samples:
        raise BadOption(message("web.problem.no-such-board", names=", ".join(samples)))
    headers = {"content-disposition": f'attachment; filename="{key}-{chosen}.toml"'}
    return PlainTextResponse(samples[chosen], headers=headers)
