"""Research environments: batch, PettingZoo, Gymnasium and OpenSpiel.

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

from ..core.arguments import checks_arguments
from ..core.extras import needs
from ..core.game import Position
from .batch import Batch, batch
from .compile_log import log_compiling
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

_EXTRAS: Final = {"aec": "pettingzoo", "single": "gymnasium", "spiel": "openspiel"}
"""By module: the extra that brings the library it needs."""


def _module(name: str) -> ModuleType:
    log_compiling()
    with needs(_EXTRAS[name], BadEnvironment):
        return import_module(f".{name}", __name__)


@checks_arguments
def pettingzoo(
    game: str,
    *,
    seats: int | None = None,
    start: Position | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """A PettingZoo AEC environment: agents `seat_0` …, observations with action mask.

    A player who makes an illegal action loses and the game is over, as in PettingZoo's own board
    games; with `illegal="raise"` it raises BadAction and nothing changes.
    """
    made: AECEnv = _module("aec").pettingzoo(
        game, seats=seats, start=start, illegal=illegal, render_mode=render_mode, **options
    )
    return made


@checks_arguments
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
    """A Gymnasium environment: one seat (or `"random"`), bots in all the others.

    `opponent` is a level, `random`, `uct:1000n`, or a `Player` of `icefield.bots.arena.players`.
    """
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


@checks_arguments
def openspiel(
    game: str, *, seats: int | None = None, start: Position | None = None, **options: Any
) -> SpielGame:
    """An OpenSpiel game.

    After the first call, `pyspiel.load_game` knows `python_icefield_seals` and the others too.
    """
    made: SpielGame = _module("spiel").openspiel(game, seats=seats, start=start, **options)
    return made
