"""The path of touches that leads to a move.

Knows no rules: every legal move is a sequence of touches, so the legal moves form a prefix tree
(trie), and the player descends it until one sequence is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.game import Move


@dataclass(frozen=True, slots=True)
class Touched:
    """The result of a touch: a completed move, a refusal, or neither.

    It is neither when the touch was selected or taken back."""

    move: Move | None = None
    refused: tuple[str, ...] = ()
    """The touches that lead to no move, in order."""


class Walk:
    """A path in the prefix tree of some moves; `path` holds the touches so far."""

    def __init__(self, moves: Sequence[Move] = ()):
        self.moves = tuple(move for move in moves if move.touches)
        self.path: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[Move, ...]:
        """Return the moves that begin with the touches so far."""
        length = len(self.path)
        return tuple(move for move in self.moves if move.touches[:length] == self.path)

    @property
    def next(self) -> tuple[str, ...]:
        """Return the possible next touches, in the order of the moves."""
        length = len(self.path)
        return tuple(dict.fromkeys(move.touches[length] for move in self.open))

    def cancel(self) -> None:
        """Clear the touches so far."""
        self.path = ()

    def touch(self, id_: str) -> Touched:
        """Add a touch.

        Repeating the last touch clears the path; a touch that begins another move restarts it."""
        if id_ in self.next:
            self.path += (id_,)
            done = next((move for move in self.open if move.touches == self.path), None)
            if done is not None:
                self.cancel()
            return Touched(done)
        if self.path[-1:] == (id_,):
            self.cancel()
            return Touched()
        if self.path and any(move.touches[0] == id_ for move in self.moves):
            self.cancel()
            return self.touch(id_)
        return Touched(refused=(*self.path, id_))
