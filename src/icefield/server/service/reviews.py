"""Reviews of games, in a thread that takes one decision of each in turn.

Clients poll for what was found since their last request; a review that no client polls any more is
stopped.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from cachetools import LRUCache

from ...analysis.evaluate import Evaluator
from ...analysis.review import Review, decisions, review_decision
from ...analysis.values import GradedMove
from ...core.errors import IcefieldError
from ...core.game import Position
from ...search import Limits, Stop
from ..errors import Busy, NoSuchReview
from .fair_pool import FairPool
from .fair_queue import NO_ACCOUNT, Account, current_account
from .token_bucket import Rate

WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"
_UNDER_WAY: Final = (WAITING, RUNNING)
_ABANDONED_S: Final = 45.0
"""The time without a request after which a review is stopped."""
_EACH: Final = 2  # reviews that one reader may have in progress
_NICE: Final = 10
_MAX_EVALUATORS: Final = 2
"""Each holds 64 MB of what it found for one review; the others begin each decision anew."""
_CLOSE_S: Final = 30.0
_BUDGET: Final = Rate(300, 1.0)
"""The processor time of one address."""
_RETRY_S: Final = 10
"""The time after which a client may ask again for a review."""
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
    account: Account = NO_ACCOUNT
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
    others waiting: of those that one reader has in progress, the oldest is stopped. Where too many
    are in progress, the newest of the address with the most makes room for another address.
    """

    def __init__(self, *, waiting: int = 16, kept: int = 48, positions: int = 12_000):
        self.waiting = waiting
        self.kept = kept
        self.positions = positions
        self.alone = _ABANDONED_S
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._evaluators: LRUCache[str, Evaluator] = LRUCache(_MAX_EVALUATORS)
        self._pool = FairPool("review", threads=1, most=4 * waiting, nice=_NICE, budget=_BUDGET)

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
            account = current_account.get()
            self._make_room_for(account.address)
            again = [] if job is None else list(job.found)
            job = Job(
                id_, tuple(positions), seconds, found=again, readers={reader}, account=account
            )
            self._submit(job, account)
            self._jobs[id_] = job
            self._jobs.move_to_end(id_)
            self._forget()
            return job

    def _submit(self, job: Job, account: Account) -> None:
        """Have the next decision of a review looked at; raises Busy or TooFast."""
        # by id: a dropped review holds no memory
        self._pool.submit(partial(self._run, job.id), "review", account)

    def _make_room(self, reader: str) -> None:
        """Stop the oldest review of a reader who begins another."""
        own = [
            job for job in self._jobs.values() if reader in job.readers and job.state in _UNDER_WAY
        ]
        for job in own[: max(0, len(own) - _EACH + 1)]:
            self._give_up(job, reader)

    def _make_room_for(self, address: str) -> None:
        """Stop the newest review of the address with the most, if there are too many.

        Raises Busy if that is this address.
        """
        under_way = [job for job in self._jobs.values() if job.state in _UNDER_WAY]
        if len(under_way) < self.waiting:
            return
        counts = Counter(job.account.address for job in under_way)
        most, count = counts.most_common(1)[0]
        if count <= counts[address] + 1:
            raise Busy(_RETRY_S)
        newest = [job for job in under_way if job.account.address == most][-1]
        newest.stop.set()
        newest.state = STOPPED

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
        """Review the next decision, the last one of the game first."""
        with self._lock:
            job = self._jobs.get(id_)
        if job is None or job.state not in _UNDER_WAY:
            return
        try:
            if not self._goes_on(job):
                return
            job.state = RUNNING
            known = {graded.ply for graded in job.found}
            ply = next((n for n in reversed(decisions(job.positions)) if n not in known), None)
            if ply is not None:
                evaluator = self._evaluator(job)
                later = next((each for each in job.found if each.ply == ply + 1), None)
                found = review_decision(job.positions, ply, evaluator, later)
                if not self._goes_on(job):
                    return
                job.found.append(found)
            if len(job.found) == job.of:
                job.state = DONE
            else:
                self._submit(job, replace(job.account, limited=False))  # what has begun is ended
        except IcefieldError:
            job.state = FAILED  # a board too large to practise on, for example
        except Exception:
            _log.exception("review failed: review=%s", id_)
            job.state = FAILED

    def _evaluator(self, job: Job) -> Evaluator:
        """The evaluator of a review, with its earlier findings if still in memory."""
        evaluator = self._evaluators.get(job.id)
        if evaluator is None or evaluator.stop is not job.stop:
            evaluator = Evaluator(Limits(seconds=job.seconds), stop=job.stop)
            self._evaluators[job.id] = evaluator
        return evaluator

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
        self._pool.close(_CLOSE_S)
        with self._lock:
            for job in self._jobs.values():
                if job.state in _UNDER_WAY:
                    job.state = STOPPED
