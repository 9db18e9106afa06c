"""Proof-number search with a budget: the winner of one position.

For positions beside the lines of a strategy file that are too large for the small searches of
`lookup`. The result with the same budget is reproducible: the search starts with an empty table and
runs in one thread.
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
from .dfpn import BUDGET, CONTROL_SIZE, HALT, INFINITY, PROOF, REFUTATION, ProofTable

_MIN_ENTRIES: Final = 1 << 15
_MAX_ENTRIES: Final = 1 << 20
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
        entries = min(_MAX_ENTRIES, max(_MIN_ENTRIES, 1 << nodes.bit_length()))
        self._known = ProofTable(np.zeros((entries, 2), dtype=np.uint64))
        self._control = np.zeros(CONTROL_SIZE, dtype=np.int64)
        self._control[BUDGET] = nodes
        row = jit.rows(self._tag, 1)[0]
        jit.save(self._tag, position.state, row)
        line = dfpn.new_search_stack(self._tag, self._tag.max_moves)
        with Deadline([self], seconds, stop):
            dfpn.search(self._tag, row, self._known, line, self._control)
        self.winner = self._winner_of(int(self._control[PROOF]), int(self._control[REFUTATION]))

    def halt(self) -> None:
        self._control[HALT] = 1

    @staticmethod
    def _winner_of(pn: int, dn: int) -> int | None:
        return 0 if pn == 0 else 1 if dn == 0 else None

    def winning_moves(self) -> tuple[Move, ...]:
        """The moves proven to win for the mover, the easiest first."""
        listed = []
        for move in self._position.moves():
            winner, effort = self._result_after(self._position.play(move).state)
            if winner is not None and winner == self.winner:
                listed.append((effort, move.text, move))
        return tuple(move for *_, move in sorted(listed, key=lambda entry: entry[:2]))

    def _result_after(self, state: Any) -> tuple[int | None, int]:
        """The winner after a move, as far as it is known, and the effort of its proof."""
        said = int(jit.verdict(self._tag, state))
        if said:
            return (0 if said > 0 else 1), 0
        key = np.uint64(jit.identity(self._tag, state))
        data = np.uint64(dfpn.look_up(self._known, key))
        if data == 0:
            return None, INFINITY
        found = self._winner_of(int(dfpn.pn_of(data)), int(dfpn.dn_of(data)))
        return found, int(dfpn.effort_of(data))
