"""`icefield stats`: statistics and plots of games between bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Run, refused


@pytest.mark.slow
def test_a_game_is_told_in_numbers_and_pictures(run: Run, tmp_path: Path) -> None:
    arguments = ("--levels", "1,2", "--games", "2", "--workers", "1")
    ran = run("stats", "glide", *arguments, "--svg", "plots")
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0] == "Ice Floes, 2 seats"
    assert "level 1" in ran.lines[1]
    words = ("decisions", "turns", "moves to choose from", "a player wins", "comebacks", "changes")
    for word in words:
        assert any(line.startswith(word) for line in ran.lines), word
    files = {file.name for file in (tmp_path / "plots").iterdir()}
    assert files == {f"glide-2-{name}.svg" for name in ("lengths", "branching", "seats")}
    found = json.loads(run("stats", "glide", *arguments, "--json").out)["glide"]
    assert found["seats"] == 2
    assert [each["games"] for each in found["levels"]] == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("seals", "--levels", ","), "usage"),
        (("seals", "--levels", "77"), "bad-option"),
        (("seals", "--seats", "4"), "bad-option"),
        (("seals", "--games", "0"), "usage"),
        (("seals", "--svg", "/dev/null/x"), "file"),
    ],
)
def test_wrong_stats_are_told_in_one_line(run: Run, arguments: tuple[str, ...], code: str) -> None:
    refused(run("stats", *arguments), code)
