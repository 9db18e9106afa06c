"""`torch` in plastic: six pyramids, with a groove for each unit of weight.

`size` is the side of the smallest pyramid's base.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final

from ...core.message import message
from ...games import game
from ...games.torch.board import LETTERS, WEIGHTS
from ..kits.torch import SMALLEST, STEEP, base
from ..solid import Model, model, polygon

if TYPE_CHECKING:
    from manifold3d import Manifold

KEY: Final = "torch"
SIZE: Final = SMALLEST
SIZES: Final = (8.0, 40.0)
_DEEP: Final = 0.055  # of a groove, as a part of the base
_TIP: Final = 0.12  # how wide the pyramid is at its flat tip


def models(size: float, clearance: float) -> tuple[Model, ...]:  # noqa: ARG001 (nothing fits in)
    seats = max(game(KEY).seats)
    return tuple(
        model(
            f"pyramid-{letter.lower()}",
            message("press.model.torch.pyramid", letter=letter),
            seats,
            _pyramid(base(letter) * size / SMALLEST, int(WEIGHTS[i])),
        )
        for i, letter in enumerate(LETTERS)
    )


def _pyramid(side: float, weight: int) -> Manifold:
    """A pyramid of slices; a groove goes in steeply and out at 45 degrees."""
    from manifold3d import Manifold

    high = STEEP * side * 0.92
    deep = _DEEP * side

    def half(z: float) -> float:
        return side / 2 * (1 - (1 - _TIP) * z / high)

    heights = [(0.0, half(0))]
    for i in range(weight):
        z = high * (0.16 + 0.15 * i)
        out = z + 1.6 * deep  # from the groove's floor back to the face
        heights += [(z, half(z)), (z + 0.4 * deep, half(z) - deep), (out, half(out))]
    heights.append((high, half(high)))
    body = Manifold()
    for (low, a), (top, b) in pairwise(heights):
        slice_ = Manifold.extrude(polygon(4, a * sqrt(2), 45), top - low, 0, 0.0, (b / a, b / a))
        body += slice_.translate((0, 0, low))
    return body
