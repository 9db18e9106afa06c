"""Renders solid models for the documents, without a graphics card.

Flat shading, one light, a depth buffer. Imported by `press_pictures.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

import numpy as np
from PIL import Image

from icefield.press.solid import Model

_FINER: Final = 3  # drawn so many times larger, then averaged
_LIGHT: Final = np.array([-0.35, -0.55, 0.76])
_BACKGROUND: Final = (238, 245, 248)
_MARGIN: Final = 0.05

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """A model somewhere on the table, in a colour."""

    model: Model
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    colour: Colour = (214, 232, 240)

    @property
    def corners(self) -> np.ndarray:
        moved: np.ndarray = self.model.corners + np.array([self.x, self.y, self.z])
        return moved


def view(
    things: Sequence[Placed], width: int = 900, *, around: float = -28.0, above: float = 38.0
) -> Image.Image:
    """The things seen from the front, turned by `around` and from `above`, in degrees."""
    frame = _camera(around, above)
    corners = [thing.corners @ frame.T for thing in things]  # right, up, towards the viewer
    everything = np.concatenate([c.reshape(-1, 3) for c in corners])
    low, high = everything.min(axis=0), everything.max(axis=0)
    margin = _MARGIN * (high[0] - low[0])
    scale = width * _FINER / (high[0] - low[0] + 2 * margin)
    size = (
        round((high[1] - low[1] + 2 * margin) * scale),
        width * _FINER,
    )
    depth = np.full(size, -np.inf)
    paint = np.empty((*size, 3), dtype=np.float32)
    paint[:] = _BACKGROUND
    for thing, seen in zip(things, corners, strict=True):
        shades = _shades(thing.model.normals, thing.colour)
        flat = seen.copy()
        flat[:, :, 0] = (seen[:, :, 0] - low[0] + margin) * scale
        flat[:, :, 1] = (high[1] + margin - seen[:, :, 1]) * scale
        for triangle, shade in zip(flat, shades, strict=True):
            _fill(depth, paint, triangle, shade)
    _edges(depth, paint, 0.35 * (_FINER + 1) / scale)
    picture = Image.fromarray(paint.clip(0, 255).astype(np.uint8))
    return picture.resize((width, size[0] // _FINER), Image.Resampling.LANCZOS)


def _camera(around: float, above: float) -> np.ndarray:
    """Rows: right, up, towards the viewer."""
    a, e = around * pi / 180, above * pi / 180
    right = np.array([cos(a), sin(a), 0.0])
    towards = np.array([sin(a) * cos(e), -cos(a) * cos(e), sin(e)])
    return np.array([right, np.cross(towards, right), towards])


def _shades(normals: np.ndarray, colour: Colour) -> np.ndarray:
    light = np.clip(normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0, 1)
    sky = 0.5 + 0.5 * normals[:, 2]
    strength = 0.30 + 0.52 * light + 0.2 * sky
    found: np.ndarray = strength[:, None] * np.array(colour, dtype=np.float32)
    return found


def _edges(depth: np.ndarray, paint: np.ndarray, step: float) -> None:
    """Darker lines where one thing stands in front of another, or a face bends away."""
    far = np.where(np.isfinite(depth), depth, depth[np.isfinite(depth)].min())
    for axis in (0, 1):
        bend = np.abs(np.roll(far, 1, axis) + np.roll(far, -1, axis) - 2 * far)
        paint[bend > step] *= 0.8


def _fill(depth: np.ndarray, paint: np.ndarray, triangle: np.ndarray, shade: np.ndarray) -> None:
    """Paint the part of a triangle that is nearer than what is there."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if area >= 0:  # seen from behind, as y grows downwards here
        return
    rows, columns = depth.shape
    x0, x1 = max(int(min(ax, bx, cx)), 0), min(int(max(ax, bx, cx)) + 2, columns)
    y0, y1 = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, rows)
    if x0 >= x1 or y0 >= y1:
        return
    x, y = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
    v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
    z = az + u * (bz - az) + v * (cz - az)
    there = depth[y0:y1, x0:x1]
    seen = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (z > there)
    there[seen] = z[seen]
    paint[y0:y1, x0:x1][seen] = shade
