"""The rules page: aim, turn and pictures first, coordinates and variants last."""

from __future__ import annotations

from html import unescape

import pytest

import icefield
from icefield.lessons.overview import aims, overview

from ..server_thread import Served

KEYS = sorted(icefield.keys())


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
@pytest.mark.parametrize("key", KEYS)
def test_page_begins_with_aim_turn_and_pictures(served: Served, key: str, language: str) -> None:
    page = unescape(served.client().get(f"/rules/{key}?lang={language}").text)
    game, found = icefield.game(key), overview(key)
    assert found is not None
    order = [aim.words.text(language) for aim in aims(game)]
    order += [found.turn.text(language), f'href="/learn/{key}"']
    order += [picture.caption.text(language) for picture in found.pictures]
    order += [f'<article id="{rule.number}"' for rule in game.rules]
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert page.count('class="rules-picture"') == len(found.pictures)


def test_page_links_to_the_reasons_of_our_rulings(served: Served) -> None:
    page = served.client().get("/rules/seals").text
    assert "docs/rulings.md#seals-go-with-the-floe" in page
    assert "so we had to decide it" in unescape(page)


@pytest.mark.parametrize("key", KEYS)
def test_details_come_last(key: str) -> None:
    details = [rule.detail for rule in icefield.game(key).rules]
    assert not details[0]
    assert details == sorted(details)
    assert details[-1]


def test_drawer_has_the_aim_and_fetches_the_pictures(served: Served) -> None:
    http = served.client()
    body = {"game": "strait", "seats": [{"kind": "person"}] * 2, "options": {"goal": 2}}
    table = http.post("/api/tables", json=body).json()
    page = http.get(f"/tables/{table['id']}").text
    assert str(icefield.game("strait").aim(0, goal=2)) in unescape(page)
    assert 'data-from="/rules/strait/pictures"' in page
    pictures = http.get("/rules/strait/pictures?lang=de")
    assert pictures.text.count("<figure>") == 4
    assert "Sibirien" in pictures.text


def test_S12_a_single_game_says_that_the_sides_are_not_equal(served: Served) -> None:
    http = served.client()
    people = {"game": "seals", "seats": [{"kind": "person"}] * 2}
    said = str(icefield.game("seals").unequal)
    assert http.post("/api/tables", json=people).json()["options"] == [said]
    assert http.post("/api/tables", json={**people, "games": 2}).json()["options"] == []
    assert said in unescape(http.get("/").text)


def test_table_of_practice_does_not_repeat_its_options(served: Served) -> None:
    solo = {"game": "glide", "seats": [{"kind": "person"}]}
    options = {"board": "*.*/.../*P*", "repetition": "continue"}
    table = served.client().post("/api/tables", json={**solo, "options": options}).json()
    assert table["options"] == []
