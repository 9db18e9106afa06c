"""The contract suite that every game passes, for authors of a fifth game too.

    from pathlib import Path
    from icefield.testing import GameContract

    class TestMyGame(GameContract):
        key = "mygame"                    # known by an entry point, or by games.register
        data = Path(__file__).parent      # holds perft.json and playthrough.txt

pytest collects the checks from the subclass; nothing here imports pytest.
"""

from __future__ import annotations

from .contract import GameContract

__all__ = ["GameContract"]
