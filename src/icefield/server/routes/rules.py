"""The page with the rules of a game, and the pictures of its overview."""

from __future__ import annotations

from fastapi import Request, Response

from ...core.abilities import HasBoardFiles
from ...games import game as find_game
from ..views.rules import build_rules_head
from .depends import GameKey, get_viewer
from .json_router import QueuedRouter
from .site.pages import page, translate

router = QueuedRouter(include_in_schema=False)


@router.get("/rules/{key}")
def rules(request: Request, key: GameKey) -> Response:
    """The whole rules of a game; each has a URL, such as `/rules/seals#S4`."""
    game = find_game(key)
    return page(
        request,
        "rules.html",
        learn=translate(get_viewer(request).language, "learn"),
        game=game,
        boarded=isinstance(game, HasBoardFiles),
        head=build_rules_head(game, {}),
    )


@router.get("/rules/{key}/pictures")
def pictures(request: Request, key: GameKey) -> Response:
    """The pictures of the overview as a part of a page."""
    return page(request, "shared/rules_pictures.html", head=build_rules_head(find_game(key), {}))
