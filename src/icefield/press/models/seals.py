"""`seals` in plastic: round tokens with a seal, octagons with a bear, and discs.

A disc marks a hole. `size` is the width of a token.
"""

from __future__ import annotations

from math import cos, pi
from typing import TYPE_CHECKING, Final

from ...core.message import message
from ...games.seals.board import STANDARD
from ..kits.seals import DISCS
from ..solid import ROUND, Model, flat, model, plate, polygon, turned

if TYPE_CHECKING:
    from manifold3d import CrossSection, Manifold

SIZE: Final = 20.0
SIZES: Final = (12.0, 50.0)
_HIGH: Final = 0.2  # of the width
_RELIEF: Final = 1.2


def models(size: float, clearance: float) -> tuple[Model, ...]:  # noqa: ARG001 (nothing fits in)
    r = size / 2
    return (
        model("seal", message("press.model.seals.seal"), len(STANDARD.seals), _seal(r)),
        model("bear", message("press.model.seals.bear"), len(STANDARD.bears), _bear(r)),
        model("disc", message("press.model.seals.disc"), DISCS, _hole(r)),
    )


def _blob(x: float, y: float, rx: float, ry: float) -> CrossSection:
    return polygon(ROUND // 2, 1).scale((rx, ry)).translate((x, y))


def _seal(r: float) -> Manifold:
    """A token with the head of a seal in relief."""
    high = 2 * r * _HIGH
    base = plate(polygon(ROUND, r), high, 0.6)
    figure = _blob(0, 0.18 * r, 0.42 * r, 0.46 * r) + _blob(0, -0.32 * r, 0.62 * r, 0.34 * r)
    figure += _blob(-0.58 * r, -0.4 * r, 0.16 * r, 0.24 * r)
    figure += _blob(0.58 * r, -0.4 * r, 0.16 * r, 0.24 * r)
    for x in (-1, 1):
        figure -= _blob(0.17 * x * r, 0.3 * r, 0.085 * r, 0.1 * r)
    figure -= _blob(0, 0.06 * r, 0.1 * r, 0.07 * r)
    return base + plate(figure, _RELIEF).translate((0, 0, high))


def _bear(r: float) -> Manifold:
    """A token with eight corners and the face of a bear in relief."""
    high = 2 * r * _HIGH
    base = plate(polygon(8, r / cos(pi / 8), 22.5), high, 0.6)
    face = _blob(0, -0.05 * r, 0.52 * r, 0.5 * r) + _blob(0, -0.4 * r, 0.34 * r, 0.28 * r)
    for x in (-1, 1):
        face += _blob(0.42 * x * r, 0.42 * r, 0.2 * r, 0.2 * r)
        face -= _blob(0.42 * x * r, 0.42 * r, 0.09 * r, 0.09 * r)
        face -= _blob(0.2 * x * r, 0.08 * r, 0.075 * r, 0.075 * r)
    face -= flat(((-0.15 * r, -0.22 * r), (0.15 * r, -0.22 * r), (0, -0.42 * r)))
    return base + plate(face, _RELIEF).translate((0, 0, high))


def _hole(r: float) -> Manifold:
    """A rim of broken ice around a bowl."""
    high = 2 * r * _HIGH * 0.8
    bowl = ((0, 1.0), (0.5 * r, 1.0), (0.78 * r, high - 0.3), (0.78 * r, high + 1), (0, high + 1))
    return plate(polygon(11, r, 8), high, 0.6) - turned(bowl)
