"""Who wins a position, by a proof-number search within a budget: for positions off the road of a
strategy file that are too large for the small searches beside it.

What is found with the same budget is the same every time: the search starts with an empty table and
runs in one thread. So whatever was shown once can be shown again.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.game import Move, Position
from ...core.jit import bind
from ..api import Stop
from ..deadline import Deadline
from . import dfpn
from .dfpn import BUDGET, CONTROLS, ENOUGH, HALT, PROOF, REFUTATION, Shelf

_LEAST: Final = 1 << 15
_MOST: Final = 1 << 20
"""The entries of the table."""


class BoundedProof:
    """One search; `winner` is None when it was not decided."""

    def __init__(
        self,
        position: Position,
        nodes: int,
        *,
        seconds: float | None = None,
        stop: Stop | None = None,
    ):
        self._position = position
        self._tag = bind(position.game)
        entries = min(_MOST, max(_LEAST, 1 << nodes.bit_length()))
        self._known = Shelf(np.zeros((entries, 2), dtype=np.uint64))
        self._control = np.zeros(CONTROLS, dtype=np.int64)
        self._control[BUDGET] = nodes
        row = jit.rows(self._tag, 1)[0]
        jit.save(self._tag, position.state, row)
        line = dfpn.line(self._tag, self._tag.max_moves)
        with Deadline([self], seconds, stop):
            dfpn.search(self._tag, row, self._known, line, self._control)
        self.winner = self._said(int(self._control[PROOF]), int(self._control[REFUTATION]))

    def halt(self) -> None:
        self._control[HALT] = 1

    @staticmethod
    def _said(pn: int, dn: int) -> int | None:
        return 0 if pn == 0 else 1 if dn == 0 else None

    def winning(self) -> tuple[Move, ...]:
        """The moves of the winner, to move, that the search knows to win, the easiest first."""
        listed = []
        for move in self._position.moves():
            winner, effort = self._known_of(self._position.play(move).state)
            if winner is not None and winner == self.winner:
                listed.append((effort, move.text, move))
        return tuple(move for *_, move in sorted(listed, key=lambda entry: entry[:2]))

    def _known_of(self, state: Any) -> tuple[int | None, int]:
        """Who wins a position after this one as far as that is known, and what it took."""
        said = int(jit.verdict(self._tag, state))
        if said:
            return (0 if said > 0 else 1), 0
        key = np.uint64(jit.identity(self._tag, state))
        data = np.uint64(dfpn.look_up(self._known, key))
        if data == 0:
            return None, ENOUGH
        found = self._said(int(dfpn.pn_of(data)), int(dfpn.dn_of(data)))
        return found, int(dfpn.effort_of(data))
