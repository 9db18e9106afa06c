"""Timeouts and limits of connections (against Slowloris and floods).

A client is disconnected that connects and sends nothing, stops in the middle of a request head or
of a frame, does not read, or talks on a live connection. A request body that does not arrive is
handled by `guard`, as that request can get a response.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..client_address import network_of
from .compression import SharedDeflateFactory
from .connections import ConnectionLimits, ConnectionTable
from .input_limit import InputLimit

_POLICY_VIOLATION: Final = 1008
_LINGER_S: Final = 1.0
"""The time in which a client may read why its connection is closed."""
BadRequestResponse = Callable[[], tuple[list[tuple[bytes, bytes]], bytes]]
"""Makes headers and body of the response to bytes that are no request."""


def timeout_options(
    timeout_s: float,
    limits: ConnectionLimits | None = None,
    bad_request: BadRequestResponse | None = None,
) -> dict[str, Any]:
    """uvicorn's options that keep no silent connection longer than the timeout.

    And no more connections than the limits allow.
    """
    half = timeout_s / 2
    table = None if limits is None else ConnectionTable(limits)
    return {
        "http": partial(TimeoutHttpProtocol, table=table, bad_request=bad_request),
        "ws": TimeoutWebSocketProtocol,
        "ws_ping_interval": half,
        "ws_ping_timeout": half,
    }


class TimeoutHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with a timeout for the head of a request.

    uvicorn waits without limit; this one as long as a live connection waits for a pong. It is
    counted in a table of connections, if there is one.
    """

    _timeout: asyncio.TimerHandle | None = None

    def __init__(
        self,
        *args: Any,
        table: ConnectionTable | None = None,
        bad_request: BadRequestResponse | None = None,
        **more: Any,
    ):
        super().__init__(*args, **more)
        self._table = table
        self._bad_request = bad_request
        self.address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        if self._table is not None and not self._table.admit(self):
            transport.abort()
            return
        self._set_timeout()

    def is_silent(self) -> bool:
        """Whether no whole request waits for its response."""
        if self.conn.their_state is h11.SEND_BODY:
            return True
        return self.cycle is None or self.cycle.response_complete

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        upgraded = self.transport.get_protocol()
        if self._table is not None and isinstance(upgraded, TimeoutWebSocketProtocol):
            upgraded.address, upgraded.table = self.address, self._table
            self._table.replace(self, upgraded)

    def send_400_response(self, msg: str) -> None:
        """Respond to bytes that are no request, in the form of all problems."""
        if self._bad_request is None or self.conn.our_state is not h11.IDLE:
            super().send_400_response(msg)
            return
        headers, body = self._bad_request()
        headers = [*headers, (b"connection", b"close"), (b"content-length", b"%d" % len(body))]
        for part in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def handle_events(self) -> None:
        super().handle_events()
        self._set_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._table is not None:
            self._table.remove(self)
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
    """uvicorn's WebSocket protocol with limits for what clients do.

    uvicorn sends a close frame to a client that does not answer pings, and then waits without limit
    until the client reads it; this one closes the socket. A client that sends more than a few
    frames is closed before they are parsed. With shared compression.
    """

    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        self.address = ""
        self.table: ConnectionTable | None = None
        self._limit = InputLimit()
        self._refused = False
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [SharedDeflateFactory()]

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(1.0, self.transport.abort)

    def is_silent(self) -> bool:
        """A live connection is never silent: the client waits for the server."""
        return False

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.table is not None:
            self.table.remove(self)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self.handshake_initiated and not self._limit.allows(data):
            self._refuse()
            return
        super().data_received(data)

    def _refuse(self) -> None:
        """Close a connection whose client talks, and read nothing more from it."""
        self._refused = True
        self.stop_keepalive()
        self.read_paused = False  # else uvicorn resumes reading
        self.transport.pause_reading()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": _POLICY_VIOLATION})
        if not self.handshake_complete or self.close_sent:
            self.transport.abort()
            return
        self.conn.fail(_POLICY_VIOLATION, "too much input")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # Closing the socket now, with unread input, would reset it and lose the close frame.
        self.close_timer = self.loop.call_later(_LINGER_S, self.transport.abort)
