"""The backdrop of a board: water, the sheet of ice, ripples and crumbs of ice.

The sheet is computed from the outlines of the spaces, so any board of ice spaces gets one: edges
that two spaces share cancel out, what is left are the shores, and those are pushed outwards and
roughened a little. All noise is a hash of coordinates, so the same board always gives the same
text.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from ..core.scene import Point

PAD: Final = 0.2  # water shown around the scene's own width and height
_RIM: Final = 0.42  # how far the sheet reaches beyond the spaces; coordinates are written on it
_CLEAR: Final = 1.2  # decoration keeps this far from the middle of every space

Outlines = tuple[tuple[Point, ...], ...]


def path(corners: tuple[Point, ...]) -> str:
    """A closed SVG path through these corners."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def number(value: float) -> str:
    """A coordinate as text, with at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=64)
def backdrop(width: float, height: float, ice: Outlines, others: Outlines) -> str:
    """The markup behind the spaces of a scene of this size.

    `ice` are the outlines (in scene coordinates) that lie on the sheet, `others` those that do not
    but that decoration must stay clear of.
    """
    box = (
        f'x="{number(-PAD)}" y="{number(-PAD)}" '
        f'width="{number(width + 2 * PAD)}" height="{number(height + 2 * PAD)}"'
    )
    parts = [f'<rect class="water" {box} rx=".45"/>']
    shores = "".join(path(_broken(shore)) for shore in shore_lines(ice))
    if shores:
        parts.append(f'<path class="below" d="{shores}" transform="translate(0 .06)"/>')
        parts.append(f'<path class="shadow" d="{shores}" transform="translate(.02 .1)"/>')
        parts.append(f'<path class="sheet" d="{shores}"/>')
    parts.append(_decoration(width, height, ice + others))
    return f'<g class="backdrop" aria-hidden="true">{"".join(parts)}</g>'


def _noise(x: float, y: float, salt: float) -> float:
    """A number in [0, 1) that looks random but depends only on the arguments."""
    return sin(12.9898 * x + 78.233 * y + 37.719 * salt) * 43758.5453 % 1.0


def shore_lines(outlines: Outlines) -> list[tuple[Point, ...]]:
    """The closed lines around the union of the outlines.

    In all of them the inside is on the same side.
    """
    edges: set[tuple[Point, Point]] = set()
    for outline in outlines:
        corners = [(round(x, 3), round(y, 3)) for x, y in outline]
        ring = list(zip(corners, corners[1:] + corners[:1], strict=True))
        if sum(a[0] * b[1] - b[0] * a[1] for a, b in ring) < 0:
            ring = [(b, a) for a, b in ring]
        for a, b in ring:
            if (b, a) in edges:
                edges.remove((b, a))
            else:
                edges.add((a, b))
    following: defaultdict[Point, list[Point]] = defaultdict(list)
    for a, b in sorted(edges):
        following[a].append(b)
    shores = []
    for start in sorted(following):
        while following[start]:
            shore, here = [start], following[start].pop()
            while here != start and following[here]:
                shore.append(here)
                here = following[here].pop()
            shores.append(tuple(shore))
    return shores


def _broken(shore: tuple[Point, ...]) -> tuple[Point, ...]:
    """The shore pushed outwards by the rim, with cut corners and uneven edges."""
    corners = _without_straight(shore)
    result: list[Point] = []
    for i, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[i - 1], corners[(i + 1) % len(corners)]
        before, after = hypot(x - px, y - py), hypot(nx - x, ny - y)
        ux, uy, vx, vy = (x - px) / before, (y - py) / before, (nx - x) / after, (ny - y) / after
        # outwards is to the right of the way: (u_y, -u_x); at a corner, along both normals
        spread = 1 + ux * vx + uy * vy
        ox, oy = x + _RIM * (uy + vy) / spread, y + _RIM * (-ux - vx) / spread
        cut = 0.3 if ux * vy - uy * vx > 0 else 0.16
        cut_in, cut_out = cut * (0.7 + _noise(x, y, 1) * 0.8), cut * (0.7 + _noise(x, y, 2) * 0.8)
        result.append((ox - ux * cut_in, oy - uy * cut_in))
        result.append((ox + vx * cut_out, oy + vy * cut_out))
        steps = round(after / 0.75)
        for k in range(1, steps):
            mx, my = x + (nx - x) * k / steps, y + (ny - y) * k / steps
            out = _RIM + (_noise(mx, my, 3) - 0.5) * 0.1
            along = (_noise(mx, my, 4) - 0.5) * 0.3
            result.append((mx + vy * out + vx * along, my - vx * out + vy * along))
    return tuple(result)


def _without_straight(shore: tuple[Point, ...]) -> list[Point]:
    """The corners of a shore at which its direction changes."""
    kept = []
    for i, (x, y) in enumerate(shore):
        (px, py), (nx, ny) = shore[i - 1], shore[(i + 1) % len(shore)]
        if abs((x - px) * (ny - y) - (y - py) * (nx - x)) > 1e-6:
            kept.append((x, y))
    return kept


def _decoration(width: float, height: float, outlines: Outlines) -> str:
    """Crumbs of ice and ripples where there is open water."""
    middles = [
        (sum(x for x, _ in o) / len(o), sum(y for _, y in o) / len(o)) for o in outlines if o
    ]
    crumbs, ripples = [], []
    step = 0.62
    for row in range(int(height / step) + 1):
        for column in range(int(width / step) + 1):
            x = (column + 0.5 + (_noise(column, row, 5) - 0.5) * 0.5) * step
            y = (row + 0.5 + (_noise(column, row, 6) - 0.5) * 0.5) * step
            if not (0.1 < x < width - 0.1 and 0.1 < y < height - 0.1):
                continue
            if any(hypot(x - mx, y - my) < _CLEAR for mx, my in middles):
                continue
            kind = _noise(column, row, 7)
            if kind < 0.3:
                crumbs.append(path(_crumb(x, y)))
            elif kind < 0.75:
                ripples.append(f"M{number(x - 0.2)} {number(y)}q.1-.07.2 0t.2 0")
    markup = f'<path class="ripple" d="{"".join(ripples)}"/>' if ripples else ""
    if crumbs:
        d = "".join(crumbs)
        markup += f'<path class="shadow" d="{d}" transform="translate(.01 .05)"/>'
        markup += f'<path class="sheet" d="{d}"/>'
    return markup


def _crumb(x: float, y: float) -> tuple[Point, ...]:
    sides = 5 + int(_noise(x, y, 8) * 3)
    size = 0.1 + _noise(x, y, 9) * 0.12
    points = []
    for k in range(sides):
        angle = 2 * pi * (k + _noise(x, y, 10 + k) * 0.6) / sides
        radius = size * (0.8 + _noise(x, y, 20 + k) * 0.4)
        points.append((x + radius * cos(angle), y + 0.8 * radius * sin(angle)))
    return tuple(points)
