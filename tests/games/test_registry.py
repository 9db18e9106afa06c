"""Games that other packages bring by an entry point, with all data of their own."""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import icefield
from icefield import games
from icefield.analysis import review
from icefield.analysis.puzzles import book, generator, with_books
from icefield.bots import levels
from icefield.bots.arena import ratings, results
from icefield.cli.main import main
from icefield.core.errors import BrokenGame
from icefield.core.game import Game
from icefield.core.message import message
from icefield.env.bounds import bounds
from icefield.games import register
from icefield.lessons import course, verification
from icefield.render import symbols, themes
from icefield.search.proof import lookup

RULES = """
from icefield.games.seals.game import Seals

class Icy(Seals):
    key = "icy"
    title = "Icy"
    designer = "Somebody"
    year = None
    seats = (2,)

ICY = Icy()
"""
WORDS = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "icy.promise"
msgstr "Cold."

msgid "core.game_over"
msgstr "Never."
"""
POINTS = "[icefield.games]\nicy = icy_package.rules:ICY\nseals = icy_package.rules:ICY\n"
BROKEN = "gone = icy_package.no_such_module:GONE\nempty = icy_package:NOTHING\n"
ANALYSIS = ("analysis.review", "analysis.puzzles.book")
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><path d="M0 0"/></svg>'


def look_again() -> None:
    """Forget what was read of games, so that games of a test are found."""
    games.refresh()
    for module in ("render.symbols", "render.themes", "bots.levels", "lessons.course", *ANALYSIS):
        for found in vars(sys.modules[f"icefield.{module}"]).values():
            if isinstance(found, functools._lru_cache_wrapper):
                found.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0].endswith("_package")]:
        del sys.modules[name]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with one good game, two broken ones and one that has our key."""
    package = tmp_path / "icy_package"
    files = {
        package / "__init__.py": "",
        package / "rules.py": RULES,
        package / "data" / "symbols" / "berg.svg": DRAWING,
        package / "data" / "locale" / "en" / "LC_MESSAGES" / "icy.po": WORDS,
        package / "data" / "locale" / "en" / "LC_MESSAGES" / "core.po": WORDS,
        tmp_path / "icy-1.0.dist-info" / "METADATA": "Metadata-Version: 2.1\nName: icy\n",
        tmp_path / "icy-1.0.dist-info" / "entry_points.txt": POINTS + BROKEN,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    look_again()
    yield package
    monkeypatch.undo()
    look_again()


def test_an_entry_point_brings_a_game(installed: Path) -> None:
    assert icefield.keys()[:4] == ("seals", "torch", "glide", "strait")
    assert set(icefield.keys()[4:]) >= {"empty", "gone", "icy"}
    assert icefield.game("icy").title == "Icy"
    assert games.folder("icy") == installed
    assert games.folder("no-such-game") is None


def test_nobody_replaces_a_game_of_ours(installed: Path) -> None:
    assert icefield.game("seals").title == "Go with the Floe"
    assert games.targets()["seals"] == "icefield.games.seals.game:SEALS_GAME"


def test_its_words_and_drawings_are_its_own(installed: Path) -> None:
    assert str(message("icy.promise")) == "Cold."
    assert message("icy.promise").text("de") == "Cold."  # no German yet: English behind it
    assert str(message("core.game_over")) != "Never."  # ours come first
    assert symbols.symbol("icy/berg") == '<path d="M0 0"/>'
    assert symbols.symbol("icy/none") is None
    assert symbols.symbol("seals/berg") is None


@pytest.mark.parametrize("key", ["gone", "empty"])
def test_a_game_that_cannot_be_loaded_says_where_it_should_be(installed: Path, key: str) -> None:
    with pytest.raises(BrokenGame, match=r"icy_package.*repair or uninstall") as caught:
        icefield.game(key)
    assert caught.value.code == "broken-game"


def test_a_list_of_games_has_its_card(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (installed.parent / "icy-1.0.dist-info" / "entry_points.txt").write_text(POINTS)
    look_again()
    assert main(["games"]) == 0
    assert "icy      Icy by Somebody, 2 players" in capsys.readouterr().out.splitlines()


def test_without_the_package_the_game_is_unknown() -> None:
    with pytest.raises(icefield.UnknownGame, match="seals, torch, glide, strait"):
        icefield.game("icy")


# -- all data of a game ---------------------------------------------------------------------------

TOY_POINTS = "[icefield.games]\ntoy = toy_package.rules:TOY\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder of the toy, which is installed as a package of its own."""
    package = tmp_path / "toy_package"
    shutil.copytree(Path(__file__).parents[1] / "toy", package)
    info = tmp_path / "toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\n")
    (info / "entry_points.txt").write_text(TOY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    look_again()
    yield package / "data"
    monkeypatch.undo()
    look_again()


@pytest.fixture
def toy(data: Path) -> Game:
    return icefield.game("toy")


def test_data_is_found_by_key_and_name(data: Path) -> None:
    assert games.data_folder("toy") == data
    assert games.data("toy", "levels.toml") == data / "levels.toml"
    assert games.data("toy", "symbols", "coin.svg") == data / "symbols" / "coin.svg"
    assert games.data("toy", "nothing.toml") is None
    assert games.read_toml("toy", "nothing.toml") == {}
    assert games.data("no-such-game", "levels.toml") is None
    with pytest.raises(icefield.UnknownGame, match="no-such-game"):
        games.data_folder("no-such-game")


def test_it_brings_levels_and_ratings(toy: Game) -> None:
    first, second = levels(toy, 2)
    assert (first.name, first.nodes, second.name, second.nodes) == ("1", 10, "2", 50)
    assert first.rating is not None
    assert (first.rating.elo, second.rating) == (1000, None)


def test_its_measured_levels_are_kept_in_its_data(toy: Game, data: Path) -> None:
    played = [
        replace(p, rounds=10, total=7.0, squares=5.0, shares=((6.0, 4.0), (3.0, 7.0)))
        for p in results.pairings(toy, 2)
    ]
    results.write_results(toy, 2, played)
    assert results.read_results(toy, 2) == played
    made = ratings.write_ratings([toy])["toy.2"]
    assert {name for name in ("results.json", "ratings.toml") if (data / name).is_file()} == {
        "results.json",
        "ratings.toml",
    }
    assert [level.rating for level in levels(toy, 2)] == [made["1"], made["2"]]


def test_it_brings_grades_limits_and_how_puzzles_are_made(toy: Game) -> None:
    assert review.grade_thresholds(toy)["slip"] == 0.01
    assert (
        review.grade_thresholds(toy)["blunder"]
        == review.grade_thresholds(icefield.game("seals"))["blunder"]
    )
    found = bounds(toy.start())
    assert (found.decisions, found.outcomes, found.draws) == (2, 2, 1)
    assert generator.recipe(toy).plies == 3


def test_it_brings_a_course_with_words(data: Path) -> None:
    found = course("toy")
    assert found is not None
    assert verification.find_faults(found) == []
    assert [str(lesson.title) for lesson in found.lessons] == ["Calling"]
    assert found.about.text("de") == "Wie man tippt."
    po = data / "locale" / "de" / "LC_MESSAGES" / "lesson_toy.po"
    po.write_text(po.read_text("utf-8").replace("toy.calling.coin", "toy.calling.none"), "utf-8")
    assert verification.find_faults(found) == [
        "de: lesson_toy.calling.coin is missing",
        "de: lesson_toy.calling.none is never said",
    ]
    po.unlink()
    assert verification.find_faults(found) == ["de: lesson_toy.po is missing"]


def test_it_brings_puzzles(toy: Game) -> None:
    assert "toy" in with_books()
    (puzzle,) = book("toy")
    assert (puzzle.game, puzzle.solution) == ("toy", "tails")
    assert puzzle.start(toy).turn == 1


def test_it_brings_a_proof_and_weights(toy: Game, data: Path) -> None:
    """What a proof does is seen with the game of the tutorial, see tests/docs."""
    assert lookup.strategy_path(toy) is None
    (data / "start.strategy").write_bytes(b"damaged")
    assert lookup.strategy_path(toy) == data / "start.strategy"
    assert not lookup.available(toy)
    np.savez(data / "weights.npz", out=np.arange(3))
    with np.load(games.data_folder("toy") / "weights.npz") as weights:
        assert weights["out"].tolist() == [0, 1, 2]


@pytest.mark.parametrize("theme", themes.THEMES)
def test_it_brings_styles_colours_and_drawings(data: Path, theme: str) -> None:
    assert symbols.symbol("toy/coin") == '<circle class="toy-coin" r="40"/>'
    colour = themes.palette(theme)["--ice-toy-coin"]
    assert colour == dict(zip(themes.THEMES, ("#c0a000", "#d0b000", "#000000"), strict=True))[theme]
    assert f"--ice-toy-coin: {colour};" in themes.css()
    assert ".icefield .toy-coin { fill: var(--ice-toy-coin); }" in themes.css()
    assert f".toy-coin{{fill:{colour};}}" in themes.standalone(theme, "toy")
    assert "toy-coin" not in themes.standalone(theme, "seals") + themes.standalone(None, "seals")
    assert f"--ice-toy-coin:{colour};" in themes.standalone(None, "toy")


@pytest.mark.parametrize("row", ['["#000000"]', '"#000000"'])
def test_a_palette_that_lacks_a_theme_is_refused(data: Path, row: str) -> None:
    (data / "palette.toml").write_text(f"coin = {row}\n")
    with pytest.raises(ValueError, match="palette of toy: coin"):
        themes.css()


def test_it_brings_translations(data: Path) -> None:
    assert str(message("toy.promise")) == "One coin, two calls."
    assert message("toy.promise").text("de") == "Eine Münze, zwei Tipps."
    assert message("toy.promise").text("fr") == "One coin, two calls."
    assert message("lesson_toy.calling").text("de") == "Tippen"


def test_a_game_of_ones_own_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    from icefield import games

    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    register("mine", "icefield.games.seals.game:SEALS_GAME")
    assert icefield.game("mine") is icefield.game("seals")
    assert "mine" in icefield.keys()  # noqa: SIM118


def test_the_registry_gives_each_game_under_its_own_key() -> None:
    for key in sorted(icefield.keys()):
        assert icefield.game(key).key == key
