"""The tutorial that adds a game: its files are written out and installed, its commands are run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..hang import HANG_S
from .documents import ROOT, Example, examples, fences, files, run

pytestmark = [pytest.mark.xdist_group("fifth_game"), pytest.mark.slow]

TUTORIAL = ROOT / "docs" / "fifth_game.md"
INSTALL = "python -m pip install ."
ALONE = "--quiet --disable-pip-version-check --no-deps --no-index --no-build-isolation"

DRAWN = """
import icefield
position = icefield.game("fox").start()
for move in "c4 b4 b2 d2 d5".split():
    position = position.play(move)
print(position.svg(), end="")
"""


def settings(folder: Path) -> dict[str, str]:
    """Beside this Python, a place of its own for what the reader installs."""
    hidden = {name: "" for name in os.environ if name.startswith("PYTEST_")}
    return {**hidden, "PYTHONPATH": str(folder / "installed"), "ICEFIELD_GOLDEN": ""}


def steps() -> tuple[list[Example], list[Example]]:
    """The commands of the tutorial, up to the installation and after it."""
    commands = examples(TUTORIAL, "shell-session")
    at = [example.command for example in commands].index(INSTALL) + 1
    return commands[:at], commands[at:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader's folder with all files of the tutorial, and the package installed."""
    home = tmp_path_factory.mktemp("arctic-fox")
    for name, text in files(TUTORIAL).items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for example in steps()[0]:
        command = example.command
        if command == INSTALL:  # without the network, and not into this environment
            command = f"python -m pip install {ALONE} --target installed ."
        run(Example(command, "", example.line), TUTORIAL, home, **settings(home))
    return home


def test_the_tutorial_does_what_it_shows(folder: Path) -> None:
    """From an installed package to a game that keeps the contract, is played by bots and is
    solved."""
    for example in steps()[1]:
        run(example, TUTORIAL, folder, **settings(folder))
    assert (folder / "tests" / "playthrough.txt").is_file()


def test_the_picture_of_the_tutorial_is_what_the_game_draws(folder: Path) -> None:
    drawn = subprocess.run(
        [sys.executable, "-c", DRAWN],
        env={**os.environ, **settings(folder)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=HANG_S,
        check=True,
    ).stdout
    picture = ROOT / "docs" / "pictures" / "fox.svg"
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")


def test_the_folder_shown_first_is_the_folder_made() -> None:
    """The tree at the beginning names every file that is shown later, and no other."""
    (tree,) = [block for _, block in fences(TUTORIAL, "text") if block.startswith("arctic-fox/")]
    path: list[str] = []
    named = set()
    for line in tree.splitlines():
        words = line.split()[0]
        path = [*path[: (len(line) - len(line.lstrip())) // 4], words]
        if not words.endswith("/"):
            named.add("".join(path[1:]))
    assert named == set(files(TUTORIAL)) - {"try_it.py"}
