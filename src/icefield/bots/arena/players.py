"""The players of the arena, by a short text.

7               a level of the game
max             the level above the scale, on all cores
max:1s          the same with these seconds for a move, on one core like all others
random          any legal move
uct:1s          a search by name with seconds (s), nodes (n) or depth (d)
ugi:./engine    an external engine that speaks UGI
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Final, Protocol

from ...core.errors import BadOption
from ...core.game import Game, Move, Position
from ...core.jit import bind
from ...core.message import message
from ...search import Limits
from ...search.registry import SEARCHES, able, suited
from ..bot import Bot, bot, find
from ..levels import MAX, levels
from .engines import Engine

RANDOM: Final = "random"
_UGI: Final = "ugi:"
_LARGEST_BUDGET: Final = {
    "s": 10**6,
    "n": 10**15,
    "d": 10**6,
}  # a larger number is a typing error
_SEARCH: Final = re.compile(r"([a-z]+):([0-9]+(?:\.[0-9]+)?)([snd])")


class Player(Protocol):
    """Chooses moves; belongs to one game at a time and one thread."""

    def choose(self, position: Position, seat: int, seed: int) -> Move:
        """A legal move of a seat that may decide."""

    def close(self) -> None:
        """Release resources."""


class _RandomPlayer:
    def choose(self, position: Position, seat: int, seed: int) -> Move:
        return random.Random(seed).choice(position.moves(seat))

    def close(self) -> None:
        pass


class _LevelPlayer:
    def __init__(self, game: Game, name: str):
        self._bot = bot(game, name)

    def choose(self, position: Position, seat: int, seed: int) -> Move:
        return self._bot.choose(position, seat=seat, seed=seed).best

    def close(self) -> None:
        pass


class _TimedMaxPlayer:
    """The level above the scale with another time, on one core, for comparisons."""

    def __init__(self, game: Game, limits: Limits):
        self._game, self._limits = game, limits

    def choose(self, position: Position, seat: int, seed: int) -> Move:
        level = replace(find(self._game, MAX, position.seats), seconds=self._limits.seconds)
        return Bot(self._game, level).choose(position, seat=seat, seed=seed, threads=1).best

    def close(self) -> None:
        pass


class _SearchPlayer:
    def __init__(self, name: str, limits: Limits):
        self._name, self._limits = name, limits

    def choose(self, position: Position, seat: int, seed: int) -> Move:
        search = SEARCHES[able(self._name, position)]
        return search(position, self._limits, seat=seat, seed=seed).best

    def close(self) -> None:
        pass


class _EnginePlayer:
    def __init__(self, engine: Engine):
        self._engine = engine

    def choose(self, position: Position, seat: int, seed: int) -> Move:  # noqa: ARG002
        return self._engine.choose(position, seat)

    def close(self) -> None:
        self._engine.close()


def player(game: Game, text: str, *, seconds: float = 1.0) -> Player:
    """The player that a text names; raises BadOption, which lists the players.

    `seconds` is the time for a move of an external engine.
    """
    if text == RANDOM:
        return _RandomPlayer()
    if text.startswith(_UGI):
        return _EnginePlayer(Engine(game, text.removeprefix(_UGI), seconds))
    found = _SEARCH.fullmatch(text)
    if found is not None and found[1] in SEARCHES:
        if not _can_play(found[1], game):
            raise BadOption(message("bots.not_suited", search=found[1], game=game.title))
        return _SearchPlayer(found[1], _limits(found[2], found[3]))
    if found is not None and found[1] == MAX and found[3] == "s":
        return _TimedMaxPlayer(game, _limits(found[2], found[3]))
    names = [level.name for level in levels(game)]
    if text not in names:
        known = ", ".join(names)
        example = suited(game)[0]
        said = message("bots.unknown_player", player=text[:40], known=known, search=example)
        raise BadOption(said)
    return _LevelPlayer(game, text)


def _can_play(name: str, game: Game) -> bool:
    """Whether a search can play a game fairly.

    Alpha-beta needs one number that both sides play for; UCT sees what is hidden, and would cheat.
    """
    has = bind(game).find
    if name in ("alphabeta", "ranked"):
        return has("utility") is not None
    return name != "uct" or has("known") is None


def _limits(number: str, unit: str) -> Limits:
    value = float(number)
    if value <= 0 or (unit != "s" and value < 1):
        raise BadOption(message("bots.no_budget", text=f"{number[:20]}{unit}"))
    if value > _LARGEST_BUDGET[unit]:
        most = f"{_LARGEST_BUDGET[unit]}{unit}"
        raise BadOption(message("bots.big_budget", text=f"{number[:20]}{unit}", most=most))
    if unit == "s":
        return Limits(seconds=value)
    return Limits(nodes=int(value)) if unit == "n" else Limits(depth=int(value))
