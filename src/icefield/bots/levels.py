"""The levels of each game, read from `levels.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core.game import Game
from ..core.message import Message, message
from ..search import Limits


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play."""

    name: str
    search: str  # a name in search.searches
    nodes: int | None = None
    seconds: float | None = None
    softness: float = 0.0
    proof: int = 0  # nodes spent first on a forced result

    @property
    def about(self) -> Message:
        """What to expect of it."""
        return message(f"bots.level.{self.name}")

    @property
    def limits(self) -> Limits:
        return Limits(seconds=self.seconds, nodes=self.nodes)

    @property
    def all_cores(self) -> bool:
        """A level limited by time uses the whole machine."""
        return self.seconds is not None


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "levels.toml").read_text("utf-8"))


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    table = _data().get(game.key, _data()["default"])
    return tuple(Level(name=name, **entry) for name, entry in table.items())
