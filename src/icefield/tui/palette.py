"""The colours of boards in a terminal, by a space's look or a piece's symbol.

They are those of the dark theme on a dark background, with any colours of the terminal. Looks and
symbols without an entry get the colours of open water and of their seat, so that a new game can be
played at once.
"""

from __future__ import annotations

from typing import Final

from ..core.scene import Piece, Space
from ..render.themes import palette

_COLOURS: Final = palette("dark")

# by a word of a space's look
_GROUND: Final = {
    "ice": "ice",
    "ice-dark": "ice-dark",
    "goal": "glide-goal-water",
    "water": "glide-grid",
    "speed-1": "strait-sea-1",
    "speed-2": "strait-sea-2",
    "speed-3": "strait-sea-3",
    "speed-4": "strait-sea-4",
    "station": "strait-station",
    "island": "strait-land",
    "tile": "torch-plate",
    "gap": "torch-gap",
}

# by symbol, or by the part before its last hyphen: pieces that fill a whole space
_FILLS: Final = {
    "seals/hole": "hole",
    "glide/floe": "glide-floe",
    "strait/floe": "strait-ridge",
    "strait/island": "strait-peak",
    "torch/tile": "torch-plate",
}

# by the same keys: background and letters of a badge
_BADGES: Final = {
    "seals/seal": ("seal-token", "ink"),
    "seals/bear": ("bear-token", "bear"),
    "strait/explorer-grey": ("strait-grey", "strait-on-grey"),
    "strait/explorer-red": ("strait-red", "strait-on-red"),
    "strait/explorer-yellow": ("strait-yellow", "strait-on-yellow"),
    "strait/explorer-black": ("strait-black", "strait-on-black"),
    "strait/bear": ("bear", "ink"),
    "torch/pyramid-sun": ("torch-sun", "torch-on-suit"),
    "torch/pyramid-moon": ("torch-moon", "torch-on-suit"),
    "torch/pyramid-crown": ("torch-crown", "torch-on-suit"),
    "torch/pyramid-arm": ("torch-arm", "torch-on-suit"),
}

# by the same keys: letters on the background of the space
_INKS: Final = {
    "seals/hole": "hole-wall",
    "strait/rope": "strait-rope",
    "strait/fish": "strait-fish",
    "torch/tile-sun": "torch-sun",
    "torch/tile-moon": "torch-moon",
    "torch/tile-crown": "torch-crown",
    "torch/tile-arm": "torch-arm",
}

# by symbol: signs that are clearer than those of the text drawings
_SIGNS: Final = {"seals/hole": "○", "glide/floe": "◇"}
_GROUND_SIGNS: Final = {"goal": "◎"}  # by a word of a space's look


def colour(name: str) -> str:
    """Return a colour of the theme."""
    return _COLOURS[f"--ice-{name}"]


_DARK, _SHADE = 0x50, 0.88
SEA: Final = colour("water")
FAINT, _FAINT_ON_ICE = "#8fb0bf", "#cfe0e8"
"""Secondary text: on a dark background, and on a light one."""
INK: Final = "#f6fbfd"
LAST: Final = colour("last")
TOUCH: Final = colour("touch")
FOCUS: Final = colour("focus")
REFUSED: Final = colour("refused")
SAFE: Final = colour("safe")


def faint(ground: str) -> str:
    """Return the colour of secondary text on this background."""
    return _FAINT_ON_ICE if max(_parts(ground)) > _DARK else FAINT


def shaded(ground: str) -> str:
    """Return a slightly darker background, so that adjacent spaces can be told apart."""
    return "#" + "".join(f"{int(part * _SHADE):02x}" for part in _parts(ground))


def _parts(ground: str) -> tuple[int, ...]:
    return tuple(int(ground[i : i + 2], 16) for i in (1, 3, 5))


def _of(symbol: str) -> tuple[str, str]:
    return symbol, symbol.rpartition("-")[0]


def ground(space: Space) -> str:
    """Return the background of an empty space."""
    words = space.look.split()
    return colour(next((_GROUND[word] for word in reversed(words) if word in _GROUND), "water"))


def fill(piece: Piece) -> str | None:
    """Return the colour with which a piece fills its whole space, or None."""
    found = next((_FILLS[key] for key in _of(piece.symbol) if key in _FILLS), None)
    return None if found is None else colour(found)


def badge(piece: Piece) -> tuple[str, str] | None:
    """Return the background and letters of a piece's badge, None for one without."""
    found = next((_BADGES[key] for key in _of(piece.symbol) if key in _BADGES), None)
    if found is None and piece.seat is not None:
        found = f"seat-{piece.seat % 4}", f"on-seat-{piece.seat % 4}"
    return None if found is None else (colour(found[0]), colour(found[1]))


def ink(piece: Piece) -> str:
    """Return the letter colour of a piece without a badge."""
    found = next((_INKS[key] for key in _of(piece.symbol) if key in _INKS), None)
    return INK if found is None else colour(found)


def sign(piece: Piece) -> str:
    """Return the sign of a piece without a badge."""
    return _SIGNS.get(piece.symbol, piece.glyph)


def ground_sign(space: Space) -> str:
    """Return the sign of an empty space."""
    words = space.look.split()
    return next((_GROUND_SIGNS[word] for word in words if word in _GROUND_SIGNS), space.glyph)
