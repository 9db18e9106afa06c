"""Which search looks at a position, for the engine and for hints while playing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..search import Limits, Listener, Report, Stop

ALPHABETA: Final = "alphabeta"
UCT: Final = "uct"


class Search(Protocol):
    """What every search looks like from outside."""

    def __call__(
        self,
        position: Position,
        limits: Limits,
        *,
        seed: int = 0,
        threads: int = 1,
        stop: Stop | None = None,
        on_report: Listener | None = None,
    ) -> Report: ...


def names(game: Game) -> tuple[str, ...]:
    """The searches that can play a game, the default first: alpha-beta where the kernel can tell
    a result for two seats as one number, UCT everywhere."""
    from ..core.jit import bind

    two = 2 in game.seats and bind(game).find("utility") is not None
    return (ALPHABETA, UCT) if two else (UCT,)


def search(name: str, position: Position) -> Search:
    """The search of that name, or UCT where there are more than two seats."""
    chosen = name if position.seats == 2 else UCT
    found: Search = import_module(f"icefield.search.{chosen}").search
    return found
