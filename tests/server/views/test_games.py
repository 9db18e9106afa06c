"""Games to choose from: the levels of their bots, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import icefield
from icefield.bots import levels
from icefield.bots.levels import Rating
from icefield.server.views import games as game_views

from ..guest import Guest

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


def test_levels_are_listed_by_how_many_play(guest: Guest) -> None:
    for entry in guest.http.get("/api/games").json():
        game = icefield.game(entry["key"])
        assert set(entry["levels_by_seats"]) == {str(n) for n in game.seats if n > 1}
        for count, listed in entry["levels_by_seats"].items():
            known = levels(game, int(count))
            assert [each["name"] for each in listed] == [level.name for level in known]
            for each, level in zip(listed, known, strict=True):
                assert each["elo"] == (None if level.rating is None else level.rating.elo)


def test_the_strength_of_a_level_is_told_with_its_error() -> None:
    rated = replace(levels(icefield.game("seals"))[0], rating=Rating(1234, 25, 200, 0.7, 0.6, 0.5))
    shown = game_views.build_level(rated, "en")
    assert "Elo 1234 ± 25" in shown["words"]
    assert "Elo 1234 ± 25" in shown["seat"]
    plain = game_views.build_level(replace(rated, rating=None), "en")
    assert "Elo" not in plain["words"] + plain["seat"]


def test_the_pages_that_offer_levels_have_them(guest: Guest) -> None:
    for path in ("/", "/boards/glide", "/boards/strait"):
        assert "data-levels='{" in guest.http.get(path).text
