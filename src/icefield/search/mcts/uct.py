"""UCT: Monte-Carlo tree search with UCB1, for any number of seats and chance.

Each thread grows its own tree (root parallelism), so one thread with a seed is deterministic and
threads need no locks; the trees are added up at the root. The compiled part runs in short bursts
without the GIL, and between bursts Python checks the limits, so a stop takes a few milliseconds.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ...core import jit
from ...core.errors import GameOver
from ...core.game import CHANCE, Move, Position
from ...core.jit import bind, compiled
from ...core.message import message
from ..api import Limits, Listener, Report, Stop, move_of_code
from .driver import play_out, run_searchers, saved_root

EXPLORATION: Final = 0.7
"""UCB1's constant, for payoffs of −1 … 1."""

MAX_NODES: Final = 1 << 23
_BURST: Final = 512  # iterations between two reads of the clock: about a millisecond


class Tree(NamedTuple):
    """The tree as arrays over nodes; node 0 is the root, siblings are adjacent."""

    move: np.ndarray  # int32: the move that leads to the node
    visits: np.ndarray  # int32: iterations that went through it
    value_sum: np.ndarray  # float64: sum of payoffs for the seat that chose the node
    first: np.ndarray  # int32: its first child, 0 while it is a leaf
    width: np.ndarray  # int32: how many children it has
    tried: np.ndarray  # int32: how many of them have been visited, in order
    used: np.ndarray  # int64[1]: how many nodes are in use
    deepest: np.ndarray  # int64[1]: the longest path so far
    total: np.ndarray  # float64[seat]: the sum of all payoffs


class Buffers(NamedTuple):
    """Buffers of one thread."""

    moves: np.ndarray  # int64: for the kernel
    path: np.ndarray  # int32: nodes from the root to the leaf
    movers: np.ndarray  # int64: the seat that chose each of them
    payoffs: np.ndarray  # float64: one per seat


_MAX_PATH: Final = 1024  # a path longer than this is finished by a playout


@compiled
def _choose(tree: Tree, node: int, exploration: float) -> int:
    """The child with the highest upper confidence bound."""
    first = tree.first[node]
    scale = exploration * np.sqrt(np.log(np.float64(tree.visits[node])))
    best, found = -1e300, first
    for child in range(first, first + tree.width[node]):
        n = np.float64(tree.visits[child])
        bound = tree.value_sum[child] / n + scale / np.sqrt(n)
        if bound > best:
            best, found = bound, child
    return found  # type: ignore[no-any-return]


@compiled
def _expand(tag: Any, st: Any, tree: Tree, node: int, room: Buffers, rng: np.ndarray) -> bool:
    """Give a leaf its children, in random order; False when the tree is full."""
    n = jit.moves(tag, st, room.moves)
    start = tree.used[0]
    if start + n > len(tree.move):
        return False
    for i in range(n - 1, 0, -1):
        j = jit.below(rng, i + 1)
        room.moves[i], room.moves[j] = room.moves[j], room.moves[i]
    for i in range(n):
        tree.move[start + i] = room.moves[i]
        tree.visits[start + i] = 0
        tree.value_sum[start + i] = 0.0
        tree.first[start + i] = 0
        tree.tried[start + i] = 0
    tree.first[node] = start
    tree.width[node] = n
    tree.used[0] = start + n
    return True


@compiled
def _child_by_chance(
    tag: Any, st: Any, tree: Tree, node: int, room: Buffers, rng: np.ndarray
) -> int:
    """A child drawn by the odds of chance, as `pick` does."""
    move = jit.pick(tag, st, rng, room.moves)
    child = tree.first[node]
    while tree.move[child] != move:
        child += 1
    return child  # type: ignore[no-any-return]


@compiled
def _iterate(
    tag: Any,
    root: np.ndarray,
    tree: Tree,
    room: Buffers,
    rng: np.ndarray,
    iterations: int,
    exploration: float,
) -> None:
    """Run that many iterations: select, expand, play out, add up."""
    for _ in range(iterations):
        st = jit.load(tag, root)
        node, length = 0, 1
        room.path[0] = 0
        seat = jit.turn(tag, st)
        while seat != jit.OVER and length < len(room.path):
            if tree.first[node] == 0 and (
                (tree.visits[node] == 0 and node != 0)
                or not _expand(tag, st, tree, node, room, rng)
            ):
                break
            if seat == CHANCE:
                node = _child_by_chance(tag, st, tree, node, room, rng)
            elif tree.tried[node] < tree.width[node]:
                child = tree.first[node] + tree.tried[node]
                tree.tried[node] += 1
                node = child
            else:
                node = _choose(tree, node, exploration)
            room.path[length] = node
            room.movers[length] = seat
            length += 1
            st = jit.apply(tag, st, tree.move[node])
            seat = jit.turn(tag, st)
        play_out(tag, st, rng, room.moves, room.payoffs)
        tree.visits[0] += 1
        tree.total[:] += room.payoffs
        for i in range(1, length):
            tree.visits[room.path[i]] += 1
            if room.movers[i] >= 0:
                tree.value_sum[room.path[i]] += room.payoffs[room.movers[i]]
        if length - 1 > tree.deepest[0]:
            tree.deepest[0] = length - 1


def _empty_tree(nodes: int, seats: int) -> Tree:
    """An empty tree for that many nodes (its memory is not touched before it is used)."""
    tree = Tree(
        move=np.empty(nodes, dtype=np.int32),
        visits=np.empty(nodes, dtype=np.int32),
        value_sum=np.empty(nodes, dtype=np.float64),
        first=np.empty(nodes, dtype=np.int32),
        width=np.empty(nodes, dtype=np.int32),
        tried=np.empty(nodes, dtype=np.int32),
        used=np.ones(1, dtype=np.int64),
        deepest=np.zeros(1, dtype=np.int64),
        total=np.zeros(seats, dtype=np.float64),
    )
    for array in (tree.visits, tree.value_sum, tree.first, tree.tried):
        array[0] = 0
    return tree


class Searcher:
    """The tree and generator of one thread."""

    def __init__(self, position: Position, seed: int, nodes: int | None):
        self.tag = bind(position.game)
        room = MAX_NODES if nodes is None else min(MAX_NODES, nodes * self.tag.max_moves + 64)
        self.tree = _empty_tree(room, position.seats)
        self.rng = jit.generator(seed)
        self.root = saved_root(self.tag, position)
        self.room = Buffers(
            moves=np.empty(self.tag.max_moves, dtype=np.int64),
            path=np.empty(_MAX_PATH, dtype=np.int32),
            movers=np.empty(_MAX_PATH, dtype=np.int64),
            payoffs=np.zeros(position.seats, dtype=np.float64),
        )

    def run(self, iterations: int) -> None:
        _iterate(self.tag, self.root[0], self.tree, self.room, self.rng, iterations, EXPLORATION)

    @property
    def done(self) -> int:
        return int(self.tree.visits[0])

    @property
    def deepest(self) -> int:
        return int(self.tree.deepest[0])

    @property
    def total(self) -> np.ndarray:
        return self.tree.total

    def found(self) -> dict[int, tuple[int, float]]:
        """Visits and payoffs of the root's moves, by code."""
        tree, start = self.tree, int(self.tree.first[0])
        nodes = range(start, start + int(tree.width[0])) if start else range(0)
        return {int(tree.move[c]): (int(tree.visits[c]), float(tree.value_sum[c])) for c in nodes}

    def line(self, best: int) -> list[int]:
        """The most visited path that begins with this move."""
        tree, node, codes = self.tree, 0, []
        while tree.first[node]:
            start = int(tree.first[node])
            block = slice(start, start + int(tree.width[node]))
            if node == 0:
                node = start + int((tree.move[block] == best).argmax())
            else:
                node = start + int(tree.visits[block].argmax())
            if tree.visits[node] == 0:
                break
            codes.append(int(tree.move[node]))
        return codes


def search(
    position: Position,
    limits: Limits = Limits(seconds=1.0),  # noqa: B008 (immutable)
    *,
    seat: int | None = None,  # noqa: ARG001 (always the one to move; nothing is hidden here)
    seed: int = 0,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Report:
    """Search a position; a node is one iteration, divided among the threads."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    return run_searchers(
        position,
        position.turn,
        lambda own_seed, nodes: Searcher(position, own_seed, nodes),
        lambda searcher, best: _moves_of(position, searcher.line(best.code)) or (best,),
        limits,
        seed=seed,
        threads=threads,
        burst=_BURST,
        stop=stop,
        on_report=on_report,
    )


def _moves_of(position: Position, codes: list[int]) -> tuple[Move, ...]:
    """The kernel codes of a line as moves."""
    moves: list[Move] = []
    for code in codes:
        found = move_of_code(position, code)
        if found is None:
            break
        moves.append(found)
        position = position.play(found)
    return tuple(moves)
