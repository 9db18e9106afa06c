"""Positions and moves as numbers: observation planes and the action space.

The planes and the numbering of the actions are the game's own (`games/KEY/kernel/observe.py`);
every environment in this package uses the same ones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..core import jit
from ..core.game import Move, Position
from ..core.message import message
from .errors import BadAction, BadEnvironment


class Encoding:
    """The action and observation space of a game with these seats and options."""

    def __init__(self, start: Position):
        tag = self._tag = jit.bind(start.game)
        if tag.find("planes") is None:
            raise BadEnvironment(message("env.no_planes", game=start.game.title))
        names = tag.find("names")
        assert names is not None
        self.actions = int(jit.actions(tag, start.state))
        """How many actions there are; an action is a number below that."""
        self.shape: tuple[int, int, int] = tuple(int(n) for n in jit.shape(tag, start.state))  # type: ignore[assignment]
        """How many planes, rows and columns an observation has."""
        self.planes: tuple[str, ...] = names(start.seats)
        """What each plane shows. "Own" is the seat that looks, "seat +1" the next in turn."""

    def legal(self, position: Position, seat: int | None = None) -> dict[int, Move]:
        """The legal moves of a seat by their actions; by default, of the deciding one."""
        state = position.state
        return {int(jit.action(self._tag, state, m.code)): m for m in position.moves(seat)}

    def move(self, position: Position, action: int, seat: int | None = None) -> Move:
        """The legal move an action stands for; raises BadAction when there is none."""
        found = self.legal(position, seat).get(int(action))
        if found is None:
            raise BadAction.illegal(int(action))
        return found

    def action(self, position: Position, move: str | Move) -> int:
        """The action of a move of the deciding seat; raises as `Position.play` does."""
        _, found = position.legal(move)
        return int(jit.action(self._tag, position.state, found.code))

    def mask(self, position: Position, seat: int | None = None) -> npt.NDArray[np.int8]:
        """1 for every legal action."""
        found = np.zeros(self.actions, dtype=np.int8)
        found[list(self.legal(position, seat))] = 1
        return found

    def observe(self, position: Position, seat: int) -> npt.NDArray[np.int8]:
        """The observation of that seat: [plane, row, column].

        It has nothing that the seat may not know.
        """
        planes, rows, columns = self.shape
        out = np.zeros((planes, rows * columns), dtype=np.int8)
        jit.planes(self._tag, position.state, seat, out)
        return out.reshape(self.shape)
