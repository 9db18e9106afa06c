"""A small strategy: seals win from START, in 789 positions, 736 of them leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import icefield
from icefield.search.proof import lookup

SMALL = Path(__file__).parent / "small.strategy"
NOWHERE = SMALL.with_name("none.strategy")
START = icefield.game("seals").read("4/s4b/8/2s5/2o3b1/2o2o2/o2ooo/4 s -")


@contextmanager
def strategy(file: Path) -> Iterator[Path]:
    """This file, which need not be there, is the strategy of every game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookup, "strategy_path", lambda _game: file)
        yield file
