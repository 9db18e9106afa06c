"""The home page."""

from __future__ import annotations

import re

import pytest

from icefield.games import game as find_game
from icefield.games import keys

from ..guest import PERSON, Guest


@pytest.mark.any_database
def test_home_shows_every_game_with_its_picture(guest: Guest) -> None:
    home = guest.http.get("/").text
    for key in keys():
        game = find_game(key)
        assert game.title in home
        assert game.designer in home
        assert f'data-picture="/pictures/{key}"' in home
    picture = guest.http.get("/pictures/seals")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<style" not in picture.text  # the page's own style sheet is used
    for unknown in ("chess", "x" * 99, "..%2fx"):
        assert guest.http.get(f"/pictures/{unknown}").status_code == 404


def test_the_home_page_and_the_interface_offer_the_setups(guest: Guest) -> None:
    (seals,) = [g for g in guest.http.get("/api/games").json() if g["key"] == "seals"]
    (option,) = seals["options"]
    assert (option["name"], option["default"]) == ("setup", "standard")
    assert [choice["value"] for choice in option["choices"]] == [
        *("standard", "cracks", "chase", "lone")
    ]
    page = guest.http.get("/").text
    (field,) = re.findall(r'<select data-option="setup".*?</select>', page, re.DOTALL)
    for choice in option["choices"]:
        assert f'value="{choice["value"]}"' in field
        assert choice["words"] in field


@pytest.mark.parametrize(
    ("language", "ours"),
    [
        ("en", "(Icefield’s own)"),
        ("de", "(von Icefield)"),
        ("fr", "(d’Icefield)"),
        ("ja", "（Icefield独自）"),
    ],
)
def test_every_language_says_whose_the_setups_are(guest: Guest, language: str, ours: str) -> None:
    page = guest.http.get("/", params={"lang": language}).text
    (field,) = re.findall(r'<select data-option="setup".*?</select>', page, re.DOTALL)
    assert field.count(ours) == 3


@pytest.mark.any_database
def test_the_home_page_offers_the_options_with_few_values(guest: Guest) -> None:
    page = guest.http.get("/").text
    assert 'data-option="goal" data-default="3"' in page
    assert 'data-option="return_moves" data-default="False"' in page
    assert 'data-option="board"' not in page  # a text of its own; it has a page of its own
    state = guest.open(PERSON, PERSON, game="strait", options={"goal": "2"})  # as a form sends it
    assert "2 Siberian stations win" in state["facts"]


@pytest.mark.any_database
def test_the_values_of_options_are_told_in_words(guest: Guest) -> None:
    page = guest.http.get("/?lang=de").text
    assert 'value="at-once" selected>sofort</option>' in page
    assert 'value="False" selected>nein</option>' in page
    assert 'value="2" >2</option>' in page  # a number is its own word
