"""The searches as plain Python (NUMBA_DISABLE_JIT=1) find the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from icefield.core import jit

from ..timeouts import HANG_S

# Run by the test in a process of its own, and here.
SCRIPT = """
import json
import icefield
from icefield.analysis.perft import perft
from icefield.search import Limits, alphabeta
from icefield.search.exact.solve import solve
from icefield.search.mcts import uct

game = icefield.game("seals")
middle = game.read("4/oo1o1o/3s4/5b2/3o4/2os1b2/o3oo/4 b -")
late = game.read("oooo/oooooo/ooo1o1o1/oooo1oo1/oooooo2/oooooo2/ooooso/o1ob s -")
found = {}
for position in (game.start(), middle):
    wide = uct.search(position, Limits(nodes=20), seed=5)
    deep = alphabeta.search(position, Limits(depth=2))
    found[str(position)] = [
        [(r.move.text, r.visits, r.value) for r in wide.rated],
        [m.text for m in wide.line],
        [deep.best.text, deep.value, deep.nodes, [m.text for m in deep.line]],
        perft(position, 2),
    ]
solved = solve(late)
found["solved"] = [solved.to_json(), solved.nodes, [m.text for m in solved.line]]
"""


@pytest.mark.skipif(jit.INTERPRETED, reason="compares compiled with interpreted runs")
@pytest.mark.slow
def test_interpreted_searches_find_the_same() -> None:
    here: dict[str, object] = {}
    exec(SCRIPT, here)
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT + "print(json.dumps(found))"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == json.loads(json.dumps(here["found"]))
