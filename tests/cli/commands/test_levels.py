"""`icefield levels`: the levels of the bots, listed and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import icefield
from icefield.bots import levels

from ..conftest import Run, refused


def test_the_levels_are_listed(run: Run) -> None:
    ran = run("levels", "seals")
    assert ran.status == 0
    assert ran.lines[0] == "Go with the Floe, 2 seats"
    known = levels(icefield.game("seals"), 2)
    for line, level in zip(ran.lines[2:], known, strict=True):
        assert line.startswith(level.name)
        assert str(level.about) in line


def test_the_levels_of_every_number_of_seats_are_listed(run: Run) -> None:
    found = json.loads(run("levels", "--json").out)
    for key in sorted(icefield.keys()):
        game = icefield.game(key)
        assert {*found[key]} == {str(n) for n in game.seats if n > 1}
        for seats, rows in found[key].items():
            known = levels(game, int(seats))
            assert [*rows] == [level.name for level in known]
            assert [row["nodes"] for row in rows.values()] == [level.nodes for level in known]


@pytest.mark.slow
def test_levels_are_measured_into_a_file(run: Run, tmp_path: Path) -> None:
    arguments = ("--measure", "--levels", " 1 ", "--games", "2", "--workers", "1", "--seats", "2")
    ran = run("levels", "glide", *arguments, "--out", "own.toml")
    assert ran.status == 0
    line = next(line for line in ran.lines if line.startswith("1 "))
    assert "1000 ± " in line
    assert "[glide.2]" in (tmp_path / "own.toml").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "own.json").read_text())["glide.2"][0]["rounds"] == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("seals", "--seats", "3"), "bad-option"),
        (("seals", "--levels", "1"), "usage"),
        (("seals", "--measure", "--levels", "77"), "bad-option"),
        (("seals", "--measure", "--out", "/nowhere/r.toml"), "file"),
        (("seals", "--measure", "--out", "/"), "file"),
        (("seals", "--measure", "--out", "."), "file"),
        (("seals", "--measure", "--out", "own.json"), "usage"),
        (("seals", "--measure", "--games", "9" * 400), "usage"),
        (("chess",), "unknown-game"),
    ],
)
def test_wrong_levels_are_told_in_one_line(run: Run, arguments: tuple[str, ...], code: str) -> None:
    refused(run("levels", *arguments), code)


@pytest.mark.parametrize("text", ["{", "[]", '{"glide.2": [{"one": "1"}]}', '{"glide.2": 3}'])
def test_damaged_results_are_told_before_anything_is_played(
    run: Run, tmp_path: Path, text: str
) -> None:
    (tmp_path / "own.json").write_text(text)
    ran = run("levels", "glide", "--measure", "--games", "2", "--out", "own.toml")
    assert "own.json" in refused(ran, "results")
    assert (tmp_path / "own.json").read_text() == text
    assert not (tmp_path / "own.toml").exists()
