"""Games for the tests of bots."""

from __future__ import annotations

import icefield

SEALS = icefield.game("seals")
