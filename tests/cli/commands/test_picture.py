"""`icefield picture`: files of every form, and what is wrong with a command line."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from ..conftest import Run

RECORD = '[Game "seals"]\n\n1. b2-d4 2. g2-f3 3. d4-c5\n'


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "short.txt"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def test_a_board_becomes_a_picture(run: Run, record: str, tmp_path: Path) -> None:
    made: list[bytes] = []
    for extra in ([], ["--ply", "1"], ["--flip"], ["--theme", "dark"]):
        out = tmp_path / f"{len(made)}.png"
        ran = run("picture", record, "--out", str(out), "--width", "150", *extra)
        assert (ran.status, ran.err) == (0, "")
        assert "1 picture" in ran.out
        made.append(out.read_bytes())
        assert Image.open(BytesIO(made[-1])).size == (150, 150)
    assert len(set(made)) == len(made)


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_game_becomes_a_film(run: Run, record: str, tmp_path: Path, form: str) -> None:
    for plies, extra in ((4, []), (2, ["--ply", "1"])):
        out = tmp_path / f"film.{form}"
        ran = run("picture", record, "-o", str(out), "--width", "130", *extra)
        assert f"{plies} pictures" in ran.out
        assert Image.open(BytesIO(out.read_bytes())).n_frames == plies  # type: ignore[attr-defined]


def test_a_position_becomes_a_drawing(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "start.svg"
    ran = run("picture", "--position", "glide", "--out", str(out), "--lang", "ja")
    assert ran.status == 0
    assert out.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["RECORD", "--out", "x.bmp"], ".svg, .png, .gif, .webp"),
        (["RECORD", "--out", "x"], "ending"),
        (["--out", "x.png"], "record file"),
        (["RECORD", "--out", "x.png", "--ply", "9"], "after 9 moves"),
        (["RECORD", "--out", "x.png", "--game", "2"], "no game 2"),
        (["RECORD", "--out", "x.png", "--width", "9000"], "1600"),
        (["RECORD", "--out", "x.png", "--theme", "pink"], "pink"),
        (["RECORD"], "--out"),
        (["none.txt", "--out", "x.png"], "none.txt"),
        (["--position", "chess", "--out", "x.png"], "chess"),
        (["RECORD", "--out", "no/such/folder/x.png"], "no/such/folder"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Run, record: str, arguments: list[str], said: str
) -> None:
    ran = run("picture", *(record if word == "RECORD" else word for word in arguments))
    assert ran.status == 2
    assert ran.out == ""
    assert said in ran.err
    assert ran.err.count("\n") == 1
