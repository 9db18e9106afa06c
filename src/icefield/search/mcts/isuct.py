"""Information-set UCT: for hidden choices, any number of seats and chance.

A node is the information set of the deciding seat (the kernel's `known`), not a state: all states a
seat cannot tell apart share one node. So in a secret ballot each seat chooses votes independent of
votes it could not have seen, and simultaneous choices come out as they should. Every iteration
starts from a full state that agrees with the searcher's view (`resample`).

Nodes live in a hash table (the tree is a graph: transpositions share their node); payoffs are
stored per edge for the seat that chose it (max^n). With `paranoid` the others are assumed to choose
what hurts the searcher most.

Where a game can estimate the payoffs (`estimate`), the estimate replaces a playout, and a new
node's moves are tried in the order of the estimates after them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ...core import jit
from ...core.errors import GameOver, NotYourDecision
from ...core.game import CHANCE, Move, Position
from ...core.jit import bind, compiled
from ...core.message import message
from ..api import Limits, Listener, Report, Stop, move_of_code
from ..transposition import count_key
from .driver import play_out, run_searchers, saved_root

EXPLORATION: Final = 0.6
WIDENING: Final = 3.0
"""A node lets in 1 + WIDENING * sqrt(visits) edges: about 135 at 2,000 visits, all the
moves of a usual position of `torch`."""
GUIDED_EXPLORATION: Final = 0.05
GUIDED_WIDENING: Final = 1.0
"""The same two where the game guesses payoffs: guesses lie close together, and the first moves by
their order are the promising ones."""
REPETITION_PENALTY: Final = 0.1
"""What an estimate loses for all seats for each time that its position was in the game before.

So a seat that could do something else does it in the end, however good the position is."""
WORST_REPETITION: Final = 0.95
"""The share of the payoff of a loss that such an estimate keeps above: repeating beats losing."""
_MAX_PAST: Final = 200
_RANK_SCALE: Final = 1 << 20  # the resolution of estimates when moves are ordered
_BURST: Final = 64
_MAX_PATH: Final = 1024
MAX_NODES: Final = 1 << 20
_MAX_EDGES: Final = 1 << 24


class Graph(NamedTuple):
    """Nodes by slot of an open hash table; edges of a node are neighbours."""

    keys: np.ndarray  # uint64: the key of the information set, 0 for an empty slot
    visits: np.ndarray  # int32: choices made at the node
    first: np.ndarray  # int32: its first edge
    width: np.ndarray  # int32: how many edges it has
    move: np.ndarray  # int32[edge]
    tries: np.ndarray  # int32[edge]: how often it was chosen
    value_sum: np.ndarray  # float64[edge]: sum of payoffs for the seat that chooses here
    used: np.ndarray  # int64[3]: nodes and edges in use, and the longest path so far


class Buffers(NamedTuple):
    """Buffers of one thread."""

    moves: np.ndarray  # int64
    ranks: np.ndarray  # int64: what they are ordered by
    edges: np.ndarray  # int32: the edges of this iteration
    movers: np.ndarray  # int64: and who chose them
    payoffs: np.ndarray  # float64 per seat
    total: np.ndarray  # float64 per seat: the sum of all payoffs so far
    row: np.ndarray  # a saved state


@compiled
def _node_key(tag: Any, st: Any, seat: int) -> np.uint64:
    """The key of a node; never 0, which marks an empty slot."""
    found: np.uint64 = jit.known(tag, st, seat) | np.uint64(1)
    return found


@compiled
def _root_key(tag: Any, root: np.ndarray, seat: int) -> np.uint64:
    """The node of the searching seat."""
    return _node_key(tag, jit.resample(tag, jit.load(tag, root), seat), seat)


@compiled
def _find_slot(graph: Graph, key: np.uint64) -> int:
    """The slot of a key, or the one where it would be stored."""
    mask = len(graph.keys) - 1
    slot = np.int64(key & np.uint64(mask))
    while graph.keys[slot] != np.uint64(0) and graph.keys[slot] != key:
        slot = slot + 1 & mask
    return slot  # type: ignore[return-value]


@compiled
def _add_node(
    tag: Any, st: Any, graph: Graph, slot: int, key: np.uint64, room: Buffers, rng: np.ndarray
) -> bool:
    """Make a node with its edges, by the game's priorities and else in random order."""
    n = jit.moves(tag, st, room.moves)
    start = graph.used[1]
    if start + n > len(graph.move) or 2 * graph.used[0] > len(graph.keys):
        return False
    guessed = jit.estimate(tag, st, room.payoffs)
    if guessed:
        jit.save(tag, st, room.row)
    seat = jit.turn(tag, st)
    for i in range(n):
        if guessed:
            jit.estimate(tag, jit.apply(tag, jit.load(tag, room.row), room.moves[i]), room.payoffs)
            rank = np.int64(room.payoffs[seat] * _RANK_SCALE)
        else:
            rank = jit.priority(tag, st, room.moves[i])
        room.ranks[i] = (-rank << 20) + jit.below(rng, 1 << 20)
    order = np.argsort(room.ranks[:n])
    for i in range(n):
        graph.move[start + i] = room.moves[order[i]]
        graph.tries[start + i] = 0
        graph.value_sum[start + i] = 0.0
    graph.keys[slot] = key
    graph.visits[slot] = 0
    graph.first[slot] = start
    graph.width[slot] = n
    graph.used[0] += 1
    graph.used[1] = start + n
    return True


@compiled
def _choose(graph: Graph, slot: int, exploration: float, widening: float) -> int:
    """The edge with the highest upper confidence bound among the admitted ones.

    Progressive widening: a node admits `widening * sqrt(visits)` edges, in the order of their
    priority; few visits would be wasted on hundreds of moves.
    """
    first = graph.first[slot]
    visits = graph.visits[slot]
    allowed = min(graph.width[slot], 1 + np.int64(widening * np.sqrt(np.float64(visits))))
    scale = exploration * np.sqrt(np.log(np.float64(visits + 1)))
    best, found = -1e300, first
    for edge in range(first, first + allowed):
        if graph.tries[edge] == 0:
            return edge
        n = np.float64(graph.tries[edge])
        bound = graph.value_sum[edge] / n + scale / np.sqrt(n)
        if bound > best:
            best, found = bound, edge
    return found  # type: ignore[no-any-return]


@compiled
def _edge_of(graph: Graph, slot: int, move: int) -> int:
    """The edge of a node with that move."""
    edge = graph.first[slot]
    while graph.move[edge] != move:
        edge += 1
    return edge  # type: ignore[no-any-return]


@compiled
def _penalise(payoffs: np.ndarray, times: int) -> None:
    """Lower estimates of a position that was in the game so many times."""
    least = -WORST_REPETITION / max(1, len(payoffs) - 1)
    for seat in range(len(payoffs)):
        lowered = payoffs[seat] - REPETITION_PENALTY * times
        payoffs[seat] = min(payoffs[seat], max(least, lowered))


@compiled
def _iterate(
    tag: Any,
    root: np.ndarray,
    searcher: int,
    graph: Graph,
    room: Buffers,
    rng: np.ndarray,
    past: np.ndarray,
    iterations: int,
    exploration: float,
    widening: float,
    paranoid: bool,
    only: int,
) -> None:
    """Run that many iterations: resample, select, expand, play out, add up.

    With `only`, the searcher's first choice is that move.
    """
    for _ in range(iterations):
        st = jit.resample(tag, jit.load(tag, root), searcher)
        length = 0
        forced = only >= 0
        again = 0
        seat = jit.turn(tag, st)
        while seat != jit.OVER and length < len(room.edges):
            if seat == CHANCE:
                st = jit.apply(tag, st, jit.pick(tag, st, rng, room.moves))
                seat = jit.turn(tag, st)
                continue
            key = _node_key(tag, st, seat)
            slot = _find_slot(graph, key)
            fresh = graph.keys[slot] == np.uint64(0)
            if fresh and not _add_node(tag, st, graph, slot, key, room, rng):
                break
            if forced and seat == searcher:
                edge = _edge_of(graph, slot, only)
                forced = False
            else:
                edge = _choose(graph, slot, exploration, widening)
            graph.visits[slot] += 1
            graph.tries[edge] += 1
            room.edges[length] = edge
            room.movers[length] = seat
            length += 1
            st = jit.apply(tag, st, graph.move[edge])
            seat = jit.turn(tag, st)
            again = count_key(past, jit.key(tag, st)) if len(past) > 0 else 0
            if fresh or again > 0:
                break
        if jit.estimate(tag, st, room.payoffs):
            if again > 0:
                _penalise(room.payoffs, again)
        else:
            play_out(tag, st, rng, room.moves, room.payoffs)
        room.total[:] += room.payoffs
        if length > graph.used[2]:
            graph.used[2] = length
        for i in range(length):
            mover = room.movers[i]
            if paranoid and mover != searcher:
                graph.value_sum[room.edges[i]] -= room.payoffs[searcher]
            else:
                graph.value_sum[room.edges[i]] += room.payoffs[mover]


_NOTHING: Final = np.zeros(0, dtype=np.uint64)


def _past_keys(position: Position) -> np.ndarray:
    """The keys of the last positions of the game, so that a search avoids cycles."""
    key = bind(position.game).find("key")
    assert key is not None
    keys: list[np.uint64] = []
    before = position.before
    while before is not None and len(keys) < _MAX_PAST:
        keys.append(key(before.state))
        before = before.before
    return np.array(keys, dtype=np.uint64)


def _empty_graph(nodes: int, edges: int) -> Graph:
    """An empty graph (its memory is not touched before it is used)."""
    slots = 1 << max(10, (2 * nodes).bit_length())
    return Graph(
        keys=np.zeros(slots, dtype=np.uint64),
        visits=np.empty(slots, dtype=np.int32),
        first=np.empty(slots, dtype=np.int32),
        width=np.empty(slots, dtype=np.int32),
        move=np.empty(edges, dtype=np.int32),
        tries=np.empty(edges, dtype=np.int32),
        value_sum=np.empty(edges, dtype=np.float64),
        used=np.zeros(3, dtype=np.int64),
    )


class Searcher:
    """The graph and generator of one thread."""

    def __init__(
        self,
        position: Position,
        seat: int,
        seed: int,
        nodes: int | None,
        paranoid: bool = False,
        only: Move | None = None,
    ):
        self.tag = bind(position.game)
        self.seat = seat
        self.paranoid = paranoid
        self.only = -1 if only is None else only.code
        most = MAX_NODES if nodes is None else min(MAX_NODES, nodes + 16)
        self.graph = _empty_graph(most, min(_MAX_EDGES, most * self.tag.max_moves))
        self.rng = jit.generator(seed)
        self.root = saved_root(self.tag, position)
        self.room = Buffers(
            moves=np.empty(self.tag.max_moves, dtype=np.int64),
            ranks=np.empty(self.tag.max_moves, dtype=np.int64),
            edges=np.empty(_MAX_PATH, dtype=np.int32),
            movers=np.empty(_MAX_PATH, dtype=np.int64),
            payoffs=np.zeros(position.seats, dtype=np.float64),
            total=np.zeros(position.seats, dtype=np.float64),
            row=jit.rows(self.tag, 1)[0],
        )
        self.past_keys = _past_keys(position) if self.tag.find("estimate") is not None else _NOTHING
        guided = self.tag.find("estimate") is not None
        self.exploration = GUIDED_EXPLORATION if guided else EXPLORATION
        self.widening = GUIDED_WIDENING if guided else WIDENING
        self.done = 0

    def run(self, iterations: int) -> None:
        _iterate(
            self.tag,
            self.root[0],
            self.seat,
            self.graph,
            self.room,
            self.rng,
            self.past_keys,
            iterations,
            self.exploration,
            self.widening,
            self.paranoid,
            self.only,
        )
        self.done += iterations

    @property
    def deepest(self) -> int:
        return int(self.graph.used[2])

    @property
    def total(self) -> np.ndarray:
        return self.room.total

    def found(self) -> dict[int, tuple[int, float]]:
        """Visits and payoffs of the searching seat's moves, by code."""
        key = np.uint64(_root_key(self.tag, self.root[0], self.seat))
        slot, graph = int(_find_slot(self.graph, key)), self.graph
        if graph.keys[slot] == 0:
            return {}
        start = int(graph.first[slot])
        return {
            int(graph.move[e]): (int(graph.tries[e]), float(graph.value_sum[e]))
            for e in range(start, start + int(graph.width[slot]))
        }


def search(
    position: Position,
    limits: Limits = Limits(seconds=1.0),  # noqa: B008 (immutable)
    *,
    seat: int | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
    paranoid: bool = False,
    only: Move | None = None,
) -> Report:
    """Search for a seat that may decide, from its view; a node is one iteration.

    With `only`, the report is about that move.
    """
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    who = position.turn if seat is None else seat
    if who not in position.deciders:
        raise NotYourDecision(message("core.not_your_decision", seat=who + 1))
    view = position.view(who)

    return run_searchers(
        view,
        who,
        lambda own_seed, nodes: Searcher(view, who, own_seed, nodes, paranoid, only),
        lambda searcher, best: _principal_variation(view, searcher, best),
        limits,
        seed=seed,
        threads=threads,
        burst=_BURST,
        stop=stop,
        on_report=on_report,
    )


_MAX_LINE: Final = 12  # moves of a principal variation
_MIN_TRIES: Final = 4  # a choice that was tried less often is not in a variation


def _principal_variation(view: Position, searcher: Searcher, best: Move) -> tuple[Move, ...]:
    """The most visited choices of all seats, and of chance the likeliest.

    Up to where visits are too few or something is concealed.
    """
    line: list[Move] = [best]
    if view.concealed or view.turn != searcher.seat:
        return (best,)
    position, graph = view.play(best), searcher.graph
    while position.turn is not None and len(line) < _MAX_LINE:
        if position.turn == CHANCE:
            move = max(position.odds().items(), key=lambda odd: (odd[1], odd[0].text))[0]
        else:
            found = _most_tried_move(position, searcher, graph)
            if found is None:
                break
            move = found
        line.append(move)
        position = position.play(move)
    while line and len(line) > 1 and _ends_with_chance(view, line):
        line.pop()  # a draw at the end leads nowhere
    return tuple(line)


def _most_tried_move(position: Position, searcher: Searcher, graph: Graph) -> Move | None:
    """The most visited choice of the seat to decide."""
    assert position.turn is not None
    key = np.uint64(_node_key(searcher.tag, position.state, position.turn))
    slot = int(_find_slot(graph, key))
    if graph.keys[slot] == 0:
        return None
    block = slice(int(graph.first[slot]), int(graph.first[slot] + graph.width[slot]))
    top = int(graph.tries[block].argmax())
    if graph.tries[block][top] < _MIN_TRIES:
        return None
    code = int(graph.move[block][top])
    return move_of_code(position, code)


def _ends_with_chance(start: Position, line: list[Move]) -> bool:
    """Whether the last move of a line is chance's."""
    for move in line[:-1]:
        start = start.play(move)
    return start.turn == CHANCE
