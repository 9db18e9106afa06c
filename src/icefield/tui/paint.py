"""Render a scene to a canvas of coloured characters.

The signs carry all information without colour, too: `[S]` is where the last move ended, `(o)` a
trail, `*S*` a marked piece, as in the text drawings; `‹S›` can be touched next, `«S»` has been
touched, `?S?` is a hint. Corners surround the cursor.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from ..core.scene import Piece, Scene, Space
from . import palette
from .layout import Box, Layout

Pair = tuple[str, str]
Word = tuple[str, str, str | None]  # letters, their colour, their background (None: the space's)

_FLAT: Final = "flat"
_STATION: Final = "station-name"
_COORDINATE_LENGTH: Final = 3
_USUAL: Final = 4  # lines that suffice for the contents of a space, and its name
_LOW: Final = 2  # lines of a space in which corners and marks would overlap


@dataclass(frozen=True, slots=True)
class Lit:
    """The highlights: the cursor, next touches, made touches, and hints or threats."""

    cursor: str | None = None
    following: Collection[str] = ()
    path: Collection[str] = ()
    hinted: Collection[str] = ()


class Canvas:
    """A grid of styled characters, each one cell wide."""

    def __init__(self, width: int, height: int):
        blank = (" ", palette.INK, palette.SEA, False)
        self._cells = [[blank] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str, ground: str, bold: bool = False) -> None:
        """Write a text, clipped at the edges.

        A wide character leaves the cell after it empty."""
        for sign in text:
            if 0 <= y < len(self._cells) and 0 <= x < len(self._cells[y]):
                self._cells[y][x] = (sign, ink, ground, bold)
                for after in range(x + 1, min(x + cell_len(sign), len(self._cells[y]))):
                    self._cells[y][after] = ("", ink, ground, bold)
            x += cell_len(sign)

    def ground(self, x: int, y: int) -> str:
        return self._cells[y][x][2]

    def segments(self, y: int) -> list[Segment]:
        """Return a row as segments of equal style."""
        found: list[Segment] = []
        for sign, ink, ground, bold in self._cells[y]:
            style = _style(ink, ground, bold)
            if found and found[-1].style is style:
                found[-1] = Segment(found[-1].text + sign, style)
            else:
                found.append(Segment(sign, style))
        return found

    @property
    def text(self) -> str:
        """Return the characters without styles."""
        return "\n".join("".join(cell[0] for cell in row) for row in self._cells)


_styles: dict[tuple[str, str, bool], Style] = {}


def _style(ink: str, ground: str, bold: bool) -> Style:
    key = ink, ground, bold
    if key not in _styles:
        _styles[key] = Style(color=Color.parse(ink), bgcolor=Color.parse(ground), bold=bold)
    return _styles[key]


def paint(scene: Scene, layout: Layout, lit: Lit) -> Canvas:
    """Return the drawing of a scene."""
    canvas = Canvas(layout.width, layout.height)
    standing: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.space is not None:
            standing.setdefault(piece.space, []).append(piece)
    marks = _brackets(scene)
    titles = _titles(scene)
    for space in scene.spaces:
        box, pieces = layout.boxes[space.id], standing.get(space.id, [])
        ground = palette.ground(space)
        for piece in pieces:
            ground = palette.fill(piece) or ground
        if layout.chequered and (box.x // box.width + box.y // box.height) % 2:
            ground = palette.shaded(ground)
        for y in range(box.height):
            canvas.put(box.x, box.y + y, " " * box.width, palette.INK, ground)
        pair = _signs(space.id, marks, lit)
        title = _fit_title(titles.get(space.id), box, pair is not None)
        _fill(canvas, space, pieces, box, ground, title, layout)
        if pair is not None:
            _edge(canvas, box, *pair, layout.packed)
        if space.id == lit.cursor:
            _corners(canvas, box)
    for x, name in layout.columns.items():
        canvas.put(x, layout.height - 1, name, palette.FAINT, palette.SEA)
    for y, name in layout.rows.items():
        canvas.put(0, y, name, palette.FAINT, palette.SEA)
    return canvas


def _brackets(scene: Scene) -> Mapping[str, Pair]:
    """Return the signs around each marked space; a piece's mark takes precedence."""
    kinds: list[tuple[Pair, list[str | None]]] = [
        (("(", ")"), [m.space for m in scene.marks if len(m.path) == 1]),
        (("[", "]"), [m.space for m in scene.marks if len(m.path) > 1]),
        (("*", "*"), [m.space for m in scene.marks if m.name is not None]),
    ]
    return {space: pair for pair, spaces in kinds for space in spaces if space is not None}


def _titles(scene: Scene) -> dict[str, str]:
    """Return the names written on spaces that have no grid cell."""
    loose = [space for space in scene.spaces if space.cell is None]
    found = {}
    for label in scene.labels:
        if _STATION in label.look.split() and loose:
            near = min(loose, key=lambda s: (s.x - label.x) ** 2 + (s.y - label.y) ** 2)
            found[near.id] = str(label.text)
    return found


def _fit_title(name: str | None, box: Box, marked: bool) -> tuple[str, ...]:
    """Return the lines of a space's name: two where it is long and the box is tall.

    The signs of a mark stand at both ends of the second line, or of the only one.
    """
    if name is None:
        return ()
    inner = box.width - 2 * marked
    if cell_len(name) <= inner:
        return (name,)
    if box.height < _USUAL:
        return (set_cell_size(name, inner).rstrip(),)
    head, _, rest = name.partition(" ")
    if not rest or cell_len(head) > box.width:
        cut = box.width - 1 if cell_len(name) - box.width < inner else box.width
        head, rest = name[:cut], name[cut:]
        head += "-" if cut < box.width else ""
    return head, set_cell_size(rest, inner).rstrip()


def _fill(
    canvas: Canvas,
    space: Space,
    pieces: list[Piece],
    box: Box,
    ground: str,
    title: tuple[str, ...],
    layout: Layout,
) -> None:
    """Write the contents of a space, and its name if there is room."""
    if not layout.packed:
        _single(canvas, space, pieces, box, ground)
        used = (box.height - 1) // 2 + 1
    else:
        lines = _lines(space, pieces, box, title)
        top = _top(box)
        for y, line in enumerate(lines[: box.height - top], top):
            _write(canvas, line, box, box.y + y, ground)
        if len(lines) > box.height - top:
            canvas.put(box.x + box.width - 1, box.y + box.height - 1, "…", palette.INK, ground)
        used = len(lines) + top
    bottom = box.y + box.height - 1
    if box.height > 1 and used < box.height and len(space.id) <= _COORDINATE_LENGTH:
        under = canvas.ground(box.x + 1, bottom)
        canvas.put(
            box.x + box.width - len(space.id) - 1, bottom, space.id, palette.faint(under), under
        )


def _single(canvas: Canvas, space: Space, pieces: list[Piece], box: Box, ground: str) -> None:
    """Write the top piece in the middle; one with a badge is a block of colour."""
    x, y = box.x + box.width // 2, box.y + (box.height - 1) // 2
    piece = pieces[-1] if pieces else None
    if piece is None:
        canvas.put(x, y, palette.ground_sign(space), palette.faint(ground), ground)
        return
    badge = palette.badge(piece)
    if badge is None:
        canvas.put(x, y, palette.sign(piece), palette.ink(piece), ground)
        return
    around = 1 if box.height > _LOW + 1 else 0
    for row in range(y - around, y + around + 1):
        canvas.put(box.x + 1, row, " " * (box.width - 2), badge[1], badge[0])
    canvas.put(x, y, piece.glyph, badge[1], badge[0], bold=True)


def _lines(space: Space, pieces: list[Piece], box: Box, title: tuple[str, ...]) -> list[list[Word]]:
    """Return the lines of a space with several pieces, the ground first.

    The pieces on the ground have lines of their own if there are enough.
    """
    flat = [p for p in pieces if _FLAT in p.look.split() and p.glyph]
    others = [p for p in pieces if _FLAT not in p.look.split() and p.glyph]
    lines: list[list[Word]] = [[]]
    if title:
        lines = []
        for name in title:
            lines.append([(name, palette.INK, None)])
        lines.append([])
    elif not flat:
        lines = [[(space.glyph, palette.faint(palette.ground(space)), None)]]
    for piece in flat:
        word: Word = (piece.glyph, palette.ink(piece), None)
        sides = 2 * (len(lines) == 1)  # the signs at the edges need a character each
        if lines[-1] and _length([*lines[-1], word]) > box.width - sides:
            lines.append([])
        lines[-1].append(word)
    if others and lines[-1] and len(lines) < box.height:
        lines.append([])
    for piece in others:
        ground, ink = palette.badge(piece) or (None, palette.ink(piece))
        word = (piece.glyph, ink, ground)
        if lines[-1] and _length(lines[-1]) + 1 + len(piece.glyph) > box.width:
            lines.append([])
        lines[-1] += [(" ", palette.INK, None), word] if lines[-1] else [word]
    return [line for line in lines if line]


def _top(box: Box) -> int:
    """Return the number of empty lines above the pieces of a space with several."""
    return max(0, (box.height - _USUAL) // 2)


def _length(line: list[Word]) -> int:
    return sum(cell_len(letters) for letters, _, _ in line)


def _write(canvas: Canvas, line: list[Word], box: Box, y: int, ground: str) -> None:
    """Write a line in the middle of its space."""
    x = box.x + max(0, (box.width - _length(line)) // 2)
    for letters, ink, under in line:
        canvas.put(x, y, letters, ink, under or ground, bold=under is not None)
        x += cell_len(letters)


def _signs(id_: str, marks: Mapping[str, Pair], lit: Lit) -> tuple[Pair, str] | None:
    """Return the signs at both sides of a space and their colour."""
    if id_ in lit.path:
        return ("«", "»"), palette.TOUCH
    if id_ in lit.hinted:
        return ("?", "?"), palette.SAFE
    if id_ in lit.following:
        return ("‹", "›"), palette.TOUCH
    return (marks[id_], palette.LAST) if id_ in marks else None


def _edge(canvas: Canvas, box: Box, pair: Pair, ink: str, packed: bool) -> None:
    y = (
        box.y
        if box.height <= _LOW
        else box.y + (_top(box) + 1 if packed else (box.height - 1) // 2)
    )
    for x, sign in ((box.x, pair[0]), (box.x + box.width - 1, pair[1])):
        canvas.put(x, y, sign, ink, canvas.ground(x, y), bold=True)


def _corners(canvas: Canvas, box: Box) -> None:
    """Draw the cursor: the corners of a box."""
    left, right = box.x, box.x + box.width - 1
    top, bottom = box.y, box.y + box.height - 1
    if box.height == 1:
        signs = [(left, top, "▐"), (right, top, "▌")]
    elif box.height == _LOW:  # the first line's edges hold the marks
        signs = [(left, bottom, "▙"), (right, bottom, "▟")]
    else:
        signs = [(left, top, "▛"), (right, top, "▜"), (left, bottom, "▙"), (right, bottom, "▟")]
    for x, y, sign in signs:
        canvas.put(x, y, sign, palette.FOCUS, canvas.ground(x, y), bold=True)
