"""The levels of each game and seat count, and their measured strengths.

Levels are read from `levels.toml` in the game's data, strengths from its `ratings.toml`. A game
without levels has those of `levels.toml` beside this file.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..core.game import Game
from ..core.message import Message, message
from ..games import read_toml
from ..search import Limits

MAX: Final = "max"
"""The level above the scale."""
_DEFAULT: Final = Path(__file__).with_suffix(".toml")
_DEFENDING: Final = 5  # the place from which on a level looks at what the next player can do
PROVING: Final = 0.4
"""The share of the time of a level limited by it that goes to the search for a forced result."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a level: Elo with two standard errors, and its results.

    It won `below` in `games` games against the level below it, at least `lower` in 95 of 100 cases;
    `par` is what an equal would have won. Where two games with the seats swapped make a match,
    `matches` is what it won of those.
    """

    elo: int
    error: int
    games: int
    below: float
    lower: float
    par: float
    matches: float | None = None
    matches_lower: float | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play with a number of seats."""

    name: str
    search: str  # a name in search.registry.SEARCHES
    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    softness: float = 0.0
    proof: int = 0  # nodes spent first on a forced result
    rating: Rating | None = None
    place: int = 0  # among ten from weak to strong; 0 above the scale

    @property
    def about(self) -> Message:
        """The description for players."""
        return message(f"bots.level.{self.place or MAX}")

    @property
    def limits(self) -> Limits:
        return Limits(seconds=self.seconds, nodes=self.nodes, depth=self.depth)

    @property
    def defends(self) -> bool:
        """Whether it keeps the next player from a win where it can."""
        return self.place == 0 or self.place >= _DEFENDING

    @property
    def all_cores(self) -> bool:
        """Whether it uses the whole machine, as a level limited by time does."""
        return self.seconds is not None


@lru_cache(maxsize=1)
def _default() -> dict[str, Any]:
    """The levels of a game that has none of its own."""
    found: dict[str, Any] = tomllib.loads(_DEFAULT.read_text("utf-8"))["default"]
    return found


@lru_cache(maxsize=32)
def levels(game: Game, seats: int | None = None) -> tuple[Level, ...]:
    """The levels of a game with so many seats (default: the fewest), weakest first."""
    count = _playing(game, seats)
    own = read_toml(game.key, "levels.toml").get(str(count)) or _default()
    ratings = read_toml(game.key, "ratings.toml").get(game.key, {}).get(str(count), {})
    last = len(own) - 1
    return tuple(
        Level(
            name=name,
            place=_place(name, last),
            rating=Rating(**ratings[name]) if name in ratings else None,
            **entry,
        )
        for name, entry in own.items()
    )


def measured_version(game: Game, level: str) -> int:
    """The version of a game's rules with which a level last met the one below it.

    It is in the table `measured_version` of `levels.toml` until the level has been measured with
    the present version, and that version where nothing is written.
    """
    table = read_toml(game.key, "levels.toml").get("measured_version", {})
    return int(table.get(level, game.version))


def _playing(game: Game, seats: int | None) -> int:
    """A seat count that has levels.

    At solitaire there are none, and those of any other count will do.
    """
    found = game.seats[0] if seats is None else seats
    return found if found > 1 else min((n for n in game.seats if n > 1), default=found)


_WORDS: Final = 10


def _place(name: str, last: int) -> int:
    """The description of ten that fits a level, by its place among the levels.

    The last of only a few levels is not praised like the last of ten.
    """
    if name == MAX:
        return 0
    top = min(_WORDS, last + 3)
    return 1 if last <= 1 else 1 + round((int(name) - 1) * (top - 1) / (last - 1))
