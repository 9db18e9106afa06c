"""How much may be asked for from one address: much at once, and then at a pace that people never
reach. Each process counts for itself and keeps nothing."""

from __future__ import annotations

import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import Problem, TooFast
from .guard import READS

_KEPT: Final = 10_000  # addresses that are remembered
_LATER: Final = 1013  # "try again later", the WebSocket's word; our pages do


@dataclass(frozen=True, slots=True)
class Pace:
    """So many at once, and so many a second when these are used up."""

    burst: int
    rate: float


@dataclass(frozen=True, slots=True)
class Kind:
    """Requests that are counted together: those of these paths, or only the writes among them."""

    name: str
    paths: re.Pattern[str]
    pace: Pace
    writes: bool = True

    def holds(self, scope: Scope) -> bool:
        """Whether a request is one of these."""
        if self.writes and scope["method"] in READS:
            return False
        return self.paths.fullmatch(scope["path"]) is not None


KINDS: Final = (
    Kind("open", re.compile(r"/api/(practice|tables|tables/[^/]+/rematch)"), Pace(60, 0.5)),
    Kind("code", re.compile(r"/api/me/(code|recover)"), Pace(20, 0.1)),
    Kind(
        "think",
        re.compile(
            r"/api/analyse/(worth|threats|reviews)"
            r"|/api/puzzles/[^/]+/[^/]+/(play|refutation|solution)"
            r"|/api/tables/[^/]+/(worth|hint|threats|solution|verdict|picture\.png|film\.[^/]+)"
            r"|(/api)?/solved/[^/]+"
        ),
        Pace(200, 4),
        writes=False,
    ),
    Kind("follow", re.compile(r"/api/analyse/reviews/[^/]+"), Pace(2000, 60), writes=False),
    Kind("write", re.compile(r".*", re.DOTALL), Pace(1200, 40)),
)
"""The first that holds a request counts it. A whole class at one address is meant to fit in."""
LIVE: Final = Pace(240, 4)
"""New live connections."""


class Buckets:
    """What each place has left; the place that was away longest is forgotten first."""

    def __init__(self, pace: Pace, clock: Callable[[], float] = time.monotonic):
        self._pace = pace
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, place: str) -> float:
        """Use one up; how many seconds are to be waited before, if any."""
        now = self._clock()
        left, then = self._left.pop(place, (float(self._pace.burst), now))
        left = min(float(self._pace.burst), left + (now - then) * self._pace.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._pace.rate
        self._left[place] = (left if wait else left - 1, now)
        while len(self._left) > _KEPT:
            self._left.popitem(last=False)
        return wait


def place_of(scope: Scope) -> str:
    """Where a request comes from. Whoever has one address of the newer kind has a whole range."""
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


class PaceMiddleware:
    """Refuses what comes too fast, and says when to try again."""

    def __init__(
        self,
        app: ASGIApp,
        answer: Callable[[Scope, Problem], Response],
        clock: Callable[[], float] = time.monotonic,
    ):
        self.app = app
        self._answer = answer
        self._kinds = [(kind, Buckets(kind.pace, clock)) for kind in KINDS]
        self._live = Buckets(LIVE, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._live.take(place_of(scope)):
            await receive()
            await send({"type": "websocket.accept"})
            return await send({"type": "websocket.close", "code": _LATER})
        if scope["type"] == "http" and (wait := self._wait(scope)):
            seconds = math.ceil(wait)
            response = self._answer(scope, TooFast(n=seconds))
            response.headers["retry-after"] = str(seconds)
            return await response(scope, receive, send)
        return await self.app(scope, receive, send)

    def _wait(self, scope: Scope) -> float:
        for kind, buckets in self._kinds:
            if kind.holds(scope):
                return buckets.take(place_of(scope))
        return 0.0
