"""Errors in the input of a research environment."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.errors import IcefieldError
from ..core.message import message


class BadAction(IcefieldError):  # noqa: N818 (named like the contract's)
    """An action that is not in the action space, or not legal now."""

    code = "bad-action"

    @classmethod
    def illegal(cls, action: int, game: int | None = None) -> BadAction:
        if game is None:
            return cls(message("env.action.illegal", action=action))
        return cls(message("env.action.illegal_in", action=action, game=game))

    @classmethod
    def kind(cls, action: Any) -> BadAction:
        return cls(message("env.action.kind", what=repr(action)[:40]))

    @classmethod
    def form(cls, n: int, chosen: np.ndarray) -> BadAction:
        shape = "×".join(str(size) for size in chosen.shape) or "1"
        return cls(message("env.action.form", count=n, shape=shape, type=str(chosen.dtype)))


class BadEnvironment(IcefieldError):  # noqa: N818
    """A parameter or call that the environment does not support."""

    code = "bad-environment"
