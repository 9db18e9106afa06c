"""The account of a request: who is charged for the work that it causes."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from ..service.fair_pool import current_client
from ..service.fair_queue import Account, current_account
from .client_address import address_of


class AccountMiddleware:
    """Sets the account of a request, and how its work learns that the client has gone.

    With `limited`, accounts have budgets. It is the innermost middleware: what waits here has read
    the body of the request.
    """

    def __init__(self, app: ASGIApp, limited: bool):
        self.app = app
        self._limited = limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        owner = scope.get("state", {}).get("identity") or ""
        current_account.set(Account(address_of(scope), owner, self._limited))
        if scope["type"] == "http":

            async def wait_for_client_to_go() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass

            current_client.set(wait_for_client_to_go)
        await self.app(scope, receive, send)
