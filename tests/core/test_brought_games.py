"""Games that other packages bring by an entry point, with words and drawings of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield import games
from icefield.cli.cards import cards
from icefield.core.errors import BrokenGame
from icefield.core.message import forget, message
from icefield.locale import compile as catalogues
from icefield.render import symbols

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
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><path d="M0 0"/></svg>'


def look_again() -> None:
    games._brought.cache_clear()
    symbols.variants.cache_clear()
    forget()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with one good game, two that cannot be loaded and one that would replace ours."""
    package = tmp_path / "icy_package"
    files = {
        package / "__init__.py": "",
        package / "rules.py": RULES,
        package / "symbols" / "berg.svg": DRAWING,
        package / "locale" / "en" / "LC_MESSAGES" / "icy.po": WORDS,
        package / "locale" / "en" / "LC_MESSAGES" / "core.po": WORDS,
        tmp_path / "icy-1.0.dist-info" / "METADATA": "Metadata-Version: 2.1\nName: icy\n",
        tmp_path / "icy-1.0.dist-info" / "entry_points.txt": POINTS + BROKEN,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    catalogues.main([str(package)])
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


def test_a_list_of_games_does_not_load_them(installed: Path) -> None:
    (installed.parent / "icy-1.0.dist-info" / "entry_points.txt").write_text(POINTS)
    look_again()
    (card,) = [card for card in cards() if card.key == "icy"]
    assert (card.title, card.designer, card.seats) == ("Icy", "Somebody", (2,))


def test_without_the_package_the_game_is_unknown() -> None:
    with pytest.raises(icefield.UnknownGame, match="seals, torch, glide, strait"):
        icefield.game("icy")
