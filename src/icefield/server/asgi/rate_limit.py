"""The rate limit of one address: a token bucket for each class of requests.

The buckets are large enough for any person. Each process counts for itself and stores nothing.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import TooFast
from ..service.token_bucket import Rate, TokenBuckets
from .client_address import address_of
from .guard import SAFE_METHODS, Respond

_TRY_AGAIN_LATER: Final = 1013
"""Close code "try again later" of WebSockets; our pages do."""


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


class RateLimitMiddleware:
    """Refuses requests beyond the rate limit with 429 and `Retry-After`.

    New live connections are refused with close code 1013.
    """

    def __init__(
        self,
        app: ASGIApp,
        respond: Respond,
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
            return await self._respond(TooFast(math.ceil(wait)))(scope, receive, send)
        return await self.app(scope, receive, send)

    def _take(self, scope: Scope) -> float:
        """Take a token for a request; the seconds until there is one, or 0."""
        for request_class, buckets in self._classes:
            if request_class.contains(scope):
                return buckets.take(address_of(scope))
        return 0.0
