"""Bounds on the length and the chance of a game, for libraries that ask for them.

They are read from `limits.toml` in the game's data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core import jit
from ..core.game import Position
from ..games import read_toml

_VERY_LONG: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most decisions of seats in a game, and the most that chance can do.

    The latter is how many outcomes it can have at once (0: there is no chance in the game), and how
    often it decides.
    """

    decisions: int
    outcomes: int = 0
    draws: int = 0


def bounds(start: Position) -> Bounds:
    """The bounds of games that begin at this position."""
    found = read_toml(start.game.key, "limits.toml")
    if not found:
        return _unknown(start)
    more = sum(n * int(start.options[name]) for name, n in found.get("decisions_per", {}).items())
    return Bounds(found["decisions"] + more, found.get("outcomes", 0), found.get("draws", 0))


def _unknown(start: Position) -> Bounds:
    """The bounds of a game without `limits.toml`.

    Its kernel may name the most decisions of a game, `MAX_DECISIONS`, and chance is taken to be
    possible in it.
    """
    tag = jit.bind(start.game)
    longest = int(getattr(tag.kernel, "MAX_DECISIONS", _VERY_LONG))
    return Bounds(longest, tag.max_moves, longest)
