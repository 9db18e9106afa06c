"""Numbers for all two-player positions of one board size and number of floes.

The table that solves `glide` is indexed by them (compiled).

A position is seen from the mover: its own square and the other player's. Floe sets that are turned
or mirrored images of each other (the rules know no direction) share one entry, which shrinks the
table almost eight times. Within a floe set the pairs of squares are numbered by the rank of each
player's floe among the floes that are not on the goal (no player stands there in an open game).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from ....core.jit import compiled, lowest, nth, popcount
from .state import State, square_of

LARGEST_SIDE: Final = 5  # 2 ** 25 floe sets still fit into a table of their own

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_REST_ABSENT = np.uint64(0xFFFFFFFFFFFF0000)


class Index(NamedTuple):
    """The tables that number positions. A floe set is named by its word."""

    side: int
    goal: np.uint64  # the goal as a set
    sets: np.ndarray  # uint32[set]: the representatives, ascending
    start: np.ndarray  # int64[set + 1]: the first position number of each
    number: np.ndarray  # int32[word]: which representative a floe set belongs to, −1 for none
    image: np.ndarray  # uint8[word]: the symmetry that turns it into the representative
    turned: np.ndarray  # uint8[symmetry, square]: where a symmetry takes a square
    orbit: np.ndarray  # uint8[set]: how many floe sets share the entry
    near: np.ndarray  # int32[position >> 6]: the representative of every 64th position


@dataclass(frozen=True, slots=True)
class Space:
    """A set of positions: the side of the board and the number of floes."""

    side: int
    floes: int

    @property
    def name(self) -> str:
        return f"{self.side}x{self.side}-{self.floes}"

    @property
    def positions(self) -> int:
        """The number of two-player positions with the goal free, without symmetry."""
        squares = self.side * self.side - 1
        without = comb(squares, self.floes) * self.floes * (self.floes - 1)
        with_goal = comb(squares, self.floes - 1) * (self.floes - 1) * (self.floes - 2)
        return without + with_goal


def _symmetries(side: int) -> np.ndarray:
    """The eight turns and mirror images, as permutations of squares."""
    squares = np.arange(side * side, dtype=np.uint8).reshape(side, side)
    turns = [np.rot90(squares, k) for k in range(4)]
    images = [*turns, *(np.fliplr(t) for t in turns)]
    moved = np.zeros((8, side * side), dtype=np.uint8)
    for i, image in enumerate(images):
        moved[i][image.ravel()] = np.arange(side * side)
    return moved


@compiled
def _turn(word: np.uint64, turned: np.ndarray, symmetry: int) -> np.uint64:
    found = _ZERO
    rest = word
    while rest != _ZERO:
        found |= _ONE << np.uint64(turned[symmetry, lowest(rest)])
        rest &= rest - _ONE
    return found


@compiled
def _number_sets(
    squares: int, floes: int, turned: np.ndarray, number: np.ndarray, image: np.ndarray
) -> int:
    """Find the smallest image of every floe set.

    Returns how many representatives there are.
    """
    count = 0
    word = (_ONE << np.uint64(floes)) - _ONE
    last = word << np.uint64(squares - floes)
    while True:
        if number[word] < 0:  # the smallest of its orbit, since words come in ascending order
            for symmetry in range(8):
                other = _turn(word, turned, symmetry)
                if number[other] < 0:
                    number[other] = count
                    image[other] = _inverse(turned, symmetry)
            image[word] = 0
            count += 1
        if word == last:
            return count
        low = word & (~word + _ONE)  # Gosper: the next word with as many bits
        ripple = word + low
        word = ripple | ((word ^ ripple) >> np.uint64(2)) >> np.uint64(lowest(low))


@compiled
def _inverse(turned: np.ndarray, symmetry: int) -> int:
    """The symmetry that takes everything back."""
    for other in range(8):
        same = True
        for square in range(turned.shape[1]):
            if turned[other, turned[symmetry, square]] != square:
                same = False
                break
        if same:
            return other
    return 0


@compiled
def _fill(
    number: np.ndarray,
    image: np.ndarray,
    goal: np.uint64,
    floes: int,
    index_sets: np.ndarray,
    start: np.ndarray,
    orbit: np.ndarray,
) -> None:
    for word in range(len(number)):
        entry = number[word]
        if entry >= 0:
            orbit[entry] += 1
            if image[word] == 0 and index_sets[entry] == 0:
                index_sets[entry] = word
    at = 0
    for entry in range(len(index_sets)):
        start[entry] = at
        free = floes - (1 if np.uint64(index_sets[entry]) & goal != _ZERO else 0)
        at += free * (free - 1)
    start[len(index_sets)] = at


def build(space: Space) -> Index:
    """Number all positions of a space (about half a second for the standard board)."""
    squares = space.side * space.side
    turned = _symmetries(space.side)
    number = np.full(1 << squares, -1, dtype=np.int32)
    image = np.zeros(1 << squares, dtype=np.uint8)
    count = int(_number_sets(squares, space.floes, turned, number, image))
    goal = np.uint64(1 << squares // 2)
    sets = np.zeros(count, dtype=np.uint32)
    start = np.zeros(count + 1, dtype=np.int64)
    orbit = np.zeros(count, dtype=np.uint8)
    _fill(number, image, goal, space.floes, sets, start, orbit)
    near = np.searchsorted(start, np.arange(0, start[-1], 64), side="right") - 1
    side: Any = np.int64(space.side)
    return Index(side, goal, sets, start, number, image, turned, orbit, near.astype(np.int32))


@compiled
def rank(index: Index, st: State) -> int:
    """The number of a position that is going on, two players."""
    word = st.low
    entry = index.number[word]
    symmetry = index.image[word]
    floes = np.uint64(index.sets[entry])
    own = index.turned[symmetry, square_of(st.players, st.mover)]
    other = index.turned[symmetry, square_of(st.players, 1 - st.mover)]
    free = floes & ~index.goal
    a = popcount(free & ((_ONE << np.uint64(own)) - _ONE))
    b = popcount(free & ((_ONE << np.uint64(other)) - _ONE))
    pairs = popcount(free) - 1
    return index.start[entry] + a * pairs + (b - 1 if b > a else b)  # type: ignore[no-any-return]


@compiled
def unrank(index: Index, i: int) -> State:
    """The position with that number, player 0 to move."""
    entry = index.near[i >> 6]
    while index.start[entry + 1] <= i:
        entry += 1
    floes = np.uint64(index.sets[entry])
    free = floes & ~index.goal
    pairs = popcount(free) - 1
    within = i - index.start[entry]
    a, b = within // pairs, within % pairs
    b += b >= a
    players = np.uint64(nth(free, a)) | np.uint64(nth(free, b)) << np.uint64(8) | _REST_ABSENT
    return State(floes, _ZERO, players, index.side, 2, 0, 0, 0, 0, -1)


def weights(index: Index) -> np.ndarray:
    """For each number, how many positions share it."""
    return np.repeat(index.orbit, np.diff(index.start))
