"""Token buckets: how much may be used at once, and how fast it comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

_MAX_KEYS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a token bucket, and the tokens added per second."""

    burst: float
    per_second: float


class TokenBucket:
    """The tokens that are left of one rate."""

    __slots__ = ("_at", "_clock", "_rate", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic):
        self._rate = rate
        self._clock = clock
        self._tokens = float(rate.burst)
        self._at = clock()

    def wait_s(self, amount: float = 1.0) -> float:
        """The seconds until there are that many tokens, or 0."""
        now = self._clock()
        grown = self._tokens + (now - self._at) * self._rate.per_second
        self._tokens, self._at = min(float(self._rate.burst), grown), now
        missing = amount - self._tokens
        return 0.0 if missing <= 0 else missing / self._rate.per_second

    def take(self, amount: float = 1.0) -> float:
        """Take tokens; returns the seconds to wait for them, 0 if they were taken."""
        wait = self.wait_s(amount)
        if not wait:
            self._tokens -= amount
        return wait

    def charge(self, amount: float) -> None:
        """Take tokens that were used already; fewer than none may be left."""
        self.wait_s()
        self._tokens -= amount


class TokenBuckets:
    """A token bucket for each key; the least recently used one is dropped first."""

    def __init__(
        self,
        rate: Rate,
        clock: Callable[[], float] = time.monotonic,
        max_addresses: int = _MAX_KEYS,
    ):
        self._rate = rate
        self._clock = clock
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(max_addresses)

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: str) -> TokenBucket:
        """The bucket of a key, a full one for a new key."""
        found = self._buckets.get(key)
        if found is None:
            self._buckets[key] = found = TokenBucket(self._rate, self._clock)
        return found

    def take(self, key: str) -> float:
        """Take a token; returns the seconds until there is one, or 0 if it was taken."""
        return self.of(key).take()
