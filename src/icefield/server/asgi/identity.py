"""The identity of a visitor: a random id in a signed cookie.

It is made on the first visit.
"""

from __future__ import annotations

import secrets
from typing import Final

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "icefield"
_YEAR_S: Final = 365 * 24 * 3600
_MONTH_S: Final = 30 * 24 * 3600
_WITHOUT_COOKIE: Final = ("/static/", "/sw.js", "/manifest.webmanifest", "/healthz", "/readyz")
"""Paths whose responses are the same for every visitor."""


class Identities:
    """Signs and verifies identities."""

    def __init__(self, secret: str):
        self._signer = URLSafeTimedSerializer(secret, salt="icefield.identity.dated")
        self._undated = URLSafeSerializer(secret, salt="icefield.identity")  # older cookies

    def write(self, identity: str) -> str:
        return str(self._signer.dumps(identity))

    def read(self, cookie: str) -> str | None:
        """The identity in a cookie, or None when it was not signed here."""
        for signer in (self._signer, self._undated):
            try:
                found = signer.loads(cookie)
            except BadData:
                continue
            return found if isinstance(found, str) else None
        return None

    def is_young(self, cookie: str) -> bool:
        """Whether a cookie is recent; an older one is replaced before it expires."""
        try:
            self._signer.loads(cookie, max_age=_MONTH_S)
        except BadData:
            return False
        return True


class IdentityMiddleware:
    """Puts `identity` into the request's state.

    A new visitor gets an identity, a returning one a cookie for another year. A route that changes
    the identity there (by a recovery code) changes the identity of the browser from then on.
    """

    def __init__(self, app: ASGIApp, identities: Identities):
        self.app = app
        self._identities = identities

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        state = scope.setdefault("state", {})
        cookie = HTTPConnection(scope).cookies.get(COOKIE)
        known = None if cookie is None else self._identities.read(cookie)
        kept = known if cookie is not None and self._identities.is_young(cookie) else None
        state["identity"] = known or secrets.token_urlsafe(16)
        if scope["type"] == "websocket" or scope["path"].startswith(_WITHOUT_COOKIE):
            return await self.app(scope, receive, send)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and state["identity"] != kept:
                fresh = self._cookie(state["identity"], scope["scheme"] == "https")
                MutableHeaders(scope=message).append("set-cookie", fresh)
            await send(message)

        return await self.app(scope, receive, send_with_cookie)

    def _cookie(self, identity: str, secure: bool) -> str:
        signed = f"{COOKIE}={self._identities.write(identity)}"
        end = "; Secure" if secure else ""
        return f"{signed}; Path=/; Max-Age={_YEAR_S}; HttpOnly; SameSite=Lax{end}"
