"""Measures how long the functions of each game compile, to estimate progress.

    python scripts/compile_times.py            writes data/compile_times.toml of each game

Each game is compiled in a process of its own, on an empty cache. Run it on an idle machine when
kernels or searches have changed a lot; an old table only makes the estimates worse.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from icefield.analysis import preparation
from icefield.core.jit import config
from icefield.games import folder, keys
from icefield.games import game as find_game

HEAD = """\
# The seconds that each function took to compile, written by scripts/compile_times.py;
# those with "!" are bound to the game.

"""


def measure(key: str) -> None:
    """Compile a game and write its table."""
    seconds: defaultdict[str, float] = defaultdict(float)

    def listen(said: config.Compilation, done: bool) -> None:
        if done:
            seconds[f"{said.module}.{said.name}{'!' if said.tags else ''}"] += said.seconds

    config.compile_listeners.append(listen)
    preparation.prepare(find_game(key))
    place = folder(key)
    assert place is not None
    lines = [f'"{name}" = {max(0.01, found):.2f}\n' for name, found in sorted(seconds.items())]
    (place / "data" / "compile_times.toml").write_text(HEAD + "".join(lines), "utf-8")
    print(f"{key}: {len(seconds)} functions, {sum(seconds.values()):.1f} s")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1])
    else:
        for each in keys():
            with tempfile.TemporaryDirectory() as empty:
                environment = os.environ | {"ICEFIELD_CACHE": str(Path(empty))}
                subprocess.run((sys.executable, __file__, each), env=environment, check=True)
