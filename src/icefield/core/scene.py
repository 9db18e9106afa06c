"""A Scene: what to draw and what can be touched, as data only.

A game turns a position into a Scene; `icefield.render` turns a Scene into SVG, text and so on;
clients turn a person's touches into moves by walking the `touches` of the legal moves. Nothing
here knows how anything looks: an element names a *look* (a class that a theme styles) and, for
pieces, a *symbol* (a drawing the renderer owns).

Coordinates are in board units: a space is about 1 wide, x grows to the right, y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .message import Message

if TYPE_CHECKING:
    from .game import Position

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the board. `id` is what a touch names; `name` is what a screen reader says."""

    id: str
    x: float
    y: float
    outline: tuple[Point, ...]  # corners relative to (x, y)
    look: str  # "ice", "water", …
    name: Message
    cell: tuple[int, int] | None = None  # column and row in a text drawing, where it has one
    glyph: str = "·"  # how a text drawing shows the space when nothing stands on it


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on the board. `id` stays the same while it moves, for animation."""

    id: str
    symbol: str  # a drawing known to the renderer, e.g. "seals/bear"
    x: float
    y: float
    look: str
    name: Message
    size: float = 1.0
    turn: float = 0.0  # degrees clockwise
    seat: int | None = None
    space: str | None = None  # the space it stands on
    glyph: str = "?"


@dataclass(frozen=True, slots=True)
class Mark:
    """A hint laid over the board: the last move, a trail, a threat.

    `path` has one point for a spot and more for a line; `look` says which kind it is.
    """

    look: str
    path: tuple[Point, ...]
    space: str | None = None
    name: Message | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """Scenery without a meaning of its own: a coast, the arrow of a current. Not read aloud."""

    look: str
    outline: tuple[Point, ...]  # corners of a shape
    over: bool = False  # painted over the faces of the spaces, not under them


@dataclass(frozen=True, slots=True)
class Label:
    """A short text on the board, such as a coordinate. Not read aloud."""

    text: str | Message
    x: float
    y: float
    look: str = "coordinate"


@dataclass(frozen=True, slots=True)
class Control:
    """A button beside the board, shown only while it is a possible next touch."""

    id: str
    name: Message
    icon: str
    picture: tuple[Piece, ...] = ()  # what it looks like, drawn around (0, 0) and about 1 wide


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything there is to see of a position, from one seat's side of the table."""

    game: str
    width: float
    height: float
    caption: Message  # one sentence that says what is going on
    spaces: tuple[Space, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    controls: tuple[Control, ...] = ()
    facts: tuple[Message, ...] = field(default=())  # counters and the like, one short line each
    patches: tuple[Patch, ...] = ()

    def touchable(self) -> frozenset[str]:
        """The ids a touch may name."""
        return frozenset(s.id for s in self.spaces) | frozenset(c.id for c in self.controls)


Drawer = Callable[[Scene], str]

_drawers: dict[str, Drawer] = {}


def plug_in(form: str, drawer: Drawer) -> None:
    """The one hook for drawing: the package's `__init__` plugs in `svg` and `text` drawers, so
    that a position can draw itself while core and games never import `render`."""
    _drawers[form] = drawer


def draw(position: Position, form: str, seat: int | None = None) -> str:
    """Draw a position in a plugged-in form."""
    return _drawers[form](position.scene(seat))
