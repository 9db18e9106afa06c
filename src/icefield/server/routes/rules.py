"""The page with the rules of a game."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ...core.abilities import HasBoardFiles
from ...games import game as find_game
from ...lessons import course
from .depends import GameKey, get_viewer
from .site.pages import page, translate

router = APIRouter(include_in_schema=False)


@router.get("/rules/{key}")
def rules(request: Request, key: GameKey) -> Response:
    """The whole rules of a game; each has its own address, such as `/rules/seals#S4`."""
    game = find_game(key)
    return page(
        request,
        "rules.html",
        learn=translate(get_viewer(request).language, "learn"),
        game=game,
        boarded=isinstance(game, HasBoardFiles),
        taught=course(key) is not None,
    )
