"""The geometry of a `strait` scene, found from the board: any board can be drawn.

Flat-topped hexes, one unit from centre to centre; stations on the land they touch the sea from; the
supply above the map and the players below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from ....core.scene import Patch, Point
from ..board import Board, axial, hex_name, neighbour

RADIUS: Final = 1 / sqrt(3)
"""From the middle of a hex to a corner."""
CORNERS: Final[tuple[Point, ...]] = tuple(
    (RADIUS * cos(i * pi / 3), RADIUS * sin(i * pi / 3)) for i in range(6)
)
"""The corners of a hex around its middle, clockwise from the east."""
SHORE_WIDTH: Final = 1.12  # land shown beyond the middle of the outermost stations
SUPPLY_HEIGHT: Final = 0.7  # height of the supply's strip above the map
TRAYS_HEIGHT: Final = 0.92  # height of the players' row below the map
_COLUMN_WIDTH: Final = sqrt(3) / 2
_GAP: Final = 0.14  # between the map and what lies above and below it
_MIN_WIDTH: Final = 9.1  # the width that the legend, the supply and four players need
_MAX_TRAY_WIDTH: Final = 3.0  # the most a player's plate is wide


def hex_center(q: int, r: int) -> Point:
    """The centre of a hex, counted from the centre of a1."""
    return q * _COLUMN_WIDTH, r + q / 2


def scale(outline: tuple[Point, ...], by: float, x: float = 0, y: float = 0) -> tuple[Point, ...]:
    """An outline in another size and at another place."""
    return tuple((x + dx * by, y + dy * by) for dx, dy in outline)


@dataclass(frozen=True)
class _Layout:
    """The places of a board and the size of its scene."""

    places: dict[str, Point]
    width: float
    height: float
    top: float  # of the map proper
    bottom: float


@lru_cache(maxsize=64)
def _layout(board: Board) -> _Layout:
    """The layout of a board."""
    found = {name: hex_center(*axial(name)) for name in (*board.sea, board.diomede)}
    stations: dict[Point, list[str]] = {}
    for station in board.stations.values():
        cells = [hex_center(*neighbour(name, edge)) for name, edge in station.touches]
        x, y = (round(sum(values) / len(cells), 6) for values in zip(*cells, strict=True))
        stations.setdefault((x, y), []).append(station.id)
    for (x, y), ids in stations.items():  # more than one where they touch the same piece of land
        for i, id_ in enumerate(ids):
            found[id_] = (x, y + (i - (len(ids) - 1) / 2) / len(ids))
    xs, ys = zip(*found.values(), strict=True)
    spare = max(_MIN_WIDTH - (max(xs) - min(xs) + 2 * SHORE_WIDTH), 0) / 2
    left, top = min(xs) - SHORE_WIDTH - spare, min(ys) - 0.5 - SUPPLY_HEIGHT - _GAP
    moved = {name: (x - left, y - top) for name, (x, y) in found.items()}
    height = max(ys) - min(ys) + 1 + SUPPLY_HEIGHT + 2 * _GAP + TRAYS_HEIGHT
    width = max(xs) - min(xs) + 2 * (SHORE_WIDTH + spare)
    return _Layout(moved, width, height, SUPPLY_HEIGHT + _GAP, height - TRAYS_HEIGHT - _GAP)


def center(board: Board, place: str) -> Point:
    """The centre of a place."""
    return _layout(board).places[place]


def size(board: Board) -> Point:
    """Width and height of the whole scene."""
    return _layout(board).width, _layout(board).height


@lru_cache(maxsize=512)
def _nearest_distance(board: Board, place: str) -> float:
    """The distance from a place to the nearest other one."""
    x, y = center(board, place)
    return min(hypot(px - x, py - y) for n, (px, py) in _layout(board).places.items() if n != place)


@lru_cache(maxsize=512)
def has_land_behind(board: Board, place: str) -> bool:
    """Whether there is open land behind a station, with room for its name."""
    x, way = center(board, place)[0], land_side(board, place)
    behind = any((px - x) * way > 0.1 for px, _ in _layout(board).places.values())
    return _nearest_distance(board, place) > 0.9 and not behind


@lru_cache(maxsize=512)
def outline(board: Board, place: str) -> tuple[Point, ...]:
    """The corners of a place around its centre.

    A hex, smaller where another place is near; a station on a coast reaches inland.
    """
    if place not in board.stations:
        return CORNERS
    hex_ = scale(CORNERS, min(1.0, _nearest_distance(board, place)))
    if not has_land_behind(board, place):
        return hex_
    way = land_side(board, place)
    inner = [(dx, dy) for dx, dy in hex_ if abs(dy) > 0.01 or dx * way < 0]
    return tuple((way * (SHORE_WIDTH - 0.04) if dx * way > 0 else dx, dy) for dx, dy in inner)


def tray_center(board: Board, seats: int, seat: int) -> Point:
    """The centre of a player's tray."""
    width, height = size(board)
    across = tray_width(board, seats)
    return width / 2 + (seat - (seats - 1) / 2) * across, height - TRAYS_HEIGHT / 2


def land_side(board: Board, place: str) -> int:
    """The side of a station's open land: -1 west, 1 east."""
    return -1 if center(board, place)[0] < size(board)[0] / 2 else 1


def tray_width(board: Board, seats: int) -> float:
    """The width of a player's tray."""
    return min(size(board)[0] / seats, _MAX_TRAY_WIDTH)


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle around a centre."""
    w, h = width / 2, height / 2
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


# -- the land -----------------------------------------------------------------------------------

_BLEED: Final = 0.2  # the drawing shows this much around the scene


def _shore_offset(t: float) -> float:
    """The deviation of a coast from a straight line, west to east."""
    return 0.07 * sin(5.1 * t) + 0.05 * sin(11.7 * t + 1)


@lru_cache(maxsize=64)
def land_patches(board: Board) -> tuple[Patch, ...]:
    """The coasts left and right of the sea, land in between, and the hills on it."""
    chart = _layout(board)
    origin = chart.places[board.diomede]
    first = hex_center(*axial(board.diomede))
    shift = (origin[0] - first[0], origin[1] - first[1])
    coasts = []
    for way, q, edge in ((-1, 0, -_BLEED), (1, board.columns - 1, chart.width + _BLEED)):
        x = q * _COLUMN_WIDTH + shift[0] + way * 0.22
        steps = max(int((chart.bottom - chart.top) * 4), 2)
        ys = [chart.top + (chart.bottom - chart.top) * i / steps for i in range(steps + 1)]
        shore = tuple((x + _shore_offset(y + 2 * way), y) for y in ys)
        name = "siberia" if way < 0 else "alaska"
        coasts.append(Patch(f"land {name}", (*shore, (edge, ys[-1]), (edge, ys[0]))))
    cells = [axial(name) for name in sorted(board.land)]
    inner = [Patch("land islet", scale(CORNERS, 1, *_shift_center(c, shift))) for c in cells]
    return (*coasts, *inner, *_hill_patches(board, chart, shift))


def _shift_center(cell: tuple[int, int], shift: Point) -> Point:
    """The centre of a hex in the scene."""
    x, y = hex_center(*cell)
    return x + shift[0], y + shift[1]


def _hill_patches(board: Board, chart: _Layout, shift: Point) -> Iterator[Patch]:
    """Peaks on the land next to the outer columns where no station is."""
    taken = list(chart.places.values())
    for q, way in ((-1, -1), (board.columns, 1)):
        for row in range(-1, 30):
            x, y = _shift_center((q, row - q // 2), shift)
            if not chart.top + 0.5 < y < chart.bottom - 0.4:
                continue
            if any(hypot(px - x, py - y) < 0.9 for px, py in taken):
                continue
            for dx, dy, size_ in ((-0.02, 0.1, 0.3), (0.34, 0.14, 0.22), (0.66, 0.08, 0.26)):
                px, py = x + way * dx + 0.12 * sin(3 * y), y + dy
                peak = ((px - size_, py), (px, py - 1.3 * size_), (px + size_, py))
                snow = ((px - 0.4 * size_, py - 0.78 * size_), (px, py - 1.3 * size_))
                jag = (
                    (px + 0.4 * size_, py - 0.78 * size_),
                    (px + 0.12 * size_, py - 0.66 * size_),
                )
                yield Patch("peak", peak)
                yield Patch("peak-snow", (*snow, *jag, (px - 0.1 * size_, py - 0.84 * size_)))


# -- the currents -------------------------------------------------------------------------------


def _border_patches(board: Board) -> Iterator[Patch]:
    """A line along each edge where two currents meet.

    Their speeds, and so their colours, may agree.
    """
    of = {name: current.entry for current in board.currents for name in current.hexes}
    for name, entry in of.items():
        x, y = center(board, name)
        for d in range(3):  # the other three are those of the neighbours
            q, r = neighbour(name, d)
            other = of.get(hex_name(q, r)) if 0 <= q < board.columns else None
            if other not in (None, entry):
                a, b = CORNERS[(d + 4) % 6], CORNERS[(d + 5) % 6]
                yield Patch("border", scale((a, b), 1, x, y), over=True)


@lru_cache(maxsize=64)
def flow_directions(board: Board) -> dict[str, tuple[int, ...]]:
    """The directions in which each sea hex flows on: two at a fork."""
    found: dict[str, tuple[int, ...]] = {}
    for current in board.currents:
        into: dict[str, int] = {}
        for name, ways in current.flow:
            ahead = []
            for way in ways:
                d = (
                    _direction_out(board, name, into.get(name))
                    if way is None
                    else _direction_to(name, way)
                )
                if way is not None:
                    into[way] = d
                ahead.append(d)
            found[name] = tuple(ahead)
    return found


def _direction_to(name: str, way: str) -> int:
    """The direction from a hex to its neighbour."""
    return next(d for d in range(6) if neighbour(name, d) == axial(way))


def _direction_out(board: Board, name: str, before: int | None) -> int:
    """The direction in which a current leaves the board.

    Straight on where that leads outside, else any direction that does.
    """
    ways: list[int] = [] if before is None else [before, (before + 1) % 6, (before - 1) % 6]
    ways += range(6)
    for d in ways:
        q, r = neighbour(name, d)
        if not (0 <= q < board.columns and hex_name(q, r) in board.number):
            return d
    return before or 0


def speeds(board: Board) -> dict[str, int]:
    """The speed of the current of each sea hex."""
    return {name: current.speed for current in board.currents for name in current.hexes}


def offset(direction: int, length: float) -> Point:
    """The way from a centre across an edge."""
    angle = (direction * 60 - 90) * pi / 180
    return length * cos(angle), length * sin(angle)


def arrow_head(x: float, y: float, direction: int, size_: float) -> tuple[Point, ...]:
    """An arrow head around a point."""
    fx, fy = offset(direction, size_)
    sx, sy = -fy, fx  # to the right of the way
    shape = ((0.5, 0), (-0.3, 0.95), (-0.75, 0.95), (0.05, 0), (-0.75, -0.95), (-0.3, -0.95))
    return tuple((x + a * fx + b * sx, y + a * fy + b * sy) for a, b in shape)


@lru_cache(maxsize=64)
def current_patches(board: Board) -> tuple[Patch, ...]:
    """The borders of the currents, arrow heads on each sea hex, and entry points.

    A hex has as many arrow heads as its current is fast.
    """
    speed, found = speeds(board), list(_border_patches(board))
    for name, ways in flow_directions(board).items():
        x, y = center(board, name)
        count = speed[name]
        for d in ways:
            forked = len(ways) > 1
            start = 0.33 if forked else 0.0
            step = 0.1 if forked else 0.17
            for i in range(count):
                dx, dy = offset(d, start + step * (i - (count - 1) / 2))
                head = arrow_head(x + dx, y + dy, d, 0.09 if forked else 0.15)
                found.append(Patch("flow", head, over=True))
    for name in board.entries:
        x, y = center(board, name)
        found.append(Patch("entry", scale(CORNERS, 0.9, x, y), over=True))
    return tuple(found)
