"""A small tablebase in a folder of its own, for tests of a solved game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import icefield
from icefield.search.exact import tablebase

GAME = icefield.game("glide")
LEVEL = "...../..*../...../Q.P../.*..."
"""Four floes; up wins in 1, down in 3, left draws, and right loses in 8."""


@contextmanager
def table_folder(folder: Path, *, built: bool = True) -> Iterator[Path]:
    """Keep tablebases in that folder and build the one of four floes on 5×5 (1 s)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            tablebase, "table_path", lambda game, space: folder / f"{game.key}-{space.name}.table"
        )
        tablebase.load.cache_clear()
        if built:
            build()
        yield folder
    tablebase.load.cache_clear()


def build() -> None:
    assert tablebase.build(GAME.start(board=LEVEL)) is not None
