"""The former names of public objects, for programs that still import them."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any, Final

RENAMED: Final = {
    "icefield.core.abilities": {
        "Boarded": "HasBoardFiles",
        "Drawable": "AllowsDraws",
        "Drawn": "HasBoardEditor",
        "Hopeful": "HasSwindles",
        "Practised": "HasSolitaire",
        "Recapped": "SummarisesTurns",
        "Staked": "HasStake",
        "Tabled": "HasValueTable",
    },
    "icefield.core.mistakes": {
        "Arranged": "HasPositionEditor",
        "Reasoned": "ExplainsMistakes",
        "Watchful": "HasThreats",
    },
}
"""For each module the old names and the new ones."""


def renamed(module: str, name: str) -> Any:
    """The object that a former name of a module stands for, with a warning.

    Raises AttributeError for other names.
    """
    now = RENAMED[module].get(name)
    if now is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warnings.warn(f"{module}.{name} is now {now}", DeprecationWarning, stacklevel=3)
    return getattr(import_module(module), now)
