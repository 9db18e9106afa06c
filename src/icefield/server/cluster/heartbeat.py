"""What this process does without being asked, so that the others can rely on it: it promises to
live, buries those that have ended, takes jobs that wait, and looks at its jobs' tables again when
another process has let something happen there. One thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from ..clock import Machine
from ..storage.dialect import in_short
from .background import Attendant
from .bot_jobs import Jobs
from .lease import BEAT, Process
from .presence import Presence

_log = logging.getLogger("icefield.server")
_TIDY: Final = 60.0
"""How often, in seconds, what is old is thrown away."""


class Duty(Attendant):
    """`settle(table)` has a table looked at; `lost(table)` says that its job is not ours any
    more; `besides()` is called with every beat, whether or not the database answers."""

    def __init__(
        self,
        process: Process,
        jobs: Jobs,
        presence: Presence,
        settle: Callable[[str], None],
        lost: Callable[[str], None],
        besides: Callable[[], None] = lambda: None,
    ):
        super().__init__("icefield-duty")
        self._process = process
        self._jobs = jobs
        self._presence = presence
        self._settle = settle
        self._lost = lost
        self._besides = besides
        self._machine = Machine()
        self._news: dict[str, None] = {}
        self._look = True
        self._beaten = self._tidied = 0.0

    def heard(self, table: str) -> None:
        """Another process has let something happen at a table."""
        if self._jobs.holds(table):
            with self._changed:
                self._news[table] = None
                self._changed.notify()

    def heard_all(self) -> None:
        """Something may have happened anywhere."""
        for table in self._jobs.held:
            self.heard(table)
        self.look()

    def look(self) -> None:
        """A job may wait."""
        if self._jobs.room:
            with self._changed:
                self._look = True
                self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._closed or self._look or self._news or self._patience() <= 0):
                    self._changed.wait(self._patience())
                if self._closed:
                    return
                news, self._news = [*self._news], {}
                look, self._look = self._look, False
            try:
                if self._patience() <= 0:
                    self._beaten = time.monotonic()
                    self._beat()
                    look = True
                for table in news:
                    self._settle(table)
                while look and (found := self._jobs.take()) is not None:
                    self._settle(found)
            except SQLAlchemyError as error:  # it will be there again
                _log.warning("the database does not answer: %s", in_short(error))
            except Exception:
                _log.exception("a duty was neglected")

    def _patience(self) -> float:
        """For how many seconds nothing has to be promised."""
        return self._beaten + BEAT - time.monotonic()

    def _beat(self) -> None:
        if jump := self._machine.was_set():
            _log.warning(
                "this machine's clock was set by %d s; the server goes by the time it was until it"
                " is started again",
                round(jump / 1000),
            )
        self._besides()
        if self._jobs.any or self._presence.anybody:
            self._process.promise()
            if self._process.was_given_up():
                self._presence.repeat()
            for table in self._jobs.compare():
                self._lost(table)
        self._process.bury()
        if self._beaten - self._tidied > _TIDY:
            self._tidied = self._beaten
            self._presence.forget()
