"""Extraction of a strategy file from the table of a proof.

It has one answer for every reply of the other seat, down to positions that a small search finishes.
`analysis.strategy_check` describes the format; it checks such files and shares only the rules with
this module.
"""

from __future__ import annotations

import json
import lzma
import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.game import Position
from ...core.jit import bind
from ..api import Stop
from . import dfpn
from .dfpn import BUDGET, CONTROL_SIZE, HALT, LEAF, NO_ANSWER, PROOF, UNKNOWN, ProofTable

FORMAT: Final = "icefield strategy 1"
NODES_PER_LEAF: Final = 1000
"""The nodes that a leaf may take: a few milliseconds."""
_ENTRIES: Final = 1 << 14  # of the table that a leaf is searched with
_REPORT_EVERY_S: Final = 1.0  # seconds between two reports
_ALL: Final = 1 << 62

Report = Callable[[int, int], None]
"""Called with how many positions are answered and how many wait."""


class Interrupted(Exception):  # noqa: N818
    """The extraction was stopped."""


class Extraction:
    """Finds an answer for seat 0 in every position that can arise.

    The first position is one that it is known to win, with either seat to move.
    """

    def __init__(
        self, position: Position, known: ProofTable, *, jobs: int = 1, leaf: int = NODES_PER_LEAF
    ):
        self._position = position
        self._known = known
        self._jobs = jobs
        self._leaf = leaf
        self._tag = bind(position.game)
        self._lock = threading.Condition()
        self._answers: dict[bytes, int] = {}
        self._todo: list[bytes] = []
        self._busy = 0
        self._problem: BaseException | None = None
        self.searched = 0  # positions whose table entries were lost

    def run(self, *, stop: Stop | None = None, on_progress: Report | None = None) -> bytes:
        """The strategy as the content of a file."""
        self._put(self._first())
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._jobs)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            threads[0].join(_REPORT_EVERY_S)
            with self._lock:
                done, waiting = len(self._answers), len(self._todo)
                if stop is not None and stop.is_set():
                    self._problem = self._problem or Interrupted()
            if on_progress is not None:
                on_progress(done, waiting)
        if self._problem is not None:
            raise self._problem
        return self._written()

    # -- finding answers ----------------------------------------------------------------------

    def _row(self, state: Any) -> np.ndarray:
        row: np.ndarray = jit.rows(self._tag, 1)[0]
        jit.save(self._tag, state, row)
        return row

    def _first(self) -> list[bytes]:
        """The first positions with seat 0 to move."""
        row = self._row(self._position.state)
        if self._position.turn == 0:
            return [row.tobytes()]
        return _WorkerBuffers(self._tag).replies(row, NO_ANSWER)

    def _put(self, found: list[bytes]) -> None:
        for key in found:
            if key not in self._answers:
                self._answers[key] = UNKNOWN
                self._todo.append(key)

    def _work(self) -> None:
        tools = _WorkerBuffers(self._tag)
        try:
            while (key := self._take()) is not None:
                row = np.frombuffer(key, dtype=tools.row.dtype)
                answer = self._answer(row, tools)
                found = [] if answer == LEAF else tools.replies(row, answer)
                with self._lock:
                    self._answers[key] = answer
                    self._put(found)
                    self._busy -= 1
                    self._lock.notify_all()
        except BaseException as error:
            with self._lock:
                self._problem = self._problem or error
                self._lock.notify_all()

    def _take(self) -> bytes | None:
        with self._lock:
            while not self._todo:
                if self._busy == 0 or self._problem is not None:
                    self._lock.notify_all()
                    return None
                self._lock.wait()
            if self._problem is not None:
                return None
            self._busy += 1
            return self._todo.pop()

    def _answer(self, row: np.ndarray, tools: _WorkerBuffers) -> int:
        while True:
            found = dfpn.choose_answer(
                self._tag, row, self._known, tools.small, tools.line, tools.control, self._leaf
            )
            if found != UNKNOWN:
                return int(found)
            self.searched += 1
            tools.control[HALT], tools.control[BUDGET] = 0, _ALL
            dfpn.search(self._tag, row, self._known, tools.line, tools.control)
            assert tools.control[PROOF] == 0, "the position is not won"

    # -- writing ------------------------------------------------------------------------------

    def _written(self) -> bytes:
        tools = _WorkerBuffers(self._tag)
        stream = bytearray()
        seen: set[bytes] = set()
        todo = self._first()[::-1]
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            answer = self._answers[key]
            stream.append(answer)
            if answer != LEAF:
                row = np.frombuffer(key, dtype=tools.row.dtype)
                todo += tools.replies(row, answer)[::-1]
        header = {
            "format": FORMAT,
            "game": self._position.game.key,
            "start": str(self._position),
            "seat": 0,
            "positions": len(stream),
            "leaves": stream.count(LEAF),
        }
        packed = lzma.compress(bytes(stream), preset=9 | lzma.PRESET_EXTREME)
        return json.dumps(header).encode() + b"\n" + packed


class _WorkerBuffers:
    """The buffers of one worker thread."""

    def __init__(self, tag: Any):
        self._tag = tag
        self.line = dfpn.new_search_stack(tag, tag.max_moves)
        self.small = ProofTable(np.zeros((_ENTRIES, 2), dtype=np.uint64))
        self.control = np.zeros(CONTROL_SIZE, dtype=np.int64)
        self._codes = np.zeros(tag.max_moves, dtype=np.int64)
        self._rows = jit.rows(tag, tag.max_moves)
        self.row = self._rows[0]

    def replies(self, row: np.ndarray, answer: int) -> list[bytes]:
        """The positions after each reply of the other seat to that answer."""
        n = dfpn.successors(self._tag, row, answer, self._codes, self._rows)
        return [self._rows[i].tobytes() for i in range(n)]
