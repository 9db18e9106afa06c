"""What only some games can do: small protocols beside the contract, asked for with `isinstance`."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np

from .game import Position


class Space(Protocol):
    """A set of positions small enough to list completely."""

    @property
    def name(self) -> str:
        """Names the space in a file name and on a command line."""

    @property
    def positions(self) -> int:
        """How many positions it has, images of each other counted apart."""

    def __hash__(self) -> int:
        """Spaces are values."""


@runtime_checkable
class Tabled(Protocol):
    """A game whose positions can be numbered, so that a complete table can solve it."""

    def table_space(self, position: Position) -> Space | None:
        """The space a position belongs to, or None where there is no table for it."""

    def table_index(self, space: Space) -> tuple[Any, np.ndarray]:
        """What the kernel's `rank` and `unrank` need, and for each number how many positions
        share it."""
