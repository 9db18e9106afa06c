"""The arguments and results of every search: limits, a stop flag and a report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from ..core.game import Move, Position

Stop = threading.Event
"""Set it from any thread and a search ends within 50 ms with the best it has."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search, which stops at the one that is reached first.

    With no limit set a search runs until it is stopped or has solved the position.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """A move at the root, its visits, and its value for the mover (−1 … 1)."""

    move: Move
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a search.

    `value` is for the seat to move, from −1 (lost) to 1 (won); `line` is the principal variation,
    beginning with `best`.
    """

    best: Move
    value: float
    nodes: int
    depth: int
    seconds: float
    line: tuple[Move, ...] = ()
    rated: tuple[Rated, ...] = ()
    exact: bool = False
    score: int | None = None  # where exact: what the winner scores
    plies: int | None = None  # where exact: how long the game lasts under best play
    payoffs: tuple[float, ...] = ()  # of every seat, where a search averages them

    @property
    def nodes_per_second(self) -> int:
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0


Listener = Callable[[Report], None]


def move_of_code(position: Position, code: int) -> Move | None:
    """The legal move with that kernel code; None where there is none."""
    return next((move for move in position.moves() if move.code == code), None)
