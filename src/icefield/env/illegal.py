"""What becomes of whoever makes an illegal action, where an environment leaves the choice."""

from __future__ import annotations

from typing import Final

from ..core.message import message
from .errors import BadEnvironment

LOSE: Final = "lose"
"""The game is over and the seat gets −1: the manner of the field."""
RAISE: Final = "raise"
"""BadAction is raised and nothing changes."""


def check(wish: str) -> str:
    """The wish, when it is one of the two."""
    if wish not in (LOSE, RAISE):
        raise BadEnvironment(message("env.illegal", wish=str(wish)[:40], known=f"{LOSE}, {RAISE}"))
    return wish
