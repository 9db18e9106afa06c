"""Measures and places of a scene, in widths of a tile."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ....core.scene import Piece, Point
from ..board import FILES, SIZE, pyramid_label

if TYPE_CHECKING:
    from ..position import TorchPosition

MARGIN: Final = 0.78  # room around the tiles for coordinates and trays
_EDGE: Final = 0.3  # from the outer edge to the middle of a tray
SHEET: Final = SIZE + 2 * MARGIN
OUTLINE: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
EMBLEMS: Final = {"S": "sun", "M": "moon", "C": "crown", "A": "arm"}


@lru_cache(maxsize=64)
def at(space: str) -> Point:
    """The middle of a space."""
    return FILES.index(space[0]) + 0.5 + MARGIN, SIZE - int(space[1]) + 0.5 + MARGIN


def beside(seat: int, along: float) -> Point:
    """A point in the tray of a seat, at the bottom, left, top or right edge."""
    middle, near, far = SHEET / 2, _EDGE, SHEET - _EDGE
    return (
        (middle + along, far),
        (near, middle + along),
        (middle - along, near),
        (far, middle - along),
    )[seat]


def pyramid_piece(
    position: TorchPosition, pyramid: str, place: tuple[float, float, float], space: str | None
) -> Piece:
    """A pyramid at a place (x, y, size), on a space or beside the board."""
    x, y, size = place
    return Piece(
        id=pyramid,
        symbol=f"torch/pyramid-{EMBLEMS[pyramid[0]]}",
        x=x,
        y=y,
        look=f"pyramid suit-{pyramid[0].lower()}",
        name=pyramid_label(pyramid),
        size=size,
        seat=position.suits.index(pyramid[0]),
        space=space,
        glyph=pyramid,
    )
