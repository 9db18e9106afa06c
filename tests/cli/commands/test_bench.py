"""`icefield bench`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

import icefield

from ...timeouts import HANG_S
from ..conftest import Run


@pytest.mark.slow
def test_bench_json_is_one_object_with_every_game(
    start: Callable[..., subprocess.Popen[str]],
) -> None:
    process = start("bench", "--json", "--seconds", "0.05")  # a crash in a kernel ends only this
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 0, err
    found = json.loads(out)
    assert tuple(found) == icefield.keys()
    for speeds in found.values():
        assert set(speeds) == {"playouts_per_s", "plies_per_s", "uct_per_s"}
        assert all(speed > 0 for speed in speeds.values())


def test_bench_in_words(run: Run) -> None:
    ran = run("bench", "seals", "--seconds", "0.05")
    assert ran.lines[0].startswith("Go with the Floe")
    assert len(ran.lines) == 4
