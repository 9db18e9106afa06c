"""Icefield: four board games on drifting ice.

>>> import icefield
>>> p = icefield.game("seals").start()
>>> p = p.play("b2-d4")
"""

from __future__ import annotations

from .core.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    GameOver,
    HiddenPosition,
    IcefieldError,
    IllegalMove,
    NotYourDecision,
    Refusal,
    StaleMove,
    UnknownGame,
)
from .core.game import CHANCE, Game, Move, Option, Outcome, Position
from .core.message import Message
from .core.moved import install as _install_moved_modules
from .core.scene import Scene
from .core.scene import plug_in as _plug_in
from .games import game, keys

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Game",
    "GameOver",
    "HiddenPosition",
    "IcefieldError",
    "IllegalMove",
    "Message",
    "Move",
    "NotYourDecision",
    "Option",
    "Outcome",
    "Position",
    "Refusal",
    "Scene",
    "StaleMove",
    "UnknownGame",
    "game",
    "keys",
]


def _svg(scene: Scene) -> str:
    from .render.svg import svg

    return svg(scene)


def _text(scene: Scene) -> str:
    from .render.text import text

    return text(scene)


_plug_in("svg", _svg)
_plug_in("text", _text)
_install_moved_modules()
