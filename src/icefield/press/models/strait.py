"""`strait` in plastic: a floe for each kind of tile, and an explorer.

Floes have ridges at their broken edges. `size` is the distance between two opposite edges of a
floe.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from ...core.message import message
from ...games import game
from ...games.strait.board import DIRECTIONS, Board, edge_names
from ...games.strait.kernel.state import TEAM_SIZE
from ...games.strait.position import StraitPosition
from ..solid import Model, model, plate, polygon, turned

if TYPE_CHECKING:
    from manifold3d import Manifold

KEY: Final = "strait"
SIZE: Final = 30.0
SIZES: Final = (18.0, 60.0)
_TEETH: Final = 4
_THICK: Final = 3.0
HOLLOW: Final = 0.8
"""How deep an explorer stands in a floe."""


def models(size: float, clearance: float) -> tuple[Model, ...]:
    most = max(game(KEY).seats)
    start = game(KEY).start(seats=most)
    assert isinstance(start, StraitPosition)
    floes = tuple(_floe(start.map, i, size, clearance) for i in range(len(start.map.tiles)))
    return (*floes, _explorer(size, most * TEAM_SIZE))


def _foot(size: float) -> float:
    """The radius of an explorer's foot."""
    return 0.15 * size


def _floe(board: Board, kind: int, size: float, clearance: float) -> Model:
    """A hexagon with ridges, and recesses for two explorers."""
    from manifold3d import Manifold, OpType

    tile = board.tiles[kind]
    inner = size / 2 - clearance
    body = plate(polygon(6, inner * 2 / sqrt(3)), _THICK, 0.6)
    r = _foot(size) + clearance
    top = _THICK
    hollow = turned(((0, top - HOLLOW), (r, top - HOLLOW), (r, top + 1), (0, top + 1)))
    for x in (-1, 1):
        body -= hollow.translate((x * (r + 0.03 * size), 0, 0))
    length = inner * 2 / sqrt(3) * 0.86
    for name in edge_names(tile.mask):
        turn = -60.0 * DIRECTIONS.index(name)  # clockwise from the north
        teeth = [_tooth(i, length, size) for i in range(_TEETH)]
        ridge = Manifold.batch_boolean(teeth, OpType.Add)
        body += ridge.translate((0, inner - 0.075 * size, 0)).rotate((0, 0, turn))
    title = message("press.model.strait.floe", ridges=", ".join(edge_names(tile.mask)))
    return model(f"floe-{tile.mask}", title, tile.count, body)


def _tooth(number: int, length: float, size: float) -> Manifold:
    """One block of a ridge, steep and of varying height."""
    from manifold3d import Manifold

    wide = length / _TEETH
    x = (number - (_TEETH - 1) / 2) * wide
    high = size * (0.13, 0.17, 0.11, 0.15)[number]
    foot = polygon(4, 0.5 * wide * sqrt(2), 45).scale((1.04, 0.13 * size / wide))
    return Manifold.extrude(foot, high + 1, 0, 0.0, (0.3, 0.3)).translate((x, 0, _THICK - 1))


def _explorer(size: float, count: int) -> Model:
    """A figure in a hood."""
    r = _foot(size)
    top = 0.85 * size
    profile = (
        *((0, 0), (r, 0), (r, 0.1 * size), (0.62 * r, 0.58 * top), (0.5 * r, 0.62 * top)),
        *((0.82 * r, 0.62 * top + 0.34 * r), (0.82 * r, top - 0.55 * r), (0.55 * r, top - 0.2 * r)),
        (0.0, top),
    )
    return model("explorer", message("press.model.strait.explorer"), count, turned(profile))
