"""Research environments: many games at once, PettingZoo, Gymnasium and OpenSpiel.

>>> from icefield import env
>>> games = env.batch("seals", n=4096)
"""

from __future__ import annotations

from .batch import Batch, batch
from .encoding import Encoding
from .errors import BadAction, BadEnvironment

__all__ = ["BadAction", "BadEnvironment", "Batch", "Encoding", "batch"]
