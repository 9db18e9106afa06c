"""Every game has the same tree of required and optional files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import icefield

from ..timeouts import HANG_S

GAMES = Path(icefield.__file__).parent / "games"

# folder: (compulsory files, optional files); `*` allows any module, one for each theme
TREE: dict[str, tuple[str, str]] = {
    ".": (
        "README.md __init__.py game.py position.py board.py editor.py",
        # an ability that only some games have
        "board_file.py commentary.py routes.py solitaire.py strategy_check.py swindle.py",
    ),
    "kernel": (
        "__init__.py state.py moves.py apply.py observe.py",
        # functions of the kernel protocol with a default, and what they are made of
        "tables.py evaluate.py weights.py index.py proof.py"
        # what abilities need compiled
        " solitaire.py strategy_walk.py endgame.py reach.py"
        # parts of the rules that are too large for moves.py and apply.py
        " bears.py floes.py phases.py steps.py tiles.py turns.py",
    ),
    "text": ("__init__.py moves.py positions.py", "ppn.py ppn_reader.py"),
    "scene": (
        "__init__.py scene.py",
        "layout.py pieces.py legend.py trays.py controls.py touches.py last_turn.py",
    ),
    "explain": (
        "__init__.py refusals.py move_words.py facts.py threats.py",
        "turn_summary.py touch_refusals.py",
    ),
    "explain/mistakes": ("__init__.py case.py reasons.py", "*"),
}
ANYTHING = "data"
"""The folder whose files are the game's own."""


def files(game: Path) -> dict[str, set[str]]:
    """The names of the files in each folder of a game, without its data."""
    found: dict[str, set[str]] = {}
    for path in game.rglob("*"):
        inside = path.relative_to(game)
        if path.is_file() and inside.parts[0] != ANYTHING and "__pycache__" not in inside.parts:
            found.setdefault(str(inside.parent), set()).add(inside.name)
    return found


def differences(game: Path) -> list[str]:
    """What a game's folder lacks, and what it has too much."""
    found = files(game)
    wrong = [f"folder {folder}" for folder in sorted(found.keys() - TREE.keys())]
    for folder, (compulsory, optional) in TREE.items():
        here, needed = found.get(folder, set()), set(compulsory.split())
        wrong += [f"no {folder}/{name}" for name in sorted(needed - here)]
        if optional != "*":
            wrong += [f"{folder}/{name}" for name in sorted(here - needed - set(optional.split()))]
    return wrong


@pytest.mark.parametrize("key", ["seals", "torch", "glide", "strait"])
def test_game_has_exactly_the_files_of_the_tree(key: str) -> None:
    assert differences(GAMES / key) == []


def made(folder: Path) -> Path:
    """A game's folder with all compulsory files."""
    for inside, (compulsory, _) in TREE.items():
        (folder / inside).mkdir(exist_ok=True)
        for name in compulsory.split():
            (folder / inside / name).touch()
    return folder


def test_tree_allows_optional_files_themes_and_data(tmp_path: Path) -> None:
    game = made(tmp_path)
    (game / "data").mkdir()
    for name in ("swindle.py", "text/ppn.py", "explain/mistakes/captures.py", "data/levels.toml"):
        (game / name).touch()
    assert differences(game) == []


def test_tree_refuses_other_files_and_folders(tmp_path: Path) -> None:
    game = made(tmp_path)
    (game / "more").mkdir()
    for name in ("rules.py", "kernel/words.py", "more/things.py"):
        (game / name).touch()
    (game / "text" / "moves.py").unlink()
    assert differences(game) == ["folder more", "./rules.py", "kernel/words.py", "no text/moves.py"]


def test_card_of_every_game_loads_no_compiled_code() -> None:
    code = (
        "import sys, icefield\n"
        "cards = [icefield.game(key) for key in icefield.keys()]\n"
        "assert all(card.title and card.options is not None and card.rules for card in cards)\n"
        "heavy = {'numba', 'numpy', 'llvmlite'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANG_S)
