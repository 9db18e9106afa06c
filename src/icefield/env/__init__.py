"""Research environments: many games at once, PettingZoo, Gymnasium and OpenSpiel.

>>> from icefield import env
>>> games = env.batch("seals", n=4096)
>>> table = env.pettingzoo("torch", seats=4)
>>> seat = env.gymnasium("seals", opponent="3")
>>> game = env.openspiel("glide")

The last three need libraries that are extras of this package, and load them when they are called.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ..core.game import Position
from ..core.message import message
from .batch import Batch, batch
from .encoding import Encoding
from .errors import BadAction, BadEnvironment

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from ..bots.arena.players import Player
    from .single import SeatEnv
    from .spiel import SpielGame

__all__ = [
    "BadAction",
    "BadEnvironment",
    "Batch",
    "Encoding",
    "batch",
    "gymnasium",
    "openspiel",
    "pettingzoo",
]

_LIBRARIES: Final = {
    "aec": ("PettingZoo", "pettingzoo"),
    "single": ("Gymnasium", "gymnasium"),
    "spiel": ("OpenSpiel", "openspiel"),
}
"""By module: the library it needs, and the extra that brings it."""


def _module(name: str) -> ModuleType:
    library, extra = _LIBRARIES[name]
    try:
        return import_module(f".{name}", __name__)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("icefield"):
            raise
        said = message("env.extra", library=library, extra=extra)
        raise BadEnvironment(said) from error


def pettingzoo(
    game: str,
    *,
    seats: int | None = None,
    start: Position | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """A PettingZoo AEC environment: agents `seat_0` …, observations with an action mask.

    Whoever makes an illegal action loses and the game is over, as in PettingZoo's own board games;
    with `illegal="raise"` it raises BadAction and nothing changes."""
    made: AECEnv = _module("aec").pettingzoo(
        game, seats=seats, start=start, illegal=illegal, render_mode=render_mode, **options
    )
    return made


def gymnasium(
    game: str,
    *,
    seat: int | str = 0,
    opponent: str | Player = "1",
    seats: int | None = None,
    start: Position | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """A Gymnasium environment: one seat (or `"random"`) against bots in all the others.

    `opponent` is what the arena understands: a level, `random`, `uct:1000n`, or a player of one's
    own."""
    made: SeatEnv = _module("single").SeatEnv(
        game,
        seat=seat,
        opponent=opponent,
        seats=seats,
        start=start,
        illegal=illegal,
        render_mode=render_mode,
        **options,
    )
    return made


def openspiel(
    game: str, *, seats: int | None = None, start: Position | None = None, **options: Any
) -> SpielGame:
    """An OpenSpiel game. After the first call `pyspiel.load_game` knows `python_icefield_seals` and
    the others, too."""
    made: SpielGame = _module("spiel").openspiel(game, seats=seats, start=start, **options)
    return made
