"""The signature of the searches: their visits over fixed positions of our games.

It changes only with a search, kernel or evaluation; a commit that changes it quotes it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from ..core.game import Position
from ..games import game as find_game
from ..games import read_toml
from .api import Limits
from .registry import SEARCHES, able

FILE: Final = Path(__file__).with_suffix(".toml")
_DEPTH: Final = 6  # for the search that counts nodes
_ITERATIONS: Final = {"uct": 4000, "isuct": 400}  # for those that count visits
_SEED: Final = 1


def positions() -> dict[str, tuple[list[str], list[str]]]:
    """The names of the searches and the texts of the positions of each game."""
    keys = tomllib.loads(FILE.read_text("utf-8"))["games"]
    tables = {key: read_toml(key, "signature.toml") for key in keys}
    return {key: (entry["searches"], entry["positions"]) for key, entry in tables.items()}


def signature() -> dict[str, Any]:
    """All rows, with the sum of the nodes and of the best moves' visits."""
    rows = [
        {"game": key, "position": text, **_row(find_game(key).read(text), searches)}
        for key, (searches, texts) in positions().items()
        for text in texts
    ]
    found = [row[name] for row in rows for name in SEARCHES if name in row]
    nodes = sum(entry.get("nodes", 0) for entry in found)
    visits = sum(entry.get("visits", 0) for entry in found)
    return {"nodes": nodes, "visits": visits, "positions": rows}


def _row(position: Position, searches: list[str]) -> dict[str, Any]:
    """The result of each search that can play this many seats."""
    return {name: _count_nodes(position, name) for name in searches if able(name, position) == name}


def _count_nodes(position: Position, name: str) -> dict[str, Any]:
    iterations = _ITERATIONS.get(name)
    limits = Limits(depth=_DEPTH) if iterations is None else Limits(nodes=iterations)
    found = SEARCHES[name](position, limits, seed=_SEED)
    if iterations is None:
        return {"nodes": found.nodes, "best": found.best.text, "exact": found.exact}
    return {"visits": found.rated[0].visits, "best": found.best.text}
