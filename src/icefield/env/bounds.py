"""How long a game can last and how much chance can do, for libraries that want to know before it
begins. No game reaches these numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from ..core import jit
from ..core.game import Position


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most decisions of seats in a game, the most outcomes chance can have at once, and how
    often it decides."""

    decisions: int
    outcomes: int = 0
    draws: int = 0


def _seals(_start: Position) -> Bounds:
    """Every move but a pass makes a hole, and after two passes the game is over (S7, S10)."""
    from ..games.seals.board import SQUARES

    return Bounds(2 * len(SQUARES))


def _glide(_start: Position) -> Bounds:
    from ..games.glide.kernel import LONGEST  # G10

    return Bounds(LONGEST)


_DICE_TIES: Final = 1000  # T6: the tied roll again; more than this will not be seen


def _torch(start: Position) -> Bounds:
    """A tile leaves, or the round is quiet (T18a). In a round everybody moves, votes twice, is
    asked for coins twice and selects a tile, and the Torch Bearer decides three times; each coin
    has everybody asked once more (T15)."""
    from ..games.torch.board import LETTERS, NUMBERS, TILES

    seats = start.seats
    rounds = (TILES + 1) * int(start.options["quiet_rounds"])
    coins = 2 * seats
    decisions = len(LETTERS) * seats + rounds * (6 * seats + 3) + coins * (seats + 1) + 1
    return Bounds(decisions, len(NUMBERS), _DICE_TIES)


def _strait(start: Position) -> Bounds:
    """In a turn (I32) nobody comes to a place twice on the own account (I18); the explorers of all
    seats may be driven about (I28). A discovery draws a tile and a card (I15)."""
    from ..games.strait.rules import StraitPosition
    from ..games.strait.state import EXPLORERS, FIRST_FLOES, MOST_TURNS

    on = cast(StraitPosition, start).map
    decisions = MOST_TURNS * len(on.places) * EXPLORERS * start.seats
    outcomes = max(start.seats, len(on.tiles), len(on.cards))
    return Bounds(decisions, outcomes, 1 + 2 * (FIRST_FLOES + MOST_TURNS))


_OF: Final[dict[str, Callable[[Position], Bounds]]] = {
    "seals": _seals,
    "glide": _glide,
    "torch": _torch,
    "strait": _strait,
}
_VERY_LONG: Final = 1_000_000


def bounds(start: Position) -> Bounds:
    """The bounds of the games that begin there. A game of another package may have a kernel that
    names its LONGEST; chance is thought possible in it."""
    known = _OF.get(start.game.key)
    if known is not None:
        return known(start)
    tag = jit.bind(start.game)
    longest: Any = getattr(tag.modules[0], "LONGEST", _VERY_LONG)
    return Bounds(int(longest), tag.max_moves, int(longest))
