"""The bot jobs of this process: the tables whose bots it runs.

A job is in the database from the moment when bots have to decide until they have decided: a process
with room takes one, and when that process has ended another one takes it over. Games with people
come before tables of bots alone, short searches before long ones; then the address whose bots have
computed the least, there the owner, and theirs that has waited longest.

A job is a table's, not a seat's: bots of one table that are asked together reply together (see
`bot_runner`). The process that takes a job reads the log, so the job holds no more than the number
of the newest decision it was wanted for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from ..clock import now
from ..storage.bot_jobs import BotJobTable, Turn, WaitingJob
from ..storage.event_log import Store
from .lease import Lease

_ASK_AGAIN_S: Final = 2.0
"""A job that another process has is not requested again for so long."""
RETRY_MS: Final = 30_000
"""A job that failed is tried again after so long."""
_MAX_REMEMBERED: Final = 5000
SHORT, LONG, BOTS_ONLY = 0, 1, 2
"""The ranks of jobs: a short search in a game with people, a long one, a table of bots alone."""
_RANKS: Final = (SHORT, LONG, BOTS_ONLY)
_MORE_SHORT: Final = 2
"""The short jobs that are taken although there is no room for others."""
Cost = Callable[[Turn], tuple[float, float]]
"""What the bots of an address, and of an owner there, have computed lately."""


DEFAULT_TURN: Final = Turn(LONG)


def _no_cost(_turn: Turn) -> tuple[float, float]:
    return 0.0, 0.0


class BotJobs:
    """The jobs that this process holds, at most `room` of them; thread-safe.

    Beyond that it takes two short ones. Of tables of bots alone it holds one fewer, so that a
    thread is left for games with people, and at most half from one address. `freed` is called when
    there may be room for another.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        room: int,
        freed: Callable[[], None],
        cost: Cost = _no_cost,
    ):
        self._table = BotJobTable(store.engine, store.process)
        self._lease = lease
        self._room = room
        self._freed = freed
        self._cost = cost
        self._turns: dict[str, Turn] = {}
        self._lock = threading.Lock()
        self._held: dict[str, int] = {}
        self._waiting: set[str] = set()  # held, but the moves are found and only delayed
        self._elsewhere: LRUCache[str, tuple[int, float]] = LRUCache(_MAX_REMEMBERED)
        self._unknown: set[str] = set()  # this process's in the database, and not held here

    @property
    def any(self) -> bool:
        """Whether this process holds a job."""
        return bool(self._held)

    @property
    def has_room(self) -> bool:
        """Whether this process can take a job of any rank."""
        return self._has_room_for(Turn(SHORT))

    def _has_room_for(self, turn: Turn) -> bool:
        """Whether this process can take a job with that turn."""
        with self._lock:
            busy = [
                self._turns.get(id_, DEFAULT_TURN) for id_ in self._held if id_ not in self._waiting
            ]
        if turn.rank == SHORT:
            return self._room > 0 and len(busy) < self._room + _MORE_SHORT
        if sum(each.rank != SHORT for each in busy) >= self._room:
            return False
        alone = [each for each in busy if each.rank == BOTS_ONLY]
        if turn.rank != BOTS_ONLY:
            return True
        of_address = sum(each.address == turn.address for each in alone)
        return len(alone) < max(1, self._room - 1) and of_address < max(1, self._room // 2)

    @property
    def held(self) -> tuple[str, ...]:
        """The tables whose job is this process's."""
        with self._lock:
            return tuple(self._held)

    def holds(self, table_id: str) -> bool:
        """Whether the job of a table is this process's."""
        return table_id in self._held

    # -- taking ---------------------------------------------------------------------------------

    def request(self, table_id: str, decision: int, turn: Turn = DEFAULT_TURN) -> bool:
        """Request a job, as bots have to decide; returns whether it is this process's.

        Otherwise another process runs the bots, or the job waits.
        """
        with self._lock:
            held = self._held.get(table_id)
            if held is None and self._is_elsewhere(table_id, decision):
                return False
        if held is not None:
            return held >= decision or self._continue(table_id, decision, turn)
        self._lease.renew()
        mine = self._table.put(table_id, decision, now(), turn, take=self._has_room_for(turn))
        with self._lock:
            if mine:
                self._held[table_id] = decision
                self._turns[table_id] = turn
                self._elsewhere.pop(table_id, None)
                return True
            self._elsewhere[table_id] = decision, time.monotonic()
            return False

    def _is_elsewhere(self, table_id: str, decision: int) -> bool:
        known, at = self._elsewhere.get(table_id, (0, 0.0))
        return known >= decision and time.monotonic() - at < _ASK_AGAIN_S

    def _continue(self, table_id: str, decision: int, turn: Turn) -> bool:
        """Keep a held job for the next decision, unless others of its rank wait."""
        room = self._has_room(table_id, turn)
        again = room and not self._table.is_any_waiting(now(), turn.rank)
        if again:
            with self._lock:
                self._held[table_id] = decision
                self._waiting.discard(table_id)
        else:
            self._table.release(table_id, decision, now())
            self._let_go(table_id)
        return again

    def _has_room(self, table_id: str, turn: Turn) -> bool:
        with self._lock:
            waits = table_id in self._waiting
        return not waits or self._has_room_for(turn)

    def free_room(self, table_id: str) -> None:
        """Make room for other jobs: the moves of a table are found and only delayed."""
        with self._lock:
            if table_id not in self._held:
                return
            self._waiting.add(table_id)
        self._freed()

    def take(self) -> str | None:
        """Take the job whose turn it is, if there is room; returns its table."""
        ranks = [rank for rank in _RANKS if self._has_room_for(Turn(rank))]
        if not ranks:
            return None
        found = self._table.waiting(now(), self.held, ranks)
        for job in sorted(found, key=self._order):
            if not self._has_room_for(job.turn):
                continue
            self._lease.renew()
            decision = self._table.take(job.table_id, now(), self.held)
            if decision is None:
                continue
            with self._lock:
                self._held[job.table_id] = decision
                self._turns[job.table_id] = job.turn
                self._elsewhere.pop(job.table_id, None)
            return job.table_id
        return None

    def _order(self, job: WaitingJob) -> tuple[int, float, float, int]:
        return (job.turn.rank, *self._cost(job.turn), job.due_at)

    # -- giving back ----------------------------------------------------------------------------

    def finish(self, table_id: str, number: int) -> None:
        """Remove the job of a table where no bot has to decide after event `number`.

        If another process knows of a later decision, its notification is on the way and the job
        stays.
        """
        if self.holds(table_id) and self._table.remove(table_id, number):
            self._let_go(table_id)

    def fail(self, table_id: str) -> None:
        """Give a job back whose bot did not reply, to be tried again later."""
        with self._lock:
            self._drop(table_id)
        self._table.postpone(table_id, now() + RETRY_MS)
        self._freed()

    def reconcile(self) -> list[str]:
        """Compare the held jobs with the database; returns tables that others took over.

        Jobs that are only in the database are given back, jobs that others took over are dropped.
        """
        known = self.held
        mine = self._table.own()
        unknown, self._unknown = self._unknown & mine - set(self.held), mine - set(self.held)
        for table_id in unknown:
            self.fail(table_id)
        lost = [table_id for table_id in known if table_id not in mine]
        for table_id in lost:
            self._let_go(table_id)
        return lost

    def _let_go(self, table_id: str) -> None:
        with self._lock:
            self._drop(table_id)
        self._freed()

    def _drop(self, table_id: str) -> None:
        self._held.pop(table_id, None)
        self._turns.pop(table_id, None)
        self._waiting.discard(table_id)
