"""The legend of a `strait` map: the colour of each speed a current may have.

On a screen it is a plate left of the supply; the printed map puts it where it has room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ....core.message import message
from ....core.scene import Label, Patch, Point
from ..board import Board
from . import layout

_WIDTH: Final = 1.42
_LEFT: Final = 0.04
_TITLE_Y, _KEYS_Y = 0.17, 0.49  # in the supply's strip
_GAP: Final = 0.04  # between two keys
_KEY_HEIGHT: Final = 0.34
_HEAD_SIZE, _HEAD_STEP = 0.075, 0.085


@dataclass(frozen=True, slots=True)
class Legend:
    """The patches and labels of a legend."""

    patches: tuple[Patch, ...]
    labels: tuple[Label, ...]


def known_speeds(board: Board) -> tuple[int, ...]:
    """The speeds of a board's currents, the slowest first."""
    return tuple(sorted({current.speed for current in board.currents}))


def build_legend(board: Board) -> Legend:
    """The legend on a plate left of the supply."""
    found = known_speeds(board)
    middle = _LEFT + _WIDTH / 2
    plate = layout.rectangle(middle, layout.SUPPLY_HEIGHT / 2, _WIDTH, layout.SUPPLY_HEIGHT)
    step = min((_WIDTH - _GAP) / len(found), 0.46)
    first = middle - step * (len(found) - 1) / 2
    keys = [(first + i * step, _KEYS_Y) for i in range(len(found))]
    legend = place_legend(board, (middle, _TITLE_Y), keys, step - _GAP)
    return Legend((Patch("strip legend", plate, over=True), *legend.patches), legend.labels)


def place_legend(board: Board, title: Point, keys: Sequence[Point], width: float = 0.42) -> Legend:
    """A legend with its title and the key of each speed around those points."""
    pairs = list(zip(known_speeds(board), keys, strict=True))
    patches = [
        Patch(f"key speed-{speed}", layout.rectangle(x, y, width, _KEY_HEIGHT), over=True)
        for speed, (x, y) in pairs
    ]
    for speed, (x, y) in pairs:
        patches += _heads(speed, x + 0.24 * width, y)
    numbers = [Label(str(speed), x - 0.2 * width, y, "key-number") for speed, (x, y) in pairs]
    word = Label(message("strait.legend.speed"), *title, "legend-title")
    return Legend(tuple(patches), (word, *numbers))


def _heads(speed: int, x: float, y: float) -> Iterator[Patch]:
    """The arrow heads of a speed, as on the map but smaller."""
    for i in range(speed):
        dy = _HEAD_STEP * (i - (speed - 1) / 2) + 0.3 * _HEAD_SIZE
        yield Patch("key-flow", layout.arrow_head(x, y + dy, 0, _HEAD_SIZE), over=True)
