"""Checks requests before a route is reached, and adds security headers.

The checks are size, origin (against CSRF) and content type of writes; the headers include the
Content Security Policy.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import NotJson, Problem, TooLarge, TooSlow, WrongOrigin

MAX_BODY_BYTES: Final = 64 * 1024
_LARGE_PATHS: Final = ("/api/boards/check", "/api/analyse/")
_MAX_LARGE_BODY_BYTES: Final = 256 * 1024
"""For these paths: a file of 100 kB is longer when it is written as JSON."""
NO_STORE: Final = "no-store"
"""The `Cache-Control` of what is not a static file."""
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_JSON: Final = re.compile(r"application/json\s*(;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)

SECURITY_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

Respond = Callable[[Problem], ASGIApp]
"""Makes the response for a problem."""


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program without an origin."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            ours = urlsplit(origin).netloc.lower()
        except ValueError:  # such as "http://["
            return False
        return ours == headers.get("host", "").lower() != ""
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


class GuardMiddleware:
    """Refuses invalid writes, and adds the headers.

    A write is refused that is too large, from another origin or not JSON, or whose body does not
    arrive within `timeout_s` seconds.
    """

    def __init__(self, app: ASGIApp, respond: Respond, timeout_s: float):
        self.app = app
        self._respond = respond
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", NO_STORE)
            await send(message)

        if scope["method"] in SAFE_METHODS:
            return await self.app(scope, receive, send_guarded)
        try:
            large = scope["path"].startswith(_LARGE_PATHS)
            limit = _MAX_LARGE_BODY_BYTES if large else MAX_BODY_BYTES
            async with asyncio.timeout(self._timeout_s):
                body = await _read_body(Headers(scope=scope), receive, limit)
        except (Problem, TimeoutError) as found:
            problem = found if isinstance(found, Problem) else TooSlow()
            return await self._respond(problem)(scope, receive, send_guarded)

        async def receive_body() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            whole, body = body, None
            return {"type": "http.request", "body": whole, "more_body": False}

        return await self.app(scope, receive_body, send_guarded)


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """The whole body of a write; raises the Problem with it."""
    if not is_same_origin(headers):
        raise WrongOrigin()
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) > limit:
        raise TooLarge(limit=limit // 1024)
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise TooSlow()  # the client has disconnected
        body += message.get("body", b"")
        if len(body) > limit:
            raise TooLarge(limit=limit // 1024)
        if not message.get("more_body", False):
            break
    if not _JSON.fullmatch(headers.get("content-type", "").strip()):
        raise NotJson()
    return body
