"""Timeouts of connections (against Slowloris).

A client is disconnected that connects and sends nothing, stops in the middle of a request head or
of a frame, or does not read. A request body that does not arrive is handled by `guard`, as that
request can get a response.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .compression import SharedDeflateFactory


def timeout_options(timeout_s: float) -> dict[str, Any]:
    """uvicorn's options that keep no silent connection longer than the timeout."""
    half = timeout_s / 2
    return {
        "http": TimeoutHttpProtocol,
        "ws": TimeoutWebSocketProtocol,
        "ws_ping_interval": half,
        "ws_ping_timeout": half,
    }


class TimeoutHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with a timeout for the head of a request.

    uvicorn waits without limit; this one as long as a live connection waits for a pong.
    """

    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_timeout()

    def handle_events(self) -> None:
        super().handle_events()
        self._set_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._cancel_timeout()

    def shutdown(self) -> None:
        """Shut down without waiting for the rest of a request body."""
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()
        else:
            super().shutdown()

    def _set_timeout(self) -> None:
        """Begin the timeout, unless a whole head has arrived.

        A connection that is kept alive after a response has a timeout of uvicorn's own.
        """
        if self.conn.their_state is not h11.IDLE or self.timeout_keep_alive_task is not None:
            self._cancel_timeout()
        elif self._timeout is None:
            timeout_s = (self.config.ws_ping_interval or 0) + (self.config.ws_ping_timeout or 0)
            self._timeout = self.loop.call_later(timeout_s, self.transport.abort)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None


class TimeoutWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a timeout for the close handshake.

    uvicorn sends a close frame to a client that does not answer pings, and then waits without limit
    until the client reads it; this one closes the socket. With shared compression.
    """

    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [SharedDeflateFactory()]

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(1.0, self.transport.abort)
