"""A game for tests."""

from __future__ import annotations

import icefield


class Plain(type(icefield.game("seals"))):  # type: ignore[misc]
    """Seals without its option."""

    options = ()
