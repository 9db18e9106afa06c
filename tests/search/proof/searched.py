"""Positions of seals, their images, and what the search proves of them."""

from __future__ import annotations

import numpy as np

from icefield.core import jit
from icefield.core.game import Position
from icefield.core.jit import bind
from icefield.games import game
from icefield.games.seals.board import SQUARES
from icefield.search.proof import dfpn

SEALS = game("seals")


TAG = bind(SEALS)


def proven(position: Position, megabytes: int = 4, budget: int = 1 << 40) -> tuple[int, int, int]:
    """Proof number, refutation number and nodes."""
    control = np.zeros(dfpn.CONTROL_SIZE, dtype=np.int64)
    control[dfpn.BUDGET] = budget
    row = jit.rows(TAG, 1)[0]
    jit.save(TAG, position.state, row)
    line = dfpn.new_search_stack(TAG, TAG.max_moves)
    dfpn.search(TAG, row, dfpn.new_proof_table(megabytes), line, control)
    numbers = control[dfpn.PROOF], control[dfpn.REFUTATION], control[dfpn.NODES]
    return tuple(int(n) for n in numbers)  # type: ignore[return-value]


def turned(position: Position, transpose: bool, columns: bool, rows: bool) -> Position:
    """The same position seen from elsewhere, by its text."""
    text, mover, passed = str(position).split()
    on: dict[int, str] = {}
    for row, line in zip(range(7, -1, -1), text.split("/"), strict=True):
        spaces = "".join("." * int(c) if c.isdigit() else c for c in line)
        on.update(zip([s for s in SQUARES if s // 8 == row], spaces, strict=True))
    moved = {}
    for s, what in on.items():
        x, y = s % 8, s // 8
        x, y = (y, x) if transpose else (x, y)
        x, y = (7 - x if columns else x), (7 - y if rows else y)
        moved[8 * y + x] = what
    lines = []
    for row in range(7, -1, -1):
        line = "".join(moved[s] for s in SQUARES if s // 8 == row)
        for n in range(8, 0, -1):
            line = line.replace("." * n, str(n))
        lines.append(line)
    return SEALS.read(f"{'/'.join(lines)} {mover} {passed}")
