"""Prove a position in parallel: its first plies are a tree of searches.

Every leaf of the tree is a position that one thread searches for a while; all threads share one
table. The next leaf is the one a proof-number search would choose, with branches that other workers
search counting as harder. A leaf that has used up its share is expanded into the positions after
it. The state can be saved (`to_json`), so a proof can be interrupted, moved to another machine and
resumed there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.game import Position
from ...core.jit import bind
from ..api import Stop
from . import dfpn
from .dfpn import BUDGET, CONTROL_SIZE, HALT, INFINITY, NODES, PROOF, REFUTATION, ProofTable

NODES_PER_LEAF: Final = 4_000_000
"""The nodes a leaf may use before it is opened."""
_SEARCHES_PER_LEAF: Final = 4
"""In so many pieces it uses them: in between another leaf may have become more promising."""
_REPORT_EVERY_S: Final = 1.0  # seconds between two reports
_BUSY_HERE, _BUSY_THERE = 0.25, 1.0
"""How much harder a branch counts per thread that searches it: among moves of which one must hold,
and among replies of which all must be met, where it costs nothing to work on several."""
ANY_MOVE: Final = "*"
_HINT_FACTOR: Final = 16
"""How much easier a hinted move counts."""


def can_prove(position: Position) -> bool:
    """Whether proofs fit the game: two seats, nothing hidden, no chance, no cycles.

    A kernel has `utility` only if nothing is hidden and chance decides nothing, and `repeated` only
    if positions can recur. `verdict` makes a proof faster and is not needed.
    """
    if position.seats != 2 or position.concealed:
        return False
    tag = bind(position.game)
    return tag.find("utility") is not None and tag.find("repeated") is None


@dataclass(slots=True, eq=False)
class Branch:
    """A position of the first plies."""

    position: Position
    key: int
    pn: int = 1
    dn: int = 1
    nodes: int = 0
    busy: int = 0  # threads that search it or below it
    children: tuple[Branch, ...] = ()  # after its moves; one of each position
    parents: list[Branch] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        return self.pn == 0 or self.dn == 0


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a proof."""

    nodes: int
    seconds: float
    pn: int
    dn: int
    open: int  # leaves that are not decided
    decided: int  # positions of the tree that are


class ParallelProof:
    """Searches a position until it is known whether seat 0 wins.

    `believed` are lines of moves from there in which those of seat 0 should be tried first, with
    ANY for every move; they change the order of the search, not its result.
    """

    def __init__(
        self,
        position: Position,
        known: ProofTable,
        *,
        jobs: int = 1,
        share: int = NODES_PER_LEAF,
        believed: Iterable[Sequence[str]] = (),
    ):
        self.known = known
        self.nodes = 0
        self._jobs = jobs
        self._share = share
        self._tag = bind(position.game)
        self._found: dict[int, Branch] = {}
        self._lock = threading.Condition()
        self._controls: list[np.ndarray] = []
        self._halted = False
        self.root = self._branch(position)
        self._believed = {key for line in believed for key in self._wanted(position, line)}

    @property
    def value(self) -> bool | None:
        """Whether seat 0 wins; None while that is not known."""
        return self.root.pn == 0 if self.root.decided else None

    # -- the tree -----------------------------------------------------------------------------

    def _branch(self, position: Position) -> Branch:
        key = int(jit.identity(self._tag, position.state))
        branch = self._found.get(key)
        if branch is None:
            branch = self._found[key] = Branch(position, key)
            said = int(jit.verdict(self._tag, position.state))
            if said:
                branch.pn, branch.dn = (0, INFINITY) if said > 0 else (INFINITY, 0)
            elif data := np.uint64(dfpn.look_up(self.known, np.uint64(key))):
                branch.pn, branch.dn = int(dfpn.pn_of(data)), int(dfpn.dn_of(data))
        return branch

    def _wanted(self, position: Position, line: Sequence[str]) -> Iterator[int]:
        """The positions after the moves of seat 0 in a line."""
        if not line:
            return
        first, *rest = line
        for move in position.moves() if first == ANY_MOVE else [position.legal(first)[1]]:
            after = position.play(move)
            if position.turn == 0:
                yield int(jit.identity(self._tag, after.state))
            if (
                first != ANY_MOVE
                or not rest
                or rest[0] == ANY_MOVE
                or after.explain(rest[0]) is None
            ):
                yield from self._wanted(after, rest)

    def _open(self, branch: Branch) -> None:
        after = (self._branch(branch.position.play(move)) for move in branch.position.moves())
        branch.children = tuple({child.key: child for child in after}.values())
        for child in branch.children:
            child.parents.append(branch)
        self._sum_up(branch)

    def _sum_up(self, branch: Branch) -> None:
        """Update the numbers of a branch from its children, and those above it."""
        todo = [branch]
        while todo:
            at = todo.pop()
            pns, dns = [c.pn for c in at.children], [c.dn for c in at.children]
            if at.position.turn == 0:
                pn, dn = min(pns), min(INFINITY - 1, sum(dns))
            else:
                pn, dn = min(INFINITY - 1, sum(pns)), min(dns)
            pn, dn = (0, INFINITY) if pn == 0 else (INFINITY, 0) if dn == 0 else (pn, dn)
            if (pn, dn) != (at.pn, at.dn):
                at.pn, at.dn = pn, dn
                if at.decided:
                    dfpn.store(self.known, np.uint64(at.key), pn, dn, at.nodes + 1)
                todo += at.parents

    def _next(self, at: Branch) -> list[Branch] | None:
        """The path to the leaf to search, or None when all are taken."""
        if at.decided:
            return None
        if not at.children:
            return [at] if at.busy == 0 else None
        mine = at.position.turn == 0

        def hardness(child: Branch) -> tuple[float, int]:
            if not mine:
                return child.dn * (1 + _BUSY_THERE * child.busy), child.pn
            favour = _HINT_FACTOR if child.key in self._believed else 1
            return child.pn * (1 + _BUSY_HERE * child.busy) / favour, child.dn

        for child in sorted(at.children, key=hardness):
            way = self._next(child)
            if way is not None:
                return [at, *way]
        return None

    # -- workers ------------------------------------------------------------------------------

    def run(
        self,
        seconds: float | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> bool | None:
        """Search until it is known whether seat 0 wins, or time is up (None)."""
        began = time.perf_counter()
        self._halted = False
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._jobs)]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                with self._lock:
                    self._lock.wait_for(lambda: self.root.decided, _REPORT_EVERY_S)
                spent = time.perf_counter() - began
                if on_progress is not None:
                    on_progress(self.progress(spent))
                late = seconds is not None and spent >= seconds
                if late or self.root.decided or (stop is not None and stop.is_set()):
                    break
        finally:
            self._halt()
            for thread in threads:
                thread.join()
        return self.value

    def _halt(self) -> None:
        with self._lock:
            self._halted = True
            for control in self._controls:
                control[HALT] = 1
            self._lock.notify_all()

    def progress(self, seconds: float) -> Progress:
        """The progress after so many seconds."""
        with self._lock:
            branches = list(self._found.values())
            return Progress(
                self.nodes + sum(int(control[NODES]) for control in self._controls),
                seconds,
                self.root.pn,
                self.root.dn,
                sum(not b.children and not b.decided for b in branches),
                sum(b.decided for b in branches),
            )

    def _work(self) -> None:
        line = dfpn.new_search_stack(self._tag, self._tag.max_moves)
        control = np.zeros(CONTROL_SIZE, dtype=np.int64)
        control[BUDGET] = max(1, self._share // _SEARCHES_PER_LEAF)
        row = jit.rows(self._tag, 1)[0]
        with self._lock:
            self._controls.append(control)
        while (way := self._take()) is not None:
            leaf = way[-1]
            jit.save(self._tag, leaf.position.state, row)
            dfpn.search(self._tag, row, self.known, line, control)
            self._give(way, control)
        with self._lock:
            self._controls = [other for other in self._controls if other is not control]

    def _take(self) -> list[Branch] | None:
        """A leaf to search with the path to it; waits while all are taken.

        None at the end.
        """
        with self._lock:
            while not self._halted and not self.root.decided:
                way = self._next(self.root)
                if way is not None:
                    for branch in way:
                        branch.busy += 1
                    return way
                self._lock.wait()
            self._lock.notify_all()
            return None

    def _give(self, way: list[Branch], control: np.ndarray) -> None:
        """Store the result of a leaf."""
        with self._lock:
            nodes = int(control[NODES])
            control[NODES] = 0
            self.nodes += nodes
            for branch in way:
                branch.busy -= 1
                branch.nodes += nodes
            leaf = way[-1]
            leaf.pn, leaf.dn = int(control[PROOF]), int(control[REFUTATION])
            if not leaf.decided and leaf.nodes >= self._share:
                self._open(leaf)
            for parent in leaf.parents:
                self._sum_up(parent)
            self._lock.notify_all()

    # -- saving -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The tree so far, for `resume`."""
        with self._lock:
            return {
                "game": self.root.position.game.key,
                "position": str(self.root.position),
                "nodes": self.nodes,
                "tree": [
                    [str(b.position), b.pn, b.dn, b.nodes, bool(b.children)]
                    for b in self._found.values()
                ],
            }

    def resume(self, found: dict[str, Any]) -> None:
        """Restore a tree saved by `to_json`; trusts it. Call it before `run`."""
        game = self.root.position.game
        if (found["game"], found["position"]) != (game.key, str(self.root.position)):
            raise ValueError("another proof")
        self.nodes = int(found["nodes"])
        opened = []
        for text, pn, dn, nodes, was_opened in found["tree"]:
            branch = self._branch(game.read(text))
            branch.pn, branch.dn, branch.nodes = pn, dn, nodes
            if branch.decided:
                dfpn.store(self.known, np.uint64(branch.key), pn, dn, nodes + 1)
            if was_opened:
                opened.append(branch)
        for branch in opened:
            self._open(branch)
