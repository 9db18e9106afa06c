"""The registry: one explicit line per game, imported when it is first asked for.

Other packages bring games of their own by an entry point in the group `icefield.games`: its name
is the game's key, its value says where the game is, as in the lines below.

All data of a game lies in the folder `data/` beside the module that the registry names; `data(key,
name)` finds it. A game needs none of it:

    levels.toml      levels of the bots by number of seats; entries as in bots/levels.toml
    results.json     results of `icefield levels --measure`
    ratings.toml     the strength of the levels, made from it
    grades.toml      losses from which a decision is a mistake; entries as in analysis/grades.toml
    limits.toml      the most decisions and draws in a game; entries as in env/bounds.py
    signature.toml   searches and positions for `icefield signature` (not for other packages)
    course.toml      the lessons; entries as in lessons/course.py
    overview.toml    the pictures before its rules; entries as in lessons/overview.py
    overview/        their drawings
    puzzles.jsonl    the puzzles; entries as in docs/puzzles.md
    puzzles.toml     how `icefield puzzles make` makes them; entries as in `Recipe`
    start.strategy   a proof of who wins from the start; form in analysis/strategy_check.py
    compile_times.toml  how long each function takes to compile; scripts/compile_times.py
    card/            the picture on its card in each language; scripts/game_cards.py
    look.css         style rules for its drawings
    palette.toml     its colours in every theme: `name = [light, dark, contrast]`
    symbols/         drawings of its pieces
    locale/          catalogues: <language>/LC_MESSAGES/<key>.po and lesson_<key>.po

All else that a game reads (weights, boards, lists of words) lies there too.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..core.arguments import checks_arguments
from ..core.errors import BrokenGame, UnknownGame
from ..core.game import Game
from ..core.message import forget, look_in, message

GROUP: Final = "icefield.games"
"""The group of entry points by which other packages bring games."""
LESSONS: Final = "lesson_"
"""Begins the domain of the words of a game's lessons; the game's key follows."""

REGISTRY: Final = {
    "seals": "icefield.games.seals.game:SEALS_GAME",
    "torch": "icefield.games.torch.game:TORCH_GAME",
    "glide": "icefield.games.glide.game:GLIDE_GAME",
    "strait": "icefield.games.strait.game:STRAIT_GAME",
}


@lru_cache(maxsize=1)
def _brought() -> dict[str, str]:
    """The games of other packages, in the order of their keys."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.value for point in found}


def targets() -> dict[str, str]:
    """The module and name of each game, `module:NAME`, by its key.

    Another package cannot replace a game of ours.
    """
    return {**REGISTRY, **{k: v for k, v in _brought().items() if k not in REGISTRY}}


def keys() -> tuple[str, ...]:
    """The keys of all games."""
    return tuple(targets())


@checks_arguments
def game(key: str) -> Game:
    """The game with that key; raises UnknownGame.

    Raises BrokenGame where the game of another package cannot be loaded.
    """
    target = REGISTRY.get(key) or _brought().get(key)
    if target is None:
        raise _unknown(key)
    module, _, name = target.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        said = message("core.broken_game", key=key[:40], target=target, what=str(error))
        raise BrokenGame(said) from error
    assert isinstance(found, Game)
    return found


def _unknown(key: str) -> UnknownGame:
    return UnknownGame(message("core.unknown_game", key=key[:40], known=", ".join(keys())))


@lru_cache(maxsize=64)
def folder(key: str) -> Path | None:
    """The folder of a game, found without loading the game; None where there is none."""
    module = targets().get(key, "").partition(":")[0]
    try:
        spec = find_spec(module) if module else None
    except ImportError:
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def data(key: str, *names: str) -> Path | None:
    """The file or folder of that name in a game's data; None where the game has none.

    `data("seals", "levels.toml")`, `data("seals", "symbols", "bear.svg")`.
    """
    if folder(key) is None:
        return None
    found = data_folder(key).joinpath(*names)
    return found if found.exists() else None


def data_folder(key: str) -> Path:
    """The folder with all data of a game, which need not exist; raises UnknownGame."""
    home = folder(key)
    if home is None:
        raise _unknown(key)
    return home / "data"


def read_toml(key: str, name: str) -> dict[str, Any]:
    """The content of a TOML file in a game's data; empty where the game has none."""
    found = data(key, name)
    return {} if found is None else tomllib.loads(found.read_text("utf-8"))


def _catalogues(domain: str) -> Path | None:
    """The folder with the catalogues of a game or of its lessons."""
    key = domain.removeprefix(LESSONS)
    return data(key if key in targets() else domain, "locale")


@checks_arguments
def register(key: str, target: str) -> None:
    """Add a game: `register("mygame", "mypackage.rules:MY_GAME")`."""
    REGISTRY[key] = target
    refresh()


def refresh() -> None:
    """Search for games, their folders and catalogues again: some may have changed."""
    _brought.cache_clear()
    folder.cache_clear()
    forget()


look_in(_catalogues)
