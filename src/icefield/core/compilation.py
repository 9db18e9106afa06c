"""Reports of functions that are being compiled; it does not import Numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Compilation:
    """A function that is being compiled, or was."""

    module: str
    name: str
    tags: tuple[str, ...]
    """The names of the tags in its signature: the games that it is bound to."""
    seconds: float = 0.0
    """The processor time that it took, without the functions that it calls."""

    @property
    def game(self) -> str | None:
        """The key of one of our games, if the function is its kernel's or bound to it."""
        for name in (*self.tags, self.module):
            _, found, rest = name.partition("icefield.games.")
            if found:
                return rest.partition(".")[0]
        return None


compile_listeners: Final[list[Callable[[Compilation, bool], None]]] = []
"""Called before (False) and after (True) this process compiles a function; not for cached ones."""
