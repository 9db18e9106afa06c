"""Live messages are packed once for all. A move is told to everybody at its table, mostly in the
same words; usually every connection would pack them anew, each with what it sent before in mind.
Here every message is packed by itself, so its packed form is the same for everybody, and nothing is
kept for a connection between two messages.
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

_KEPT: Final = 128  # messages
_SHORT: Final = 512
"""Up to so many bytes a message is packed when it is sent: that is as quick as looking it up."""
_WINDOW: Final = 15
_LEVEL: Final = 4  # half the time of the usual level, for a tenth more bytes
_END: Final = b"\x00\x00\xff\xff"  # what ends every packed message, and is left out


@lru_cache(maxsize=_KEPT)
def squeezed(data: bytes) -> bytes:
    """A message as it is sent."""
    return _pack(data, _WINDOW)


def _pack(data: bytes, window: int) -> bytes:
    packer = zlib.compressobj(_LEVEL, wbits=-window)
    packed = packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
    return packed.removesuffix(_END)


class OnceForAll(PerMessageDeflate):
    """Packs messages with nothing before them in mind."""

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        if frame.opcode is Opcode.CONT or not frame.fin:  # we send whole messages only
            raise ValueError("a message in pieces")
        data = bytes(frame.data)
        known = len(data) > _SHORT and self.local_max_window_bits == _WINDOW
        packed = squeezed(data) if known else _pack(data, self.local_max_window_bits)
        return Frame(frame.opcode, packed, rsv1=True)


class Squeezing(ServerPerMessageDeflateFactory):
    """Agrees with a client on how messages are packed."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What was agreed on, and who packs by it."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, OnceForAll(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
