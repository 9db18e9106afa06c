"""Keeps strangers out before a route is reached: size, origin and type of writes, and the headers
that tell a browser what a page may do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import NotJson, Problem, TooLarge, TooSlow, WrongOrigin

LIMIT: Final = 64 * 1024
_LARGE: Final = ("/api/boards/check", "/api/analyse/")
_LARGER: Final = 256 * 1024
"""Where more may be sent: a file of 100 kB is longer when it is written as JSON."""
READS: Final = ("GET", "HEAD", "OPTIONS")
_JSON: Final = re.compile(r"application/json\s*(;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)

_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

Answer = Callable[[Scope, Problem], Callable[[Scope, Receive, Send], Awaitable[None]]]
"""Makes the response that tells a problem."""


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


class GuardMiddleware:
    """Refuses writes that are too large, from elsewhere or not JSON, or whose end does not come
    within `patience` seconds; adds the headers."""

    def __init__(self, app: ASGIApp, answer: Answer, patience: float):
        self.app = app
        self._answer = answer
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        if scope["method"] in READS:
            return await self.app(scope, receive, send_guarded)
        try:
            limit = _LARGER if scope["path"].startswith(_LARGE) else LIMIT
            async with asyncio.timeout(self._patience):
                body = await _checked_body(Headers(scope=scope), receive, limit)
        except (Problem, TimeoutError) as found:
            problem = found if isinstance(found, Problem) else TooSlow()
            return await self._answer(scope, problem)(scope, receive, send_guarded)

        async def receive_body() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            whole, body = body, None
            return {"type": "http.request", "body": whole, "more_body": False}

        return await self.app(scope, receive_body, send_guarded)


async def _checked_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """The whole body of a write that may pass; raises what is wrong with it."""
    if not is_same_origin(headers):
        raise WrongOrigin()
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) > limit:
        raise TooLarge(limit=limit // 1024)
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise TooSlow()  # whoever asked has gone
        body += message.get("body", b"")
        if len(body) > limit:
            raise TooLarge(limit=limit // 1024)
        if not message.get("more_body", False):
            break
    if not _JSON.fullmatch(headers.get("content-type", "").strip()):
        raise NotJson()
    return body
