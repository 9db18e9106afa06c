"""A proof that is small enough for tests: the seals win from a late position."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from icefield.core.game import Game
from icefield.search.proof import lookup

STRATEGY = Path(__file__).parent / "small_proof.strategy"
START = "4/s4b/8/2s5/2o3b1/2o2o2/o2ooo/4 s -"
"""Where it begins; written with `strategies.Extraction`."""


def place_proof(monkeypatch: pytest.MonkeyPatch, strategy: Path | None = STRATEGY) -> None:
    """Have `seals` use this proof instead of the shipped one; without a file none."""

    def path(game: Game) -> Path:
        here = strategy is not None and game.key == "seals"
        return strategy if here and strategy is not None else STRATEGY.parent / "absent"

    monkeypatch.setattr(lookup, "strategy_path", path)


def address(*moves: str, key: str = "seals", **more: str) -> str:
    """The page of a place in the tree."""
    fields = {"from": START, "line": ",".join(moves), **more}
    said = "&".join(f"{name}={quote(text, safe='/,')}" for name, text in fields.items() if text)
    return f"/solved/{key}?{said}"
