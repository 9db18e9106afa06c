"""The layout of a scene in character cells, for a given size.

Every space is a box in a grid. Where every other cell of the grid is empty, as on a hex grid, the
boxes are twice as tall as the steps between the rows. Spaces without a grid cell of their own are
placed by their coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..core.scene import Scene, Space

Cell = tuple[int, int]

_TALLEST, _TALLEST_STEP = 7, 2
_FLAT: Final = "flat"


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a space, in characters from the upper left corner of the board."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Return its centre in units of about equal width and height: a character's width."""
        return self.x + self.width / 2, 2 * self.y + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """A board in characters.

    `columns` and `rows` are the labels beside the board, by position; they are empty where the
    boxes are large enough for the names of their spaces."""

    width: int
    height: int
    boxes: dict[str, Box]
    columns: dict[int, str]
    rows: dict[int, str]
    packed: bool
    """Whether a space may hold several pieces."""
    chequered: bool
    """Whether spaces are adjacent in both directions, so that shading must tell them apart."""

    def at(self, x: int, y: int) -> str | None:
        """Return the space at a character, or None."""
        return next((id_ for id_, box in self.boxes.items() if box.holds(x, y)), None)

    def beside(self, id_: str, across: int, down: int) -> str:
        """Return the nearest space in a direction, or the same space if there is none."""
        x, y = self.boxes[id_].middle
        found: list[tuple[float, str]] = []
        for other, box in self.boxes.items():
            dx, dy = box.middle[0] - x, box.middle[1] - y
            ahead, aside = dx * across + dy * down, abs(dx * down) + abs(dy * across)
            if ahead > 0 and aside <= 2 * ahead:
                found.append((ahead + 2 * aside, other))
        return min(found, default=(0.0, id_))[1]


def arrange(scene: Scene, width: int, height: int) -> Layout:
    """Return the largest layout that fits, but at least the smallest legible one.

    The smallest legible layout may be larger than the given size; the board then scrolls."""
    cells = _cells(scene)
    left, top = min(c for c, _ in cells.values()), min(r for _, r in cells.values())
    across = max(c for c, _ in cells.values()) - left + 1
    down = max(r for _, r in cells.values()) - top + 1
    taken = {*cells.values()}
    staggered = down > 1 and not any((c, r + 1) in taken for c, r in taken)
    packed = any(_FLAT in piece.look.split() and piece.glyph for piece in scene.pieces)
    if staggered:
        step = max(1, min(_TALLEST_STEP, height // (down + 1)))
        tall = 2 * step
    else:
        step = tall = max(1, min(_TALLEST, height // down))
    named = tall == 1
    margin = max((len(row) for _, row in _names(scene.spaces)), default=0) + 1
    margin = margin if named else 0
    widest, narrowest = (2 * tall + 3, 5) if packed or staggered else (2 * tall + 1, 3)
    wide = max(narrowest, min(widest, (width - margin) // across))
    wide -= wide % 2 == 0 and not packed
    boxes = {
        id_: Box(margin + (c - left) * wide, (r - top) * step, wide, tall)
        for id_, (c, r) in cells.items()
    }
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    if named:
        for (column, row), box in zip(_names(scene.spaces), boxes.values(), strict=True):
            columns.setdefault(box.x + wide // 2, column)
            rows.setdefault(box.y, row)
    whole = (down + 1) * step if staggered else down * tall
    return Layout(
        margin + across * wide, whole + named, boxes, columns, rows, packed, not staggered
    )


def _cells(scene: Scene) -> dict[str, Cell]:
    """Return a grid cell for every space; one without is interpolated from the others."""
    placed = [(space, space.cell) for space in scene.spaces if space.cell is not None]
    if not placed:
        placed = [(space, (round(space.x), round(space.y))) for space in scene.spaces]
        return {space.id: cell for space, cell in placed}
    columns = _line((space.x, cell[0]) for space, cell in placed)
    rows = _line((space.y, cell[1]) for space, cell in placed)
    return {
        space.id: space.cell or (_on(columns, space.x), _on(rows, space.y))
        for space in scene.spaces
    }


def _line(known: Iterable[tuple[float, int]]) -> tuple[float, int, float]:
    """Return the first coordinate, its index, and the distance between grid lines."""
    points = sorted(known)
    (low, first), (high, last) = points[0], points[-1]
    return low, first, (high - low) / (last - first) if last != first else 1.0


def _on(line: tuple[float, int, float], value: float) -> int:
    low, first, apart = line
    return first + round((value - low) / apart)


def _names(spaces: Iterable[Space]) -> list[tuple[str, str]]:
    """Return the column and row label of each space: the letters and number of its id."""
    found = []
    for space in spaces:
        letters = space.id.rstrip("0123456789")
        number = space.id.removeprefix(letters)
        found.append((letters, number) if number and len(letters) < 3 else ("", ""))
    return found
