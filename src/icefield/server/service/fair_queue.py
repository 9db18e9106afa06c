"""A queue that clients share fairly, with any number of jobs of each.

The next job is one of the lowest rank; of those one of the address that has used the least lately,
there of the owner who has used the least, and of theirs the one that is expected to be the
shortest. What is used is processor
time, measured by who runs the jobs. So a client that asks for little is served at once, however
much others ask for; identities are free, so that addresses come first.

The queue is bounded: where it is full, the newest job of the address with the most makes room for
one of an address with fewer.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from ..errors import Busy, TooFast
from .token_bucket import Rate, TokenBuckets

T = TypeVar("T")

_HALF_LIFE_S: Final = 10.0
"""The time after which half of what a client used is forgotten."""
_MAX_CLIENTS: Final = 10_000
_SAME_S: Final = 0.002
"""Clients that used less than this count as new: the oldest job goes first."""
_MAX_RETRY_S: Final = 30


@dataclass(frozen=True, slots=True)
class Account:
    """The client that a job is for: an address, and an owner there.

    Only where it is `limited`, processor time beyond the budget of a queue is refused.
    """

    address: str = ""
    owner: str = ""
    limited: bool = False


NO_ACCOUNT: Final = Account()
"""The account of the server's own jobs."""
current_account: Final[ContextVar[Account]] = ContextVar("account", default=NO_ACCOUNT)
"""The account of the request that is being served."""


class Usage:
    """The processor time that keys have used lately, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(_MAX_CLIENTS)

    def of(self, key: str) -> float:
        """What a key has used, most of it lately."""
        used, at = self._used.get(key, (0.0, 0.0))
        return used and used * math.exp2((at - self._clock()) / _HALF_LIFE_S)

    def add(self, key: str, seconds: float) -> None:
        """Add what a key has used now."""
        self._used[key] = self.of(key) + seconds, self._clock()


class Ledger:
    """What addresses and owners have used, of all queues that share it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._addresses = Usage(clock)
        self._owners = Usage(clock)

    def charge(self, account: Account, seconds: float) -> None:
        """Add processor time to an account; negative to take an estimate back."""
        self._addresses.add(account.address, seconds)
        self._owners.add(_owner_key(account), seconds)

    def of_address(self, address: str) -> float:
        return _rounded(self._addresses.of(address))

    def of_owner(self, account: Account) -> float:
        return _rounded(self._owners.of(_owner_key(account)))


def _owner_key(account: Account) -> str:
    return f"{account.address}\n{account.owner}"


def _rounded(seconds: float) -> float:
    return 0.0 if seconds < _SAME_S else seconds


@dataclass(eq=False, slots=True)
class Entry(Generic[T]):
    """A job in a queue."""

    account: Account
    job: T
    expected_s: float
    """The processor time that it is expected to take."""
    rank: int = 0
    order: int = 0
    evict: Callable[[Busy], None] | None = None
    """Is called when the job has to make room for another."""


class FairQueue(Generic[T]):
    """Jobs that wait, at most `most`; not thread-safe.

    `threads` is how many jobs run at once, for the time after which a client may try again.
    """

    def __init__(
        self,
        most: int,
        ledger: Ledger | None = None,
        *,
        threads: int = 1,
        budget: Rate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        """`budget` is the processor time of an address; an owner has half of it."""
        self.most = most
        self.ledger = ledger or Ledger(clock)
        self._threads = threads
        self._waiting: dict[str, dict[str, list[Entry[T]]]] = {}
        self._counts: dict[str, int] = {}
        self._count = 0
        self._expected_s = 0.0
        self._order = itertools.count()
        self._budgets: tuple[TokenBuckets, TokenBuckets] | None = None
        if budget is not None:
            half = Rate(budget.burst / 2, budget.per_second / 2)
            self._budgets = TokenBuckets(budget, clock), TokenBuckets(half, clock)

    def __len__(self) -> int:
        return self._count

    def check(self, account: Account) -> None:
        """Raise TooFast for an account that has used up its budget."""
        if self._budgets is None or not account.limited:
            return
        addresses, owners = self._budgets
        wait_s = max(
            addresses.of(account.address).wait_s(0.0),
            owners.of(_owner_key(account)).wait_s(0.0),
        )
        if wait_s > 0:
            raise TooFast(math.ceil(wait_s))

    def put(self, entry: Entry[T]) -> None:
        """Add a job; raises TooFast or Busy.

        Where the queue is full, the newest job of the address with the most makes room.
        """
        self.check(entry.account)
        address = entry.account.address
        if self._count >= self.most:
            self._make_room(address)
        entry.order = next(self._order)
        owners = self._waiting.setdefault(address, {})
        owners.setdefault(entry.account.owner, []).append(entry)
        self._counts[address] = self._counts.get(address, 0) + 1
        self._count += 1
        self._expected_s += entry.expected_s

    def _make_room(self, address: str) -> None:
        most = max(self._counts, key=self._counts.__getitem__, default=address)
        if self._counts.get(most, 0) <= self._counts.get(address, 0) + 1:
            raise Busy(self.retry_s)
        newest = max(
            (each for jobs in self._waiting[most].values() for each in jobs),
            key=lambda each: each.order,
        )
        self.remove(newest)
        if newest.evict is not None:
            newest.evict(Busy(self.retry_s))

    @property
    def retry_s(self) -> int:
        """The seconds after which the jobs that wait now will have been done."""
        return min(_MAX_RETRY_S, 1 + math.ceil(max(0.0, self._expected_s) / self._threads))

    def remove(self, entry: Entry[T]) -> bool:
        """Remove a job that waits; False if it does not wait any more."""
        owners = self._waiting.get(entry.account.address, {})
        jobs = owners.get(entry.account.owner, [])
        if entry not in jobs:
            return False
        jobs.remove(entry)
        if not jobs:
            del owners[entry.account.owner]
        if not owners:
            del self._waiting[entry.account.address]
        self._counts[entry.account.address] -= 1
        if not self._counts[entry.account.address]:
            del self._counts[entry.account.address]
        self._count -= 1
        self._expected_s -= entry.expected_s
        return True

    def take(self, allows: Callable[[Entry[T]], bool] | None = None) -> Entry[T] | None:
        """Remove and return the next of the allowed jobs; None if there is none."""
        best: tuple[tuple[int, float, int], Entry[T]] | None = None
        for address, owners in self._waiting.items():
            used = self.ledger.of_address(address)
            entry = self._next_of(owners, allows)
            if entry is not None:
                key = (entry.rank, used, entry.order)
                if best is None or key < best[0]:
                    best = key, entry
        if best is None:
            return None
        self.remove(best[1])
        return best[1]

    def _next_of(
        self,
        owners: dict[str, list[Entry[T]]],
        allows: Callable[[Entry[T]], bool] | None,
    ) -> Entry[T] | None:
        """The next job of an address."""
        best: tuple[tuple[int, float, float, int], Entry[T]] | None = None
        for jobs in owners.values():
            used = self.ledger.of_owner(jobs[0].account)
            for entry in jobs:
                key = (entry.rank, used, entry.expected_s, entry.order)
                if (best is None or key < best[0]) and (allows is None or allows(entry)):
                    best = key, entry
        return None if best is None else best[1]

    def charge(self, account: Account, seconds: float) -> None:
        """Add processor time that a job has used."""
        self.ledger.charge(account, seconds)
        if self._budgets is not None:
            addresses, owners = self._budgets
            addresses.of(account.address).charge(seconds)
            owners.of(_owner_key(account)).charge(seconds)
