"""All searches by name, and the choice of one for a game."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from ..core.arguments import checks_arguments
from ..core.game import Game, Position
from ..core.jit import bind
from . import alphabeta, multipv
from .api import Limits, Listener, Report, Stop
from .mcts import isuct, uct


class Search(Protocol):
    """The signature of every search."""

    def __call__(
        self,
        position: Position,
        limits: Limits = ...,
        *,
        seat: int | None = None,
        seed: int = 0,
        threads: int = 1,
        stop: Stop | None = None,
        on_report: Listener | None = None,
    ) -> Report: ...


SEARCHES: Final[dict[str, Search]] = {
    "uct": uct.search,
    "alphabeta": alphabeta.search,
    "isuct": isuct.search,
    "paranoid": partial(isuct.search, paranoid=True),
    "ranked": multipv.search,
}


@checks_arguments
def suited(game: Game) -> tuple[str, ...]:
    """The names of the searches that can play a game, the best one first.

    Alpha-beta for two seats with nothing hidden; information-set search wherever something is, or
    where the game can estimate who is ahead and playouts would tell little.
    """
    has = bind(game).find
    if has("known") is not None or has("estimate") is not None:
        return ("isuct",)
    if has("utility") is not None:
        return ("alphabeta", "uct")
    return ("uct",)


@checks_arguments
def able(name: str, position: Position) -> str:
    """That search, or UCT where it cannot play this many seats."""
    return "uct" if name in ("alphabeta", "ranked") and position.seats != 2 else name
