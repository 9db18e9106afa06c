"""The registry: one explicit line per game, imported when it is first asked for.

Other packages bring games of their own by an entry point in the group `icefield.games`: its name
is the game's key, its value says where the game is, as in the lines below.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..core.errors import BrokenGame, UnknownGame
from ..core.game import Game
from ..core.message import forget, look_in, message

GROUP: Final = "icefield.games"
"""The group of entry points by which other packages bring games."""

_REGISTRY: Final = {
    "seals": "icefield.games.seals.position:SEALS_GAME",
    "torch": "icefield.games.torch.game:TORCH_GAME",
    "glide": "icefield.games.glide.position:GLIDE_GAME",
    "strait": "icefield.games.strait.game:STRAIT_GAME",
}


@lru_cache(maxsize=1)
def _brought() -> dict[str, str]:
    """The games of other packages, in the order of their keys."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.value for point in found}


def targets() -> dict[str, str]:
    """Where each game is, as `module:NAME` by its key. Nobody can replace a game of ours."""
    return {**_REGISTRY, **{k: v for k, v in _brought().items() if k not in _REGISTRY}}


def keys() -> tuple[str, ...]:
    """The keys of all games."""
    return tuple(targets())


def game(key: str) -> Game:
    """The game with that key; raises UnknownGame, and BrokenGame where another package promises
    one that cannot be loaded."""
    target = _REGISTRY.get(key) or _brought().get(key)
    if target is None:
        raise UnknownGame(message("core.unknown_game", key=key[:40], known=", ".join(keys())))
    module, _, name = target.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        said = message("core.broken_game", key=key[:40], target=target, what=str(error))
        raise BrokenGame(said) from error
    assert isinstance(found, Game)
    return found


def folder(key: str) -> Path | None:
    """Where the files of a game lie, without loading it; None where there are none."""
    module = targets().get(key, "").partition(":")[0]
    try:
        spec = find_spec(module) if module else None
    except ImportError:
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _words(key: str) -> Path | None:
    """The catalogues of a game that brings its own."""
    found = folder(key)
    return None if found is None else found / "locale"


def register(key: str, target: str) -> None:
    """Add a game of one's own: `register("mygame", "mypackage.rules:MY_GAME")`."""
    _REGISTRY[key] = target
    forget()


look_in(_words)
