"""What the environments show to people: a text drawing or pixels, as a spectator or a seat sees
the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from ..core.game import Position
from ..core.message import message
from ..render import raster
from ..render.svg import svg
from .errors import BadEnvironment

_WIDTH: Final = 480
_THEME: Final = "light"
_PAPER: Final = (255, 255, 255)

Picture = str | npt.NDArray[np.uint8] | None


def _pixels(position: Position, seat: int | None) -> npt.NDArray[np.uint8]:
    drawing = svg(position.scene(seat), theme=_THEME, size=_WIDTH)
    drawn = raster.image(drawing)
    paper = Image.new("RGBA", drawn.size, _PAPER)
    paper.alpha_composite(drawn)
    return np.asarray(paper.convert("RGB"))


def _printed(position: Position, seat: int | None) -> None:
    print(position.board(seat), flush=True)


_WAYS: Final[dict[str, Callable[[Position, int | None], Picture]]] = {
    "human": _printed,
    "ansi": lambda position, seat: position.board(seat),
    "rgb_array": _pixels,
}
MODES: Final = tuple(_WAYS)
"""human prints the board, ansi gives it as text, rgb_array gives pixels."""


def check(mode: str | None) -> str | None:
    """The mode, when there is such a one."""
    if mode is not None and mode not in _WAYS:
        known = ", ".join(MODES)
        raise BadEnvironment(message("env.render.mode", mode=str(mode)[:40], known=known))
    return mode


def show(mode: str, position: Position, seat: int | None = None) -> Picture:
    """The position as that seat (None: a spectator) sees it."""
    return _WAYS[mode](position, seat)
