"""The render modes of environments: a text drawing or pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from ..core.game import Position
from ..core.message import message
from ..render.svg import svg
from .errors import BadEnvironment

_WIDTH: Final = 480
_THEME: Final = "light"

Picture = str | npt.NDArray[np.uint8] | None


def _pixels(position: Position, seat: int | None) -> npt.NDArray[np.uint8]:
    from ..render import raster  # needs an extra, unlike the other ways

    drawing = svg(position.scene(seat), theme=_THEME, size=_WIDTH)
    drawn = raster.image(drawing)
    return np.asarray(raster.on_paper(drawn))


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
    """The render mode; raises BadEnvironment when there is no such mode."""
    if mode is not None and mode not in _WAYS:
        known = ", ".join(MODES)
        raise BadEnvironment(message("env.render.mode", mode=str(mode)[:40], known=known))
    return mode


def show(mode: str, position: Position, seat: int | None = None) -> Picture:
    """The position as this seat sees it; None is a spectator."""
    return _WAYS[mode](position, seat)
