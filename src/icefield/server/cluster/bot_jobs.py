"""Which tables' bots this process thinks for. A job is in the database from the moment that bots
have to decide until they have decided: whoever has time takes it, the longest waiting first, and
when its process has ended another one takes it over.

A job is a table's, not a seat's: bots of one table that are asked at once answer at once (see
`thinking`). What is to be thought about is read from the log by whoever takes it, so a job knows no
more than the number of the newest decision it was wanted for.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from ..clock import now
from ..storage.dialect import JOBS, at_once, insert_or, tell
from ..storage.event_log import jobs as rows
from .lease import Process, living

_AGAIN: Final = 2.0
"""For so many seconds a job that somebody else is at is not asked for again."""
_PATIENCE: Final = 30_000
"""After so many milliseconds a job that failed is tried again."""
_KEPT: Final = 5000


class Jobs:
    """The jobs that this process holds, at most `room` of them; `freed` is called when there may be
    room for another. May be used from any thread."""

    def __init__(self, engine: sa.Engine, process: Process, room: int, freed: Callable[[], None]):
        self._engine = engine
        self._at_once = at_once(engine)
        self._process = process
        self._room = room
        self._freed = freed
        self._lock = threading.Lock()
        self._held: dict[str, int] = {}
        self._resting: set[str] = set()  # of those: nobody has to think about them any more
        self._elsewhere: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._odd: set[str] = set()  # ours in the database, and not known here

    @property
    def any(self) -> bool:
        return bool(self._held)

    @property
    def room(self) -> int:
        """How many more this process has time for."""
        return max(0, self._room - len(self._held) + len(self._resting))

    @property
    def held(self) -> tuple[str, ...]:
        """The tables whose job is this process's."""
        with self._lock:
            return tuple(self._held)

    def holds(self, table: str) -> bool:
        return table in self._held

    # -- taking ---------------------------------------------------------------------------------

    def want(self, table: str, decision: int) -> bool:
        """Bots have to decide at a table. Whether this process is to think for them; if not, the
        job is somebody else's or waits."""
        with self._lock:
            held = self._held.get(table)
            if held is None and self._is_elsewhere(table, decision):
                return False
        if held is not None:
            return held >= decision or self._goes_on(table, decision)
        self._process.promise()
        mine = self._put(table, decision)
        with self._lock:
            if mine:
                self._held[table] = decision
                self._elsewhere.pop(table, None)
                return True
            self._elsewhere[table] = decision, time.monotonic()
            self._elsewhere.move_to_end(table)
            while len(self._elsewhere) > _KEPT:
                self._elsewhere.popitem(last=False)
            return False

    def _is_elsewhere(self, table: str, decision: int) -> bool:
        known, at = self._elsewhere.get(table, (0, 0.0))
        return known >= decision and time.monotonic() - at < _AGAIN

    def _put(self, table: str, decision: int) -> bool:
        """Write a job down and take it, where it is nobody's and there is room."""
        me = self._process.id if self.room else None
        with self._at_once.connect() as connection:
            fresh = insert_or(rows, connection).values(
                table_id=table, decision=decision, due_at=now(), taken_by=me
            )
            newest = sa.case(
                (fresh.excluded.decision > rows.c.decision, fresh.excluded.decision),
                else_=rows.c.decision,
            )
            taken = sa.case((_free(), fresh.excluded.taken_by), else_=rows.c.taken_by)
            put = fresh.on_conflict_do_update(
                index_elements=[rows.c.table_id], set_={"decision": newest, "taken_by": taken}
            )
            by = connection.scalar(put.returning(rows.c.taken_by))
            if by is None:
                tell(connection, JOBS, self._process.id)
        return by is not None and by == self._process.id

    def _goes_on(self, table: str, decision: int) -> bool:
        """The next decision at a table whose job is ours: go on with it, unless others wait."""
        waiting = sa.select(rows.c.table_id).where(rows.c.due_at <= now(), _free()).limit(1)
        with self._at_once.connect() as connection:
            again = self._has_room(table) and connection.scalar(waiting) is None
            if not again:
                values = {"decision": decision, "due_at": now(), "taken_by": None}
                connection.execute(sa.update(rows).where(*self._mine(table)).values(values))
                tell(connection, JOBS, self._process.id)
        if again:
            with self._lock:
                self._held[table] = decision
                self._resting.discard(table)
        else:
            self._let_go(table)
        return again

    def _has_room(self, table: str) -> bool:
        with self._lock:
            return table not in self._resting or self.room > 0

    def thought(self, table: str) -> None:
        """What bots do at a table is found and only has to be shown: there is time for others."""
        with self._lock:
            if table not in self._held:
                return
            self._resting.add(table)
        self._freed()

    def take(self) -> str | None:
        """Take the job that has waited longest, if there is room. One that is ours by the database,
        and that nobody here knows of, was left when the database was away."""
        if not self.room:
            return None
        left = sa.and_(rows.c.taken_by == self._process.id, rows.c.table_id.not_in(self.held))
        free = sa.or_(_free(), left)
        query = (
            sa.select(rows.c.table_id, rows.c.decision)
            .where(rows.c.due_at <= now(), free)
            .order_by(rows.c.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)  # SQLite has one writer at a time
        )
        with self._at_once.connect() as connection:
            if connection.execute(query).one_or_none() is None:
                return None
        self._process.promise()
        with self._engine.begin() as connection:
            found = connection.execute(query).one_or_none()
            if found is None:
                return None
            mine = sa.update(rows).where(rows.c.table_id == found.table_id, free)
            took = connection.execute(mine.values(taken_by=self._process.id)).rowcount
        if not took:
            return None
        with self._lock:
            self._held[found.table_id] = found.decision
            self._elsewhere.pop(found.table_id, None)
        return str(found.table_id)

    # -- giving back ----------------------------------------------------------------------------

    def done(self, table: str, number: int) -> None:
        """No bot has to decide at a table after event `number`. If another process knows of a later
        decision, its news are on their way and the job stays ours."""
        if not self.holds(table):
            return
        with self._at_once.connect() as connection:
            over = sa.delete(rows).where(*self._mine(table), rows.c.decision <= number)
            if not connection.execute(over).rowcount:
                held = sa.select(rows.c.table_id).where(*self._mine(table))
                if connection.scalar(held) is not None:
                    return
        self._let_go(table)

    def failed(self, table: str) -> None:
        """A bot gave no answer: somebody is to try again in a while."""
        with self._lock:
            self._drop(table)
        with self._at_once.connect() as connection:
            later = {"taken_by": None, "due_at": now() + _PATIENCE}
            connection.execute(sa.update(rows).where(*self._mine(table)).values(later))
        self._freed()

    def compare(self) -> list[str]:
        """Set right what is held here and what the database says is held: what nobody here knows
        of is given back, and what has been taken over meanwhile is let go and returned."""
        query = sa.select(rows.c.table_id).where(rows.c.taken_by == self._process.id)
        known = self.held
        with self._at_once.connect() as connection:
            mine = set(connection.scalars(query))
        odd, self._odd = self._odd & mine - set(self.held), mine - set(self.held)
        for table in odd:
            self.failed(table)
        lost = [table for table in known if table not in mine]
        for table in lost:
            self._let_go(table)
        return lost

    def _mine(self, table: str) -> tuple[sa.ColumnElement[bool], ...]:
        return rows.c.table_id == table, rows.c.taken_by == self._process.id

    def _let_go(self, table: str) -> None:
        with self._lock:
            self._drop(table)
        self._freed()

    def _drop(self, table: str) -> None:
        self._held.pop(table, None)
        self._resting.discard(table)


def _free() -> sa.ColumnElement[bool]:
    """Jobs that nobody is at who is still alive."""
    return sa.or_(rows.c.taken_by.is_(None), rows.c.taken_by.not_in(living()))
