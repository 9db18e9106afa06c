"""The overview before the rules: aims, a turn in words, up-to-date pictures."""

from __future__ import annotations

import re

import pytest

import icefield
from icefield.games import data_folder
from icefield.lessons.overview import FOLDER, aims, draw, overview

KEYS = sorted(icefield.keys())
LANGUAGES = ("en", "de", "fr", "ja")


@pytest.mark.parametrize("key", KEYS)
def test_drawings_are_those_of_the_script(key: str) -> None:
    """Else run scripts/rules_pictures.py."""
    folder = data_folder(key) / FOLDER
    kept = {file.name: file.read_text("utf-8") for file in folder.iterdir()}
    assert kept == draw(key)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_overview_is_told_in_every_language(key: str, language: str) -> None:
    found = overview(key)
    assert found is not None
    said = [found.turn, *(picture.caption for picture in found.pictures)]
    said += [aim.words for aim in aims(icefield.game(key))]
    for words in said:
        assert not words.text(language).startswith(words.id)
        assert language == "en" or words.text(language) != words.text("en")


def test_overview_labels_are_in_the_language() -> None:
    found = overview("strait")
    assert found is not None
    assert ">Siberia<" in found.pictures[0].drawing("en")
    assert ">Sibirien<" in found.pictures[0].drawing("de")


@pytest.mark.parametrize("key", KEYS)
def test_drawing_has_nothing_to_press_or_to_read_aloud(key: str) -> None:
    found = overview(key)
    assert found is not None
    for picture in found.pictures:
        drawn = picture.drawing("en")
        assert drawn.startswith("<svg")
        assert re.search(r"\[\[|data-|role=|<title>|aria-label", drawn) is None
        assert 'aria-hidden="true"' in drawn


def test_aims_name_the_sides_where_they_differ() -> None:
    sides = aims(icefield.game("seals"))
    assert [str(aim.who) for aim in sides] == ["Seals", "Bears"]
    assert [aim.who for aim in aims(icefield.game("glide"))] == [None]


def test_a_game_without_an_overview_has_none() -> None:
    assert overview("toy") is None
