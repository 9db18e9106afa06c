"""The tutorial that adds a game: its files are installed, its commands run."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from ..timeouts import HANG_S
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


def in_python(code: str, folder: Path) -> str:
    """What a program prints, with the game installed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **settings(folder)},
        capture_output=True,
        encoding="utf-8",
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def eventually(address: str) -> None:
    """Wait until a page is there."""
    for _ in range(int(10 * HANG_S)):
        with suppress(httpx.TransportError):
            if httpx.get(address, timeout=HANG_S, verify=False).status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


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


@pytest.mark.slow
def test_the_tutorial_does_what_it_shows(folder: Path) -> None:
    """The installed package is a game that passes the contract, played and solved."""
    for example in steps()[1]:
        run(example, TUTORIAL, folder, **settings(folder))
    assert (folder / "tests" / "playthrough.txt").is_file()


def test_the_levels_of_the_tutorial_are_the_bots_of_the_game(folder: Path) -> None:
    code = """
import icefield
from icefield.bots import bot, levels
fox = icefield.game("fox")
print(*(level.name for level in levels(fox, 2)))
print(levels(fox, 2)[2].nodes, bot(fox, "4").choose(fox.start(), seed=1).best)
"""
    named, played = in_python(code, folder).splitlines()
    assert named == "1 2 3 4 max"
    assert played.split()[0] == "200"
    assert played.split()[1] in ("b3", "c2", "c4", "d3")  # the four moves that win


def test_a_proof_in_the_data_of_the_game_is_known(folder: Path) -> None:
    """A file that `search.proof.strategy_file` has written for the start."""
    code = """
import icefield
from icefield.games import data_folder
from icefield.search.proof import lookup
start = icefield.game("fox").start()
print(lookup.available(start.game), lookup.find_proof(start, 0))
(data_folder("fox") / "start.strategy").write_bytes(open(FILE, "rb").read())
proof = lookup.find_proof(start, 0)
print(lookup.available(start.game), lookup.winning_seat(start), proof.winner, proof.move)
"""
    proof = Path(__file__).with_name("fox.strategy")
    known = in_python(code.replace("FILE", repr(str(proof))), folder)
    assert known.splitlines() == ["False None", "True 0 0 b3"]


def test_the_lesson_and_the_puzzle_of_the_tutorial_have_pages(folder: Path) -> None:
    """On a real server, which finds the game as it was installed."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home = f"http://127.0.0.1:{port}"
    more = {"ICEFIELD_DATABASE": str(folder / "tables.db"), "ICEFIELD_SECRET": "a test's secret"}
    server = subprocess.Popen(
        [sys.executable, "-m", "icefield", "serve", "--port", str(port)],
        env={**os.environ, **settings(folder), **more},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(
            base_url=home, timeout=HANG_S, verify=False, params={"lang": "en"}
        ) as visitor:
            eventually(f"{home}/readyz")
            assert "Arctic Fox" in visitor.get("/").text
            course = visitor.get("/learn/fox")
            assert "How the fox runs, and what becomes of the ice." in course.text
            assert visitor.get("/learn/fox/running").status_code == 200
            step = visitor.post("/api/learn/fox/running/far/begin", json={})
            assert step.status_code == 200, step.text
            assert visitor.get("/puzzles/fox", follow_redirects=True).status_code == 200
            assert "Arctic Fox" in visitor.get("/puzzles/fox/1").text
            assert visitor.get("/puzzles/fox/2").status_code == 404
            told = visitor.post("/api/puzzles/fox/1/answer", json={"move": "b5"})
            assert told.status_code == 200, told.text
    finally:
        server.terminate()
        server.wait(HANG_S)


def test_the_picture_of_the_tutorial_is_what_the_game_draws(folder: Path) -> None:
    drawn = in_python(DRAWN, folder)
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
