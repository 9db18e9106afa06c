"""Responds to exceptions that are bugs like to all other problems, and logs them."""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Broken
from .guard import Respond

_log = logging.getLogger("icefield.server")


class FailureMiddleware:
    """Responds with 500 `internal`, inside the other middleware.

    The framework would respond outside it, and close the connection.
    """

    def __init__(self, app: ASGIApp, respond: Respond):
        self.app = app
        self._respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        except Exception:
            if started:
                raise
            route = getattr(scope.get("route"), "path", "none")
            _log.exception("request failed: method=%s route=%s", scope["method"], route)
            await self._respond(Broken())(scope, receive, send)
