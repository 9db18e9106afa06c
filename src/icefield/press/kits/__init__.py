"""What each game is made of on paper: one module per game, named by its key, with `kit`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ..parts import Kit


def kit_of(key: str, language: str) -> Kit | None:
    """The kit of a game, None where nobody has made one."""
    if find_spec(f"{__name__}.{key}") is None:
        return None
    return cast("Kit", import_module(f"{__name__}.{key}").kit(language))
