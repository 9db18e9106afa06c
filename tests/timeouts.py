"""How long tests wait for what must come."""

from __future__ import annotations

from typing import Final

HANG_S: Final = 900.0
"""Only what hangs takes so long, however slow or busy the machine is. No test waits this long for
something that is wanted not to come."""

ENDLESS_S: Final = 2 * HANG_S
"""A time limit for work that is to end for another reason, and earlier than `HANG_S`."""
