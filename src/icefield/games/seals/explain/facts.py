"""Facts about one `seals` position, found without a search.

Who attacks whom, where the ice has come apart, who is first to which space. Reasons and threats are
made of these.

Ice only disappears, and a token goes one or two spaces over anything but a token. So the ice falls
into parts that no token ever leaves. A catch costs a bear (S6): a part with more seals than bears
keeps a seal for ever, and then the seals cannot lose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from ..board import BEARS, BOARD, SEALS, between, name
from ..kernel.evaluate import reachable
from ..kernel.tables import NEAR, RING

if TYPE_CHECKING:
    from ....core.game import Move
    from ..position import SealsPosition

_FAR_OFF = 99  # more moves than any way takes


def squares(word: int) -> Iterator[int]:
    """The squares of a set, from the lowest."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


def names(word: int) -> tuple[str, ...]:
    """Their names, sorted."""
    return tuple(sorted(name(s) for s in squares(word)))


def bit(square: int) -> int:
    """The set of one square."""
    return 1 << square


def near(square: int) -> int:
    """The neighbours of a square."""
    return int(NEAR[square])


def ring(square: int) -> int:
    """The spaces that must all be holes before a seal here is isolated (S9)."""
    return int(RING[square])


def steps(word: int, ice: int) -> int:
    """These squares and those of the ice that are one or two steps from them."""
    found = word
    for s in squares(word):
        found |= int(RING[s]) & ice
    return found


def _way(start: int, goal: int, ice: int) -> int:
    """The minimum number of moves from one of these squares to one of those."""
    reached, moves = start, 0
    while not reached & goal:
        further = steps(reached, ice)
        if further == reached:
            return _FAR_OFF
        reached, moves = further, moves + 1
    return moves


@dataclass(frozen=True, slots=True)
class Refuge:
    """A part of the ice with more seals than bears: the seals cannot lose any more."""

    seals: int
    bears: int


class Facts:
    """A position and the facts about it, each found once."""

    def __init__(self, position: SealsPosition):
        st = position.state
        self.position = position
        self.seals, self.bears, self.discs = int(st.seals), int(st.bears), int(st.discs)
        self.mover = int(st.mover)

    def after(self, move: Move | str) -> Facts:
        """The position after a move; raises as `play` does."""
        position: SealsPosition = self.position.play(move)  # type: ignore[assignment]
        return Facts(position)

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.position.outcome is not None

    @property
    def ice(self) -> int:
        """All spaces that are not holes."""
        return BOARD & ~self.discs

    @property
    def empty(self) -> int:
        """The spaces without hole and token."""
        return self.ice & ~(self.seals | self.bears)

    def tokens(self, seat: int) -> int:
        """The squares of a seat's tokens."""
        return self.seals if seat == SEALS else self.bears

    def part(self, square: int) -> int:
        """The part of the ice that a token here could reach by any number of moves.

        As if no more of it were broken.
        """
        return int(reachable(np.uint64(bit(square)), np.uint64(self.ice)))

    def attackers(self, seal: int) -> int:
        """The bears right beside a seal."""
        return near(seal) & self.bears

    @cached_property
    def attacked(self) -> int:
        """The seals with a bear right beside them."""
        return sum(bit(s) for s in squares(self.seals) if self.attackers(s))

    @cached_property
    def refuge(self) -> Refuge | None:
        """A part of the ice with more seals than bears, if possible without any bear."""
        found = None
        for seal in squares(self.seals):
            part = self.part(seal)
            here = Refuge(part & self.seals, part & self.bears)
            if here.seals.bit_count() > here.bears.bit_count() and (
                found is None or not here.bears
            ):
                found = here
        return found

    def targets(self, square: int) -> int:
        """The squares that the token on this square can go to, catches included."""
        kind = BEARS if bit(square) & self.bears else SEALS
        tokens = self.seals | self.bears
        found = near(square) & self.empty
        for end in squares(ring(square) & ~near(square) & self.empty):
            middle = between(square, end)
            if middle is not None and not tokens >> middle & 1:
                found |= bit(end)
        return found | (near(square) & self.seals if kind == BEARS else 0)

    def flights(self, seal: int) -> int:
        """The squares that a seal can go to without standing next to a bear."""
        return sum(bit(t) for t in squares(self.targets(seal)) if not near(t) & self.bears)

    def attacks(self, seal: int) -> int:
        """The squares next to this seal that a bear can go to."""
        found = 0
        for bear in squares(self.bears):
            found |= self.targets(bear) & near(seal)
        return found & ~self.seals

    def chase(self, seal: int) -> int:
        """The minimum number of moves of the nearest bear to stand next to a seal.

        As if no token stood in the way and no ice were broken.
        """
        return _way(self.bears, near(seal) & self.ice, self.ice)

    @cached_property
    def hunt(self) -> int:
        """The minimum number of moves of the bears to stand next to all seals.

        One bear for each; 0 when there is a seal without a bear for it.
        """
        ways = [
            [_way(bit(bear), near(seal) & self.ice, self.ice) for seal in squares(self.seals)]
            for bear in squares(self.bears)
        ]
        wanted = range(self.seals.bit_count())
        pairings = permutations(range(len(ways)), len(wanted))
        best = min((sum(ways[b][s] for s, b in enumerate(each)) for each in pairings), default=0)
        return 0 if best >= _FAR_OFF else best

    @cached_property
    def first(self) -> tuple[int, int]:
        """For seals and bears the empty spaces that they come to first.

        Counted in moves of their side; where both need as many, the side to move is first.
        """
        reached = [self.seals, self.bears]
        own = [0, 0]
        while True:
            before = own[0] | own[1]
            for seat in (self.mover, 1 - self.mover):
                other = own[1 - seat]
                reached[seat] = steps(reached[seat], self.ice & ~other)
                own[seat] |= reached[seat] & self.empty & ~other
            if own[0] | own[1] == before:
                return own[0], own[1]


def trail(before: Facts, after: Facts) -> int:
    """The spaces that the move between two positions broke (S7)."""
    return after.discs & ~before.discs
