"""A scene seen from the opposite side of the table.

The board is turned by 180°, while everything on it stays upright: pieces, letters, and the way they
share a space. A tray beside the board (a patch with such a look) stays where it is, with what lies
on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..core.scene import Label, Patch, Piece, Point, Scene, Space

_DIRECTED: Final = "directed"  # a piece with this word in its look turns with the board
_TRAYS: Final = frozenset(("strip", "plate"))
_UPRIGHT: Final = frozenset(("peak", "peak-snow"))  # scenery that has a top and a bottom


@dataclass(frozen=True, slots=True)
class _Box:
    """The smallest axis-aligned rectangle around some points."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Sequence[Point]) -> _Box:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(min(xs), min(ys), max(xs), max(ys))

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def flipped(scene: Scene) -> Scene:
    """The scene turned by 180°."""
    return _Turn(scene).scene()


class _Turn:
    def __init__(self, scene: Scene):
        self._scene = scene
        self._spaces = {space.id: space for space in scene.spaces}
        self._areas = [
            (_Box.around([(s.x + dx, s.y + dy) for dx, dy in s.outline]), s) for s in scene.spaces
        ]
        looks = [(patch.look.partition(" ")[0], patch.outline) for patch in scene.patches]
        self._trays = [_Box.around(outline) for look, outline in looks if look in _TRAYS]
        self._hills = [_Box.around(outline) for look, outline in looks if look in _UPRIGHT]
        half = scene.height / 2
        top = max((t.bottom for t in self._trays if t.bottom <= half), default=0.0)
        bottom = min((t.top for t in self._trays if t.top >= half), default=scene.height)
        self._width, self._height = scene.width, top + bottom

    def scene(self) -> Scene:
        scene = self._scene
        return replace(
            scene,
            spaces=tuple(map(self._space, scene.spaces)),
            pieces=tuple(map(self._piece, scene.pieces)),
            marks=tuple(replace(m, path=self._half_turn(m.path)) for m in scene.marks),
            labels=tuple(map(self._label, scene.labels)),
            patches=tuple(map(self._patch, scene.patches)),
        )

    def _point(self, x: float, y: float) -> Point:
        return self._width - x, self._height - y

    def _half_turn(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(self._point(x, y) for x, y in points)

    def _on_tray(self, x: float, y: float) -> bool:
        return any(tray.holds(x, y) for tray in self._trays)

    def _space(self, space: Space) -> Space:
        x, y = self._point(space.x, space.y)
        return replace(space, x=x, y=y, outline=tuple((-dx, -dy) for dx, dy in space.outline))

    def _piece(self, piece: Piece) -> Piece:
        space = self._spaces.get(piece.space or "")
        if space is None and self._on_tray(piece.x, piece.y):
            return piece
        x, y = self._point(piece.x, piece.y)
        if space is not None:
            dx, dy = piece.x - space.x, piece.y - space.y
            x, y = self._point(space.x, space.y)
            x, y = x - dx if _lopsided(space) else x + dx, y + dy
        turn = piece.turn + 180 if _DIRECTED in piece.look.split() else piece.turn
        return replace(piece, x=x, y=y, turn=turn)

    def _label(self, label: Label) -> Label:
        if self._on_tray(label.x, label.y):
            return label
        x, y = self._point(label.x, label.y)
        under = next((s for area, s in self._areas if area.holds(label.x, label.y)), None)
        if under is not None:  # above or below the pieces, as it was
            y = self._point(under.x, under.y)[1] + label.y - under.y
        return replace(label, x=x, y=y)

    def _patch(self, patch: Patch) -> Patch:
        box = _Box.around(patch.outline)
        if self._on_tray(*box.middle):
            return patch
        if patch.look.partition(" ")[0] not in _UPRIGHT:
            return replace(patch, outline=self._half_turn(patch.outline))
        hill = next(h for h in self._hills if h.holds(box.left, box.top) and h.holds(*box.middle))
        x, y = hill.middle
        to_x, to_y = self._point(x, y)
        outline = tuple((px + to_x - x, py + to_y - y) for px, py in patch.outline)
        return replace(patch, outline=outline)


def _lopsided(space: Space) -> bool:
    """Whether a space reaches further to one side of its middle than to the other."""
    return abs(_Box.around(space.outline).middle[0]) > 0.05
