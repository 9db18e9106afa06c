"""The names that Gymnasium knows the games by.

`gymnasium.make("icefield.env.ids:icefield/Seals-v0")`; after `import icefield.env.ids` the part
before the colon can be left out.
"""

from __future__ import annotations

from typing import Final

import gymnasium

from ..games import keys

VERSION: Final = 0

NAMES: Final = {key: f"icefield/{key.capitalize()}-v{VERSION}" for key in keys()}
"""The name of each game."""

for _key, _name in NAMES.items():
    gymnasium.register(_name, "icefield.env.single:SeatEnv", kwargs={"game": _key})
