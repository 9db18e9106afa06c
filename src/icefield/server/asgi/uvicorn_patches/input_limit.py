"""How much a client may say on a live connection: almost nothing.

Our pages only answer pings. Frames are counted by their headers, before anything parses them: a
client that sends one-byte frames or pings as fast as it can would occupy the event loop otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from ...service.token_bucket import Rate, TokenBucket

FRAMES: Final = Rate(60, 4)
"""Frames of any kind. A pong is due every `ICEFIELD_TIMEOUT` / 2 seconds, so at most two a second;
libraries send pings of their own every 20 s or so."""
BYTES: Final = Rate(16 * 1024, 512)
_LENGTHS: Final = {126: 2, 127: 8}
"""The bytes of a longer payload length, by the short one (RFC 6455, 5.2)."""
_MASK_BYTES: Final = 4


class FrameCounter:
    """Counts the frames in the bytes of a connection by their headers (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._payload = 0
        """The bytes of a frame that are still to come."""
        self._header = b""
        """The beginning of a header whose rest is still to come."""

    def count(self, data: bytes, most: int) -> int:
        """The frames that begin in the next bytes; stops counting beyond `most`."""
        frames, at = 0, 0
        if self._header:
            data = self._header + data
            self._header = b""
        while frames <= most:
            passed = min(self._payload, len(data) - at)
            self._payload -= passed
            at += passed
            if at == len(data):
                break
            if len(data) - at < 2:
                self._header = data[at:]
                break
            short = data[at + 1] & 0x7F
            more = _LENGTHS.get(short, 0)
            masked = _MASK_BYTES if data[at + 1] & 0x80 else 0
            if len(data) - at < 2 + more + masked:
                self._header = data[at:]
                break
            self._payload = int.from_bytes(data[at + 2 : at + 2 + more]) if more else short
            at += 2 + more + masked
            frames += 1
        return frames


class InputLimit:
    """What one live connection may still send."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._counter = FrameCounter()
        self._frames = TokenBucket(FRAMES, clock)
        self._bytes = TokenBucket(BYTES, clock)

    def allows(self, data: bytes) -> bool:
        """Whether the next bytes are within the limit; counts them."""
        if self._bytes.take(len(data)):
            return False
        frames = self._counter.count(data, int(FRAMES.burst))
        return not self._frames.take(frames)
