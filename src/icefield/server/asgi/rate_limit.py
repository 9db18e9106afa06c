"""The rate limit of one address: a token bucket for each class of requests.

The buckets are large enough for any person. Each process counts for itself and stores nothing.
"""

from __future__ import annotations

import ipaddress
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import Problem, TooFast
from .guard import SAFE_METHODS

_MAX_ADDRESSES: Final = 10_000
_TRY_AGAIN_LATER: Final = 1013
"""Close code "try again later" of WebSockets; our pages do."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a token bucket, and the tokens added per second."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class RequestClass:
    """Requests that share a token bucket: these paths, or only writes to them."""

    name: str
    paths: re.Pattern[str]
    rate: Rate
    writes_only: bool = True

    def contains(self, scope: Scope) -> bool:
        """Whether a request is of this class."""
        if self.writes_only and scope["method"] in SAFE_METHODS:
            return False
        return self.paths.fullmatch(scope["path"]) is not None


REQUEST_CLASSES: Final = (
    RequestClass("open", re.compile(r"/api/(practice|tables|tables/[^/]+/rematch)"), Rate(60, 0.5)),
    RequestClass("code", re.compile(r"/api/me/(code|recover)"), Rate(20, 0.1)),
    RequestClass(
        "think",
        re.compile(
            r"/api/analyse/(worth|threats|reviews)"
            r"|/api/puzzles/[^/]+/[^/]+/(play|refutation|solution)"
            r"|/api/tables/[^/]+/(worth|hint|threats|solution|verdict|picture\.png|film\.[^/]+)"
            r"|(/api)?/solved/[^/]+"
        ),
        Rate(200, 4),
        writes_only=False,
    ),
    RequestClass(
        "follow", re.compile(r"/api/analyse/reviews/[^/]+"), Rate(2000, 60), writes_only=False
    ),
    RequestClass("write", re.compile(r".*", re.DOTALL), Rate(1200, 40)),
)
"""The first class that contains a request counts it. A school class at one address fits in."""
LIVE_CONNECTIONS: Final = Rate(240, 4)


class TokenBuckets:
    """A token bucket for each address; the least recently used one is dropped first."""

    def __init__(
        self,
        rate: Rate,
        clock: Callable[[], float] = time.monotonic,
        max_addresses: int = _MAX_ADDRESSES,
    ):
        self._rate = rate
        self._clock = clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(max_addresses)

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str) -> float:
        """Take a token; returns the seconds until there is one, or 0 if it was taken."""
        now = self._clock()
        burst = float(self._rate.burst)
        tokens, then = self._buckets.get(address, (burst, now))
        tokens = min(burst, tokens + (now - then) * self._rate.per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate.per_second
        self._buckets[address] = (tokens if wait else tokens - 1, now)
        return wait


def address_of(scope: Scope) -> str:
    """The address of the client; for IPv6 its /64 network, which one client has."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return host


class RateLimitMiddleware:
    """Refuses requests beyond the rate limit with 429 and `Retry-After`.

    New live connections are refused with close code 1013.
    """

    def __init__(
        self,
        app: ASGIApp,
        respond: Callable[[Scope, Problem], Response],
        clock: Callable[[], float] = time.monotonic,
    ):
        self.app = app
        self._respond = respond
        self._classes = [(each, TokenBuckets(each.rate, clock)) for each in REQUEST_CLASSES]
        self._live = TokenBuckets(LIVE_CONNECTIONS, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._live.take(address_of(scope)):
            await receive()
            await send({"type": "websocket.accept"})
            return await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
        if scope["type"] == "http" and (wait := self._take(scope)):
            seconds = math.ceil(wait)
            response = self._respond(scope, TooFast(n=seconds))
            response.headers["retry-after"] = str(seconds)
            return await response(scope, receive, send)
        return await self.app(scope, receive, send)

    def _take(self, scope: Scope) -> float:
        """Take a token for a request; the seconds until there is one, or 0."""
        for request_class, buckets in self._classes:
            if request_class.contains(scope):
                return buckets.take(address_of(scope))
        return 0.0
