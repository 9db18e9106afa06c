"""The registry: one explicit line per game, imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from ..core.errors import UnknownGame
from ..core.game import Game
from ..core.message import message

_REGISTRY: Final = {
    "seals": "icefield.games.seals.rules:SEALS_GAME",
    "torch": "icefield.games.torch.rules:TORCH_GAME",
    "glide": "icefield.games.glide.rules:GLIDE_GAME",
    "strait": "icefield.games.strait.rules:STRAIT_GAME",
}


def keys() -> tuple[str, ...]:
    """The keys of all games."""
    return tuple(_REGISTRY)


def game(key: str) -> Game:
    """The game with that key; raises UnknownGame."""
    if key not in _REGISTRY:
        raise UnknownGame(message("core.unknown_game", key=key[:40], known=", ".join(_REGISTRY)))
    module, _, name = _REGISTRY[key].partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, Game)
    return found


def register(key: str, target: str) -> None:
    """Add a game of one's own: `register("mygame", "mypackage.rules:MY_GAME")`."""
    _REGISTRY[key] = target
