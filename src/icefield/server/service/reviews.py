"""Reviews of whole games, in a worker thread.

Clients poll for what was found since their last request; a review that no client polls any more is
stopped.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from ...analysis.evaluate import Evaluator
from ...analysis.review import Review, decisions, review_decision
from ...analysis.values import GradedMove
from ...core.errors import IcefieldError
from ...core.game import Position
from ...search import Limits, Stop
from ..errors import Busy, NoSuchReview

WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"
_UNDER_WAY: Final = (WAITING, RUNNING)
_ABANDONED_S: Final = 45.0
"""The time without a request after which a review is stopped."""
_EACH: Final = 2  # reviews that one reader may have in progress
_log = logging.getLogger("icefield.server")


@dataclass
class Job:
    """A review in progress or done; `found` only grows, in the order of finding."""

    id: str
    positions: tuple[Position, ...]
    seconds: float
    state: str = WAITING
    found: list[GradedMove] = field(default_factory=list)
    stop: Stop = field(default_factory=Stop)
    readers: set[str] = field(default_factory=set)
    asked: float = field(default_factory=time.monotonic)
    words: dict[tuple[str, int], Mapping[str, Any]] = field(default_factory=dict)
    """Payloads by language and ply, because putting lines into words replays them."""

    @property
    def of(self) -> int:
        return len(decisions(self.positions))

    def review(self) -> Review:
        """The review so far, in the order of the game."""
        known = sorted(self.found, key=lambda graded: graded.ply)
        return Review(self.positions, tuple(known))


class Reviews:
    """All reviews of this process, bounded in number and in positions.

    A line that two readers ask for is reviewed once. A reader who asks for many does not keep the
    others waiting: of those that one reader has in progress, the oldest is stopped.
    """

    def __init__(self, *, waiting: int = 8, kept: int = 48, positions: int = 12_000):
        self.waiting = waiting
        self.kept = kept
        self.positions = positions
        self.alone = _ABANDONED_S
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="icefield-review")

    def ask(self, id_: str, positions: Sequence[Position], seconds: float, reader: str) -> Job:
        """Start a review, or continue it; raises Busy when too many wait."""
        with self._lock:
            job = self._jobs.get(id_)
            if job is not None and job.state in (*_UNDER_WAY, DONE) and not job.stop.is_set():
                job.readers.add(reader)
                job.asked = time.monotonic()
                self._jobs.move_to_end(id_)
                return job
            self._make_room(reader)
            if sum(each.state in _UNDER_WAY for each in self._jobs.values()) >= self.waiting:
                raise Busy()
            again = [] if job is None else list(job.found)
            job = Job(id_, tuple(positions), seconds, found=again, readers={reader})
            self._jobs[id_] = job
            self._jobs.move_to_end(id_)
            self._forget()
            self._pool.submit(self._run, id_)  # by id: a dropped review holds no memory
            return job

    def _make_room(self, reader: str) -> None:
        """Stop the oldest review of a reader who begins another."""
        own = [
            job for job in self._jobs.values() if reader in job.readers and job.state in _UNDER_WAY
        ]
        for job in own[: max(0, len(own) - _EACH + 1)]:
            self._give_up(job, reader)

    @staticmethod
    def _give_up(job: Job, reader: str) -> None:
        job.readers.discard(reader)
        if not job.readers and job.state in _UNDER_WAY:
            job.stop.set()
            job.state = STOPPED

    def _forget(self) -> None:
        left = sum(len(job.positions) for job in self._jobs.values())
        for id_ in [i for i, job in self._jobs.items() if job.state not in _UNDER_WAY]:
            if len(self._jobs) <= self.kept and left <= self.positions:
                return
            left -= len(self._jobs.pop(id_).positions)

    def find(self, id_: str) -> Job:
        """A review by its id, which keeps it running; raises NoSuchReview."""
        with self._lock:
            job = self._jobs.get(id_)
            if job is None:
                raise NoSuchReview()
            job.asked = time.monotonic()
            return job

    def leave(self, id_: str, reader: str) -> Job:
        """Record that a reader has left; a review without readers stops."""
        job = self.find(id_)
        with self._lock:
            self._give_up(job, reader)
        return job

    def _run(self, id_: str) -> None:
        """Review the decisions that are not known yet, the last one first."""
        job = self._jobs.get(id_)
        if job is None or job.state != WAITING:
            return
        known = {graded.ply for graded in job.found}
        plies = [ply for ply in reversed(decisions(job.positions)) if ply not in known]
        try:
            if not self._goes_on(job):
                return
            job.state = RUNNING
            evaluator = Evaluator(Limits(seconds=job.seconds), stop=job.stop)
            for ply in plies:
                later = next((each for each in job.found if each.ply == ply + 1), None)
                found = review_decision(job.positions, ply, evaluator, later)
                if not self._goes_on(job):
                    return
                job.found.append(found)
            job.state = DONE
        except IcefieldError:
            job.state = FAILED  # a board too large to practise on, for example
        except Exception:
            _log.exception("review failed: review=%s", id_)
            job.state = FAILED

    def _goes_on(self, job: Job) -> bool:
        with self._lock:
            if time.monotonic() - job.asked > self.alone:
                job.stop.set()
            if job.stop.is_set():
                job.state = STOPPED
            return not job.stop.is_set()

    def close(self) -> None:
        """Stop all reviews and wait until they have stopped."""
        with self._lock:
            for job in self._jobs.values():
                job.stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
