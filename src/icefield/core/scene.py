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
    """A place on the board; touches use its `id`, screen readers its `name`."""

    id: str
    x: float
    y: float
    outline: tuple[Point, ...]  # corners relative to (x, y)
    look: str  # "ice", "water", …
    name: Message
    cell: tuple[int, int] | None = None  # column and row in a text drawing, where it has one
    glyph: str = "·"  # how a text drawing shows the space when nothing stands on it
    chosen: Message | None = None
    """What the player reads once the space is touched: "Seal on b2: choose where it goes." """


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board; it keeps its `id` while it moves, for animation."""

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

    `path` has one point for a spot and more for a line; `look` says which kind it is, and with the
    word "under" that it lies on the ground, below what stands there.
    """

    look: str
    path: tuple[Point, ...]
    space: str | None = None
    name: Message | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """Scenery without a meaning: a coast, the arrow of a current. Not read aloud."""

    look: str
    outline: tuple[Point, ...]  # corners of a shape
    over: bool = False  # painted over the faces of the spaces, not under them


@dataclass(frozen=True, slots=True)
class Label:
    """A short text on the board, such as a coordinate. Not read aloud.

    With the word "over" in its look no piece or mark covers it.
    """

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
    touch: str | None = None
    """The space that a press of it touches, for a button that stands for a space."""
    after: tuple[str, ...] = ()
    """The touches it comes after, where the same touch means something else after others."""
    chosen: Message | None = None
    """What the player reads once it is touched: "Ace coin (+1): choose a number." """
    about: tuple[str, ...] = ()
    """The spaces that it is about; a page marks them while a pointer is on the button."""
    warning: Message | None = None
    """Why a legal choice would be wasted."""
    minor: bool = False
    """Whether it is rarely wanted, and so small and last."""
    drawn: bool = False
    """Whether its picture says it all, so that a small screen can leave out its name."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The drawing of a position as data, for one seat or a spectator."""

    game: str
    width: float
    height: float
    caption: Message  # one sentence that says what is going on, for every reader
    spaces: tuple[Space, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    controls: tuple[Control, ...] = ()
    facts: tuple[Message, ...] = field(default=())  # counters and the like, one short line each
    patches: tuple[Patch, ...] = ()
    prompt: Message | None = None
    """What a deciding seat is asked to do, addressed to its player: "place pyramid A."

    `play.session.status` puts "Your turn:" before it. None: the caption has to do.
    """

    def touchable(self) -> frozenset[str]:
        """The ids a touch may name."""
        spaces = frozenset(space.id for space in self.spaces)
        return spaces | frozenset(control.id for control in self.controls if control.touch is None)


Drawer = Callable[[Scene], str]

_drawers: dict[str, Drawer] = {}


def plug_in(form: str, drawer: Drawer) -> None:
    """Set the functions that draw positions as SVG and text.

    The package's `__init__` calls it, so that a position can draw itself while core and games never
    import `render`.
    """
    _drawers[form] = drawer


def draw(position: Position, form: str, seat: int | None = None) -> str:
    """Draw a position with a plugged-in function."""
    return _drawers[form](position.scene(seat))
