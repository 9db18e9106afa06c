"""Functions that run as Python until another process has compiled them.

Each test has a cache of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from icefield.core import jit

from ...timeouts import HANG_S

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")

HEAD = """
import json, random, sys, threading, time
import numpy as np
from numba.core import event

import icefield
from icefield.bots import bot
from icefield.core import jit
from icefield.core.jit import config, fallback, requests

compiled_here = []
config.compile_listeners.append(lambda said, done: done or compiled_here.append(said.name))

def say(**found):
    print(json.dumps(found))
"""
NO_COMPILER = "requests.Process.ensure = lambda self: None\n"


def run(cache: Path, *parts: str) -> dict[str, Any]:
    """What a program prints, as JSON."""
    done = subprocess.run(
        (sys.executable, "-c", "\n".join((HEAD, *parts))),
        env=os.environ | {"ICEFIELD_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


PLAY = """
fallback.enable()
position = icefield.game("seals").start()
texts = []
for _ in range(4):
    with jit.policy(jit.Policy.TRY, 60.0):
        texts.append(bot(position.game, "4").choose(position, seed=3).best.text)
    position = position.play(texts[-1])
    position.scene(None)
say(texts=texts, compiled=compiled_here, pending=len(requests.pending()))
"""


@pytest.mark.slow
def test_fallback_plays_without_a_compiler_as_with_one(tmp_path: Path) -> None:
    found = run(tmp_path, NO_COMPILER, PLAY)
    assert found["compiled"] == []
    assert found["pending"] > 3
    compiled = run(jit.cache_home(), PLAY.replace("fallback.enable()", ""))
    assert found["texts"] == compiled["texts"]


@pytest.mark.slow
def test_fallback_loads_what_the_compiler_process_has_compiled(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
fallback.enable()
words = [np.uint64(n) for n in (1, 2, 3, 4)]
interpreted = int(jit.mix(*words))
while not jit.mix.overloads:
    loaded = int(jit.mix(*words))
    time.sleep(0.05)
fallback.disable()
say(same=interpreted == loaded, compiled=compiled_here, pending=len(requests.pending()))
""",
    )
    assert found == {"same": True, "compiled": [], "pending": 0}


@pytest.mark.slow
def test_fallback_refuses_what_takes_too_long(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        NO_COMPILER,
        """
fallback.enable()
position = icefield.game("seals").start()
refused = []
for way, budget in ((jit.Policy.TRY, 0.2), (jit.Policy.RAISE, 60.0)):
    try:
        with jit.policy(way, budget):
            bot(position.game, "9").choose(position, seed=3)
    except jit.NotCompiledError:
        refused.append(way.value)
say(refused=refused, moves=len(position.moves()), compiled=compiled_here)
""",
    )
    assert found == {"refused": ["try", "raise"], "moves": 16, "compiled": []}


@pytest.mark.slow
def test_fallback_compiles_here_what_the_compiler_process_could_not(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        NO_COMPILER,
        """
fallback.enable()
words = tuple(np.uint64(n) for n in (1, 2, 3, 4))
jit.mix(*words)
[asked] = requests.pending()
asked.write_bytes(b"not a request")
requests.answer(asked)
jit.mix(*words)
say(pending=len(requests.pending()), compiled=compiled_here)
""",
    )
    assert found == {"pending": 0, "compiled": ["mix"]}


@pytest.mark.slow
def test_cache_resumes_an_interrupted_compilation(tmp_path: Path) -> None:
    first = "jit.mix(*[np.uint64(1)] * 4)\nsay(compiled=compiled_here)"
    assert run(tmp_path, first) == {"compiled": ["mix"]}
    second = "jit.below(jit.generator(1), 6)\n" + first
    assert run(tmp_path, second) == {"compiled": ["below"]}


def test_requests_one_compiler_process_for_a_cache(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
with requests.alone("compiler") as first, requests.alone("compiler") as second:
    pass
with requests.alone("compiler") as third:
    pass
say(got=[first, second, third])
""",
    )
    assert found == {"got": [True, sys.platform == "win32", True]}
