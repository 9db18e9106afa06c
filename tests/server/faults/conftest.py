from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .serve_command import Real

Start = Callable[..., Real]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server, on a database of its own unless another is named."""
    started: list[Real] = []

    def begin(database: str = "", **more: Any) -> Real:
        real = Real(database or str(tmp_path / "tables.db"), tmp_path, **more)
        started.append(real)
        real.start()
        return real

    yield begin
    for real in started:
        real.close()
