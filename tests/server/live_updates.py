"""What a live connection receives."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection

from ..timeouts import HANG_S


def update(live: ClientConnection, timeout: float = HANG_S) -> dict[str, Any]:
    """The next message that is not about who is there."""
    while (told := dict(json.loads(live.recv(timeout=timeout))))["type"] == "presence":
        pass
    return told
