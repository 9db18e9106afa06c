"""`icefield games` and `icefield rules`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import icefield
from icefield.games import REGISTRY

from ..conftest import Run


def test_games_are_listed_with_title_designer_and_promise(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    for key in sorted(icefield.keys()):
        game = icefield.game(key)
        assert any(line.startswith(key) and game.title in line for line in ran.lines)
        assert game.designer in ran.out
        assert str(game.promise) in ran.out


def test_games_lists_the_game_of_another_package(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clever_game.py").write_text(
        "from icefield.games.seals.game import Seals\n"
        "class Clever(Seals):\n    title = 'Cle' + 'ver'\n    key = 'clever'\n"
        "CLEVER = Clever()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(REGISTRY, "clever", "clever_game:CLEVER")
    assert "clever   Clever by Phil Leduc (2014), 2 players" in run("games").lines
    sys.modules.pop("clever_game")


def test_all_rules_are_printed(run: Run) -> None:
    ran = run("rules", "seals")
    assert ran.lines[0] == "Go with the Floe by Phil Leduc (2014)"
    for rule in icefield.game("seals").rules:
        assert f"\n{rule.number:<4} {rule.title}" in ran.out
        assert " ".join(str(rule.text).split()) in " ".join(ran.out.split())


def test_rules_begin_with_the_aims_and_end_with_details(run: Run) -> None:
    ran = run("rules", "seals")
    text = " ".join(ran.out.split())
    places = [
        text.index(part)
        for part in ("Aim of Seals:", "Aim of Bears:", "S2 Setup", "Details:", "S2a Our own")
    ]
    assert places == sorted(places)
    assert "Details:" not in run("rules", "seals", "S1").out


def test_some_rules_are_printed(run: Run) -> None:
    ran = run("rules", "seals", "s4", "S10")
    assert [line.split()[0] for line in ran.lines if line.startswith("S")] == ["S4", "S10"]
    assert "ruling" in ran.out
