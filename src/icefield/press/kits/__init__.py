"""The parts of each game on paper: one module per game, with a function `kit`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ..parts import Kit


def kit_of(key: str, language: str) -> Kit | None:
    """The kit of a game; None where there is none."""
    if find_spec(f"{__name__}.{key}") is None:
        return None
    return cast("Kit", import_module(f"{__name__}.{key}").kit(language))
