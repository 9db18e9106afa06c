"""Positions to draw, and the comparison with golden files.

Golden files are written anew by

    ICEFIELD_GOLDEN=write .venv/bin/python -m pytest tests/render -q

Look at them before committing: open tests/render/golden/*.svg in a browser, light and dark.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import takewhile, zip_longest
from pathlib import Path

import pytest

import icefield

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).resolve().parent / "golden"

_MIDDLE = "b2-d4 g2-f3 d4-c5 g7-g5 c5-c7 g5-g3 c7-d7 f3-d5 d7-e7 d5-b3"
_REST = "e7-e6 b3-c2 e6-f5 c2-d2 b7-c8 g3-h4 f5-h3 h4-h6 h3-f1 d2-e3 c8-e8 e3-e2 e8-f8 h6-f6 f8-f7"
GAMES = {
    "seals-start": "",
    "seals-middle": _MIDDLE,
    "seals-isolated": f"{_MIDDLE} {_REST} f6-e5",
    "seals-captured": "b7-c6 g7-h6 c6-c8 g2-f3 b2-d2 f3-f2 d2-c3 f2-d4 c3-c5 d4xc5",
}


def position(name: str) -> icefield.Position:
    key = name.partition("-")[0]
    p = icefield.game(key).start()
    for move in GAMES[name].split():
        p = p.play(move)
    return p


@pytest.fixture(params=GAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[str, icefield.Scene]:
    """Each golden position: its name and its scene."""
    return request.param, position(request.param).scene()


@pytest.fixture
def scene_of() -> Callable[[str], icefield.Scene]:
    return lambda name: position(name).scene()


@pytest.fixture
def agree() -> Callable[[Path, str], None]:
    """Compare a drawing with its golden file, or write it when ICEFIELD_GOLDEN=write."""

    def check(path: Path, found: str) -> None:
        where = path.relative_to(ROOT)
        if os.environ.get("ICEFIELD_GOLDEN") == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(found, encoding="utf-8")
            return
        again = "write it with ICEFIELD_GOLDEN=write and look at it before you commit"
        if not path.is_file():
            pytest.fail(f"{where} does not exist; {again}", pytrace=False)
        wanted = path.read_text(encoding="utf-8")
        if wanted != found:
            pytest.fail(
                f"the drawing differs from {where}; if that is meant, {again}\n"
                + _differences(wanted.splitlines(), found.splitlines()),
                pytrace=False,
            )

    return check


def _differences(wanted: list[str], found: list[str]) -> str:
    """The first lines that differ; of long lines, the part where the difference begins."""
    report = []
    for number, (a, b) in enumerate(zip_longest(wanted, found, fillvalue=""), 1):
        if a != b and len(report) < 15:
            column = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False))
            )
            part = slice(max(column - 60, 0), column + 60)
            report += [
                f"line {number}, column {column + 1}",
                f"  golden {a[part]}",
                f"  now    {b[part]}",
            ]
    return "\n".join(report)
