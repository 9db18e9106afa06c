"""How long a game can last and how much chance can do, for libraries that want to know before it
begins; read from `limits.toml` in the game's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core import jit
from ..core.game import Position
from ..games import read_toml

_VERY_LONG: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most decisions of seats in a game, the most outcomes chance can have at once (0: there
    is no chance in it), and how often it decides."""

    decisions: int
    outcomes: int = 0
    draws: int = 0


def bounds(start: Position) -> Bounds:
    """The bounds of the games that begin there."""
    found = read_toml(start.game.key, "limits.toml")
    if not found:
        return _unknown(start)
    more = sum(n * int(start.options[name]) for name, n in found.get("decisions_per", {}).items())
    return Bounds(found["decisions"] + more, found.get("outcomes", 0), found.get("draws", 0))


def _unknown(start: Position) -> Bounds:
    """The bounds of a game without limits: its kernel may name the length of its LONGEST game, and
    chance is taken to be possible in it."""
    tag = jit.bind(start.game)
    longest = int(getattr(tag.kernel, "LONGEST", _VERY_LONG))
    return Bounds(longest, tag.max_moves, longest)
