"""Connections that fall silent: whoever connects and says nothing, stops in the middle of a request
or of a frame, or does not take what is sent, is dropped after a while. Requests whose body does not
come are `guard`'s, as they can be answered.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .compression import Squeezing


def protocols(patience: float) -> dict[str, Any]:
    """What uvicorn is to be told, so that nobody is waited for longer than so many seconds."""
    half = patience / 2
    return {
        "http": Requests,
        "ws": Frames,
        "ws_ping_interval": half,
        "ws_ping_timeout": half,
    }


class Requests(H11Protocol):
    """uvicorn's, which waits for ever for the head of a request; here for as long as a live
    connection is waited for."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()

    def shutdown(self) -> None:
        """The server ends: nobody waits for the rest of a request."""
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()
        else:
            super().shutdown()

    def _watch(self) -> None:
        """Give up after a while, unless a whole head has come, or none after an answer, for which
        uvicorn has a limit of its own."""
        if self.conn.their_state is not h11.IDLE or self.timeout_keep_alive_task is not None:
            self._stop()
        elif self._waiting is None:
            patience = (self.config.ws_ping_interval or 0) + (self.config.ws_ping_timeout or 0)
            self._waiting = self.loop.call_later(patience, self.transport.abort)

    def _stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's, which says goodbye to whoever does not answer, and then waits for ever until that
    has been taken; with messages packed once for all."""

    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [Squeezing()]

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(1.0, self.transport.abort)
