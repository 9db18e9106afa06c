"""How long a game can last and how much chance can do, read from `bounds.toml`, for libraries that
want to know before it begins."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..core import jit
from ..core.game import Position

_FILE: Final = Path(__file__).with_suffix(".toml")
_VERY_LONG: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most decisions of seats in a game, the most outcomes chance can have at once (0: there
    is no chance in it), and how often it decides."""

    decisions: int
    outcomes: int = 0
    draws: int = 0


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def bounds(start: Position) -> Bounds:
    """The bounds of the games that begin there."""
    found = _data().get(start.game.key)
    if found is None:
        return _unknown(start)
    more = sum(n * int(start.options[name]) for name, n in found.get("decisions_per", {}).items())
    return Bounds(found["decisions"] + more, found.get("outcomes", 0), found.get("draws", 0))


def _unknown(start: Position) -> Bounds:
    """A game of another package may have a kernel that names its LONGEST; chance is thought
    possible in it."""
    tag = jit.bind(start.game)
    longest = int(getattr(tag.modules[0], "LONGEST", _VERY_LONG))
    return Bounds(longest, tag.max_moves, longest)
