"""The models of each game: one module per game, named by its key.

A module has `SIZE`, its usual size in millimetres (the first lines of the module say of what),
`SIZES`, the smallest and the largest, and `models(size, clearance)`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Protocol, cast

from ...core.errors import BadOption
from ...core.message import message

if TYPE_CHECKING:
    from ..solid import Model

CLEARANCE: Final = 0.25
"""The usual room between two things that go into each other, on each side, in millimetres."""
CLEARANCES: Final = (0.05, 1.0)


class _Module(Protocol):
    SIZE: float
    SIZES: tuple[float, float]

    def models(self, size: float, clearance: float) -> tuple[Model, ...]: ...


def models_of(
    key: str, size: float | None = None, clearance: float | None = None
) -> tuple[Model, ...] | None:
    """The models of a game; None where there are none.

    Raises BadOption for a size that cannot be printed.
    """
    if find_spec(f"{__name__}.{key}") is None:
        return None
    module = cast("_Module", import_module(f"{__name__}.{key}"))
    size = module.SIZE if size is None else size
    clearance = CLEARANCE if clearance is None else clearance
    _check("size", size, module.SIZES)
    _check("clearance", clearance, CLEARANCES)
    return module.models(size, clearance)


def _check(option: str, value: float, limits: tuple[float, float]) -> None:
    low, high = limits
    if not low <= value <= high:
        params = {"low": f"{low:g}", "high": f"{high:g}", "value": f"{value:g}"}
        raise BadOption(message("press.size", option=f"--{option}", **params))
