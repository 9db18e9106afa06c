"""Who somebody is: a random id in a signed cookie, made on the first visit. No account."""

from __future__ import annotations

import secrets
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "icefield"
_YEAR: Final = 365 * 24 * 3600
_WITHOUT: Final = ("/static/", "/sw.js", "/manifest.webmanifest")  # the same for everybody


class Identities:
    """Signs identities and reads them back."""

    def __init__(self, secret: str):
        self._signer = URLSafeSerializer(secret, salt="icefield.identity")

    def write(self, identity: str) -> str:
        return str(self._signer.dumps(identity))

    def read(self, cookie: str) -> str | None:
        """The identity in a cookie, or None when it was not signed here."""
        try:
            found = self._signer.loads(cookie)
        except BadSignature:
            return None
        return found if isinstance(found, str) else None


class IdentityMiddleware:
    """Puts `identity` into the request's state; gives newcomers one. A route that changes it there
    (by a recovery code) changes who the browser is from then on."""

    def __init__(self, app: ASGIApp, identities: Identities):
        self.app = app
        self._identities = identities

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        state = scope.setdefault("state", {})
        cookie = HTTPConnection(scope).cookies.get(COOKIE)
        known = None if cookie is None else self._identities.read(cookie)
        state["identity"] = known or secrets.token_urlsafe(16)
        if scope["type"] == "websocket" or scope["path"].startswith(_WITHOUT):
            return await self.app(scope, receive, send)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and state["identity"] != known:
                fresh = self._cookie(state["identity"], scope["scheme"] == "https")
                MutableHeaders(scope=message).append("set-cookie", fresh)
            await send(message)

        return await self.app(scope, receive, send_with_cookie)

    def _cookie(self, identity: str, secure: bool) -> str:
        signed = f"{COOKIE}={self._identities.write(identity)}"
        end = "; Secure" if secure else ""
        return f"{signed}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{end}"
