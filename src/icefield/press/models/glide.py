"""`glide` in plastic: a board with fields, floes that fit them, and a player.

They follow the three models by the game's author; the player stands on a floe. `size` is the side
of a field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...core.message import message
from ...games.glide.board import STANDARD, read_level
from ..solid import Model, cushion, model, plate, turned

SIZE: Final = 25.0
SIZES: Final = (16.0, 60.0)
LEVEL: Final = "c5"
"""The board of the standard configuration (G2)."""
FLOOR, DEEP = 1.6, 1.8
"""How thick the board is under a field, and how deep a field is."""
_FLOE_UP: Final = 2.4  # height of a floe above its field
SEAT: Final = 1.4
"""How deep the piece sits in a floe."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The dimensions that must match between the models."""

    size: float
    clearance: float

    @property
    def field(self) -> float:
        """The side of a field's hollow."""
        return self.size - max(1.6, 0.07 * self.size)

    @property
    def floe(self) -> float:
        return self.field - 2 * self.clearance

    @property
    def corner(self) -> float:
        return 0.2 * self.field

    @property
    def seat(self) -> float:
        """The radius of the hollow in a floe."""
        return 0.27 * self.size

    @property
    def foot(self) -> float:
        """The radius of the piece's foot."""
        return self.seat - self.clearance


def models(size: float, clearance: float) -> tuple[Model, ...]:
    fit = Fit(size, clearance)
    boards = STANDARD[LEVEL]
    seats = min(boards)
    level = read_level(boards[seats])
    return (
        _board(fit, level.side, level.goal),
        _floe(fit, level.floes.bit_count()),
        _piece(fit, seats),
    )


def _board(fit: Fit, side: int, goal: int) -> Model:
    """A slab with a recess for every field; the goal's floor has a ring in it."""
    rim = 0.16 * fit.size
    whole = side * fit.size + 2 * rim
    body = plate(cushion(whole, rim), FLOOR + DEEP, 0.8)
    hollow = plate(cushion(fit.field, fit.corner + fit.clearance), DEEP + 1)
    start = -(side - 1) / 2 * fit.size
    for square in range(side * side):
        x, y = start + square % side * fit.size, start + square // side * fit.size
        body -= hollow.translate((x, y, FLOOR))
        if square == goal:
            outer, inner = 0.3 * fit.size, 0.21 * fit.size
            ring = turned(((inner, 0), (outer, 0), (outer, 3), (inner, 3)))
            body -= ring.translate((x, y, FLOOR - 0.8))
    return model("board", message("press.model.glide.board"), 1, body)


def _floe(fit: Fit, count: int) -> Model:
    high = DEEP + _FLOE_UP
    body = plate(cushion(fit.floe, fit.corner), high, 0.8)
    body -= turned(((0, high - SEAT), (fit.seat, high - SEAT), (fit.seat, high + 1), (0, high + 1)))
    return model("floe", message("press.model.glide.floe"), count, body)


def _piece(fit: Fit, count: int) -> Model:
    """A figure like a pawn, without overhangs of more than 45 degrees."""
    r, s = fit.foot, fit.size
    waist, collar, head = 0.5 * r, 0.78 * r, 0.7 * r
    top = 1.25 * s
    neck = 0.72 * top
    profile = (
        *((0, 0), (r, 0), (r, SEAT + 0.8), (0.86 * r, SEAT + 1.6)),
        *((waist, neck - (collar - waist)), (collar, neck), (collar, neck + 0.06 * s)),
        *((waist, neck + 0.06 * s + 0.6 * (collar - waist)),),
        *((head, neck + 0.06 * s + 0.6 * (collar - waist) + head - waist),),
        *((head, top - 0.7 * head), (0.8 * head, top - 0.3 * head)),
        *((0.45 * head, top - 0.07 * head), (0, top)),
    )
    return model("player", message("press.model.glide.player"), count, turned(profile))
