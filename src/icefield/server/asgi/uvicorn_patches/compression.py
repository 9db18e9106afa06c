"""permessage-deflate (RFC 7692) that compresses a message once for all receivers.

A move is sent to all players and viewers of its table, mostly as the same text; with a sliding
window for each connection every connection would compress it again. Without context takeover the
compressed message is the same for all, and a connection needs no memory between two messages.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import CTRL_OPCODES, Frame, Opcode
from websockets.typing import ExtensionParameter

_MAX_CACHED_MESSAGES: Final = 128
_MIN_CACHED_BYTES: Final = 512
"""A shorter message is compressed when it is sent: that is as fast as looking it up."""
_WINDOW_BITS: Final = 15
_LEVEL: Final = 4  # half the time of the default level, for a tenth more bytes
_TAIL: Final = b"\x00\x00\xff\xff"  # ends every flushed block, and is not sent (RFC 7692, 7.2.1)


@lru_cache(maxsize=_MAX_CACHED_MESSAGES)
def compress_message(data: bytes) -> bytes:
    """A message compressed for all connections with the full window; cached."""
    return _deflate(data, _WINDOW_BITS)


def _deflate(data: bytes, window_bits: int) -> bytes:
    compressor = zlib.compressobj(_LEVEL, wbits=-window_bits)
    compressed = compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return compressed.removesuffix(_TAIL)


class SharedDeflate(PerMessageDeflate):
    """Compresses each message independently."""

    def encode(self, frame: Frame) -> Frame:
        """The compressed frame."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        if frame.opcode is Opcode.CONT or not frame.fin:  # we send whole messages only
            raise ValueError("fragmented message")
        data = bytes(frame.data)
        shared = len(data) > _MIN_CACHED_BYTES and self.local_max_window_bits == _WINDOW_BITS
        compressed = (
            compress_message(data) if shared else _deflate(data, self.local_max_window_bits)
        )
        return Frame(frame.opcode, compressed, rsv1=True)


class SharedDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates permessage-deflate without context takeover."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """The parameters of the response, and the extension with these parameters."""
        response, agreed = super().process_request_params(params, accepted_extensions)
        return response, SharedDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
