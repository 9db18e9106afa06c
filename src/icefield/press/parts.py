"""The parts to cut out of paper: cells with drawings, and lines to cut and fold.

A kit is everything that a game needs on the table. Lengths are in millimetres, x grows to the
right, y grows downwards, and a cell begins at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import atan, cos, hypot, pi, radians, sin
from typing import Final

from ..core.message import Message
from ..core.scene import Piece, Point
from ..render.svg import picture
from .ink import box, plain

PICTURE: Final = 1.1  # how many board units the drawing of a piece shows
FLAP: Final = 5.0
"""How deep a flap for glue is."""


@dataclass(frozen=True, slots=True)
class Art:
    """A plain drawing, its middle, its width, and its clockwise rotation."""

    svg: str
    x: float
    y: float
    width: float
    turn: float = 0.0

    @property
    def height(self) -> float:
        _, _, across, down = box(self.svg)
        return self.width * down / across


@dataclass(frozen=True, slots=True)
class Words:
    """A short text and its middle; `size` is the height of the letters."""

    text: Message | str
    x: float
    y: float
    size: float = 3.2


@dataclass(frozen=True, slots=True)
class Cell:
    """One piece to cut out."""

    width: float
    height: float
    cuts: tuple[tuple[Point, ...], ...]
    folds: tuple[tuple[Point, Point], ...] = ()
    glue: tuple[tuple[Point, ...], ...] = ()
    rings: tuple[tuple[float, float, float], ...] = ()  # lines that are only drawn: x, y, radius
    art: tuple[Art, ...] = ()
    words: tuple[Words, ...] = ()
    marked: bool = False  # whether marks stand at its corners


@dataclass(frozen=True, slots=True)
class Part:
    """Equal or similar cells: one entry in the list of parts."""

    id: str
    name: Message
    cells: tuple[Cell, ...]
    back: Cell | None = None  # printed on the other side of the page

    @property
    def count(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """A board to scale: a plain drawing and its width on paper."""

    name: Message
    svg: str
    width: float

    @property
    def height(self) -> float:
        _, _, across, down = box(self.svg)
        return self.width * down / across


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table to write in: a column for each of `columns`, a row for each of `rows`."""

    note: Message
    columns: tuple[Message | str, ...]
    rows: tuple[Message | str, ...]
    times: int = 1  # how many of them stand on the page
    first: float = 26.0  # how wide the first column is


@dataclass(frozen=True, slots=True)
class Kit:
    """All parts of a game on paper."""

    boards: tuple[BoardPrint, ...]
    parts: tuple[Part, ...]
    scores: ScoreSheet
    starts: tuple[tuple[Message, str], ...]  # what the beginning looks like, small
    notes: tuple[Message, ...] = field(default=())


# -- drawings -----------------------------------------------------------------------------------


def piece_art(game: str, piece: Piece, unit: float, x: float, y: float, turn: float = 0.0) -> Art:
    """A piece as `render` draws it; `unit` is a board unit in millimetres."""
    drawing = plain(picture((replace(piece, x=0.0, y=0.0),), game), game)
    return Art(drawing, x, y, PICTURE * unit, turn)


def circle(x: float, y: float, radius: float, corners: int = 96) -> tuple[Point, ...]:
    return tuple(
        (x + radius * cos(2 * pi * i / corners), y + radius * sin(2 * pi * i / corners))
        for i in range(corners)
    )


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def moved(points: Iterable[Point], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in points)


# -- shapes -------------------------------------------------------------------------------------


def disc(art: Art, across: float) -> Cell:
    """A round token."""
    r = across / 2
    return Cell(across, across, (circle(r, r, r),), art=(replace(art, x=r, y=r),))


def coin(front: Art, back: Art, across: float) -> Cell:
    """A round token with two faces: cut out as a pair, folded, glued, trimmed."""
    r, bridge = across / 2, 0.28 * across
    width = 2 * across
    turn = 75  # degrees of each circle that the bridge leaves
    left = [_on(r, r, r, angle) for angle in range(360 - turn // 2, turn // 2 - 1, -3)]
    right = [_on(width - r, r, r, angle) for angle in range(180 + turn // 2, 540 - turn // 2, 3)]
    half = bridge / 2
    edge = [*reversed(left), (across, r - half), *right, (across, r + half)]
    return Cell(
        width,
        across,
        (tuple(edge),),
        folds=(((across, r - half), (across, r + half)),),
        art=(replace(front, x=r, y=r), replace(back, x=width - r, y=r)),
    )


def _on(x: float, y: float, radius: float, degrees: float) -> Point:
    return x + radius * cos(radians(degrees)), y + radius * sin(radians(degrees))


def card(art: tuple[Art, ...], width: float, height: float, words: tuple[Words, ...] = ()) -> Cell:
    """A rectangle with marks at its corners."""
    return Cell(width, height, (rectangle(0, 0, width, height),), art=art, words=words, marked=True)


def polygon(art: tuple[Art, ...], corners: tuple[Point, ...]) -> Cell:
    """A polygon; its corners may begin anywhere."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width = max(x for x, _ in corners) - left
    height = max(y for _, y in corners) - top
    placed = tuple(replace(each, x=each.x - left, y=each.y - top) for each in art)
    return Cell(width, height, (moved(corners, -left, -top),), art=placed)


def stand(art: Art, width: float, height: float) -> Cell:
    """A figure with two faces, on two feet that are folded outwards and glued."""
    whole = 2 * height + 2 * FLAP
    folds = tuple(((0.0, y), (width, y)) for y in (FLAP, FLAP + height, FLAP + 2 * height))
    feet = (rectangle(0, 0, width, FLAP), rectangle(0, whole - FLAP, width, FLAP))
    return Cell(
        width,
        whole,
        (rectangle(0, 0, width, whole),),
        folds=folds,
        glue=feet,
        art=(
            replace(art, x=width / 2, y=FLAP + height / 2, turn=180),
            replace(art, x=width / 2, y=FLAP + 1.5 * height),
        ),
    )


def pyramid(face: str, base: float, slant: float) -> Cell:
    """Four faces around a tip, and a flap for glue.

    `face` is a drawing whose viewBox has the tip in the middle of its upper edge and the base as
    its lower edge.
    """
    edge = hypot(slant, base / 2)
    half = atan(base / 2 / slant)
    angles = [-4 * half + 2 * half * i for i in range(5)]  # from straight down, to the left first
    rim = [(edge * sin(a), edge * cos(a)) for a in angles]
    last = angles[-1]
    out, along = (cos(last), -sin(last)), (sin(last), cos(last))
    flap = [
        (along[0] * edge * s + out[0] * FLAP, along[1] * edge * s + out[1] * FLAP)
        for s in (0.88, 0.3)
    ]
    outline = ((0.0, 0.0), *rim, *flap)
    art = tuple(
        Art(face, *_halfway(angles[i] + half, slant), base, -(angles[i] + half) * 180 / pi)
        for i in range(4)
    )
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    lines = tuple(((-left, -top), (x - left, y - top)) for x, y in rim[1:])
    made = polygon(art, outline)
    return replace(made, folds=lines, glue=(moved((rim[-1], *flap, (0.0, 0.0)), -left, -top),))


def _halfway(angle: float, slant: float) -> Point:
    return slant / 2 * sin(angle), slant / 2 * cos(angle)


def cube(faces: tuple[Art, ...], side: float) -> Cell:
    """A die as the net of a cube with flaps.

    Faces one and six, two and five, three and four are opposite.
    """
    a, f, c = side, FLAP, FLAP * 0.6
    # columns 0 … 3 of the belt, the lid above and the floor below column 1; flaps around them
    x0, y0 = f, a
    belt = [(x0 + i * a, y0) for i in range(4)]
    places = [belt[0], belt[1], (x0 + a, 0.0), (x0 + a, y0 + a), belt[3], belt[2]]
    outline = (
        *((x0 + a, 0.0), (x0 + 2 * a, 0.0), (x0 + 2 * a, y0)),
        *((x0 + 2 * a + c, y0 - f), (x0 + 3 * a - c, y0 - f), (x0 + 3 * a, y0)),
        *((x0 + 3 * a + c, y0 - f), (x0 + 4 * a - c, y0 - f), (x0 + 4 * a, y0)),
        *((x0 + 4 * a, y0 + a), (x0 + 4 * a - c, y0 + a + f), (x0 + 3 * a + c, y0 + a + f)),
        *((x0 + 3 * a, y0 + a), (x0 + 3 * a - c, y0 + a + f), (x0 + 2 * a + c, y0 + a + f)),
        *((x0 + 2 * a, y0 + a), (x0 + 2 * a, y0 + 2 * a), (x0 + a, y0 + 2 * a), (x0 + a, y0 + a)),
        *((x0 + a - c, y0 + a + f), (x0 + c, y0 + a + f), (x0, y0 + a)),
        *((x0 - f, y0 + a - c), (x0 - f, y0 + c), (x0, y0)),
        *((x0 + c, y0 - f), (x0 + a - c, y0 - f), (x0 + a, y0)),
    )
    flaps = (
        ((x0, y0), (x0 - f, y0 + c), (x0 - f, y0 + a - c), (x0, y0 + a)),
        *(
            (
                *((x0 + i * a, y), (x0 + i * a + c, y + way * f)),
                *((x0 + (i + 1) * a - c, y + way * f), (x0 + (i + 1) * a, y)),
            )
            for i in (0, 2, 3)
            for y, way in ((y0, -1), (y0 + a, 1))
        ),
    )
    folds = (
        *(((x0 + i * a, y0), (x0 + i * a, y0 + a)) for i in range(4)),
        ((x0, y0), (x0 + 4 * a, y0)),
        ((x0, y0 + a), (x0 + 4 * a, y0 + a)),
    )
    art = tuple(
        replace(face, x=x + a / 2, y=y + a / 2) for face, (x, y) in zip(faces, places, strict=True)
    )
    return Cell(x0 + 4 * a, 3 * a, (outline,), folds=folds, glue=flaps, art=art)
