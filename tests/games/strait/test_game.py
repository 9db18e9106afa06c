"""The card of the game, without its kernel."""

from __future__ import annotations

import subprocess
import sys

import icefield

LIST_RULES = """
import sys
from icefield.games import game
strait = game("strait")
print(strait.title, len(strait.rules), [option.name for option in strait.options])
print([name for name in ("numba", "numpy", "icefield.games.strait.kernel") if name in sys.modules])
"""


def test_card_is_read_without_kernel_and_numba() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LIST_RULES], capture_output=True, text=True, check=True
    )
    assert found.stdout == "ICE FLOW 33 ['goal', 'tiles', 'board']\n[]\n"


def test_I31_aim_names_the_number_of_stations_of_the_option() -> None:
    game = icefield.game("strait")
    assert "on three different stations" in str(game.aim(0))
    quick = game.start(seats=2, goal=2)
    assert "on two different stations" in str(game.aim(1, **quick.options))
