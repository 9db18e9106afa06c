"""The result of an illegal action, where an environment lets the caller choose."""

from __future__ import annotations

from typing import Final

from ..core.message import message
from .errors import BadEnvironment

LOSE: Final = "lose"
"""The game is over and the seat gets −1, as is usual in PettingZoo."""
RAISE: Final = "raise"
"""BadAction is raised and nothing changes."""


def check(wish: str) -> str:
    """The choice; raises BadEnvironment when there is no such choice."""
    if wish not in (LOSE, RAISE):
        raise BadEnvironment(message("env.illegal", wish=str(wish)[:40], known=f"{LOSE}, {RAISE}"))
    return wish
