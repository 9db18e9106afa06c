"""Perft tables as data: `perft.json` beside a game's tests.

    {"tables": [{"name": "start", "counts": [16, 256, …], "source": "who counted",
                 "seats": 2, "options": {}, "position": "…"}]}

`counts[d - 1]` belongs to depth d. `seats`, `options` and `position` may be left out: then it is
the start position with the defaults.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..analysis.perft import perft, perft_by_move
from ..core.game import Game, Position

FILE = "perft.json"


@dataclass(frozen=True, slots=True)
class Table:
    """The counts of one position, depth 1 first."""

    name: str
    counts: tuple[int, ...]
    source: str
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    position: str | None = None

    def root(self, game: Game) -> Position:
        if self.position is None:
            return game.start(self.seats, **self.options)
        return game.read(self.position, **self.options)


def tables(folder: Path) -> list[Table]:
    """The tables in that folder; an AssertionError when there are none."""
    path = folder / FILE
    assert path.exists(), f"no perft table: write {path}"
    found = [
        Table(**{**t, "counts": tuple(t["counts"])})
        for t in json.loads(path.read_text(encoding="utf-8"))["tables"]
    ]
    assert found, f"{path} holds no table"
    assert all(t.counts for t in found), f"{path} holds an empty table"
    return found


def check(game: Game, table: Table, nodes: int) -> int:
    """Count with the compiled perft, as deep as `nodes` allows, at least to depth 1.

    Returns that depth. A mismatch shows the counts by first move.
    """
    root, checked = table.root(game), 0
    for depth, wanted in enumerate(table.counts, 1):
        if depth > 1 and wanted > nodes:
            break
        found = perft(root, depth)
        if found != wanted:
            by_move = "\n".join(f"  {move}: {n}" for move, n in perft_by_move(root, depth).items())
            raise AssertionError(
                f"{game.key}, {table.name}, depth {depth}: {found} instead of {wanted}\n{by_move}"
            )
        checked = depth
    return checked


def slow(position: Position, depth: int) -> int:
    """The same count through `Position.moves` and `Position.play`."""
    if depth == 0:
        return 1
    return sum(slow(position.play(move), depth - 1) for move in position.moves())


def check_slow(game: Game, table: Table, nodes: int) -> int:
    """Like `check`, through Position instead of the kernel."""
    root, checked = table.root(game), 0
    for depth, wanted in enumerate(table.counts, 1):
        if depth > 1 and wanted > nodes:
            break
        found = slow(root, depth)
        assert found == wanted, (
            f"{game.key}, {table.name}, depth {depth} by Position.play: {found}, not {wanted}"
        )
        checked = depth
    return checked
