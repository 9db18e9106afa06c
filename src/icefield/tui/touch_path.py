"""The tree of touches, walked by a person. Knows sequences and no rules: every legal move is a
list of touches, and somebody goes from touch to touch until one list is complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.game import Move


@dataclass(frozen=True, slots=True)
class Touched:
    """What a touch did: it completed a move, was refused, or neither (it was chosen, or taken
    back)."""

    move: Move | None = None
    refused: tuple[str, ...] = ()
    """The touches that lead nowhere, in order."""


class Walk:
    """A way through the touches of some moves; `path` is what has been touched already."""

    def __init__(self, moves: Sequence[Move] = ()):
        self.moves = tuple(move for move in moves if move.touches)
        self.path: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[Move, ...]:
        """The moves that begin with what has been touched."""
        length = len(self.path)
        return tuple(move for move in self.moves if move.touches[:length] == self.path)

    @property
    def next(self) -> tuple[str, ...]:
        """What may be touched next, in the order of the moves."""
        length = len(self.path)
        return tuple(dict.fromkeys(move.touches[length] for move in self.open))

    def cancel(self) -> None:
        """Let go of what has been touched."""
        self.path = ()

    def touch(self, id_: str) -> Touched:
        """Touch something. The last touch again lets go; another beginning begins anew."""
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
