"""Replays of finished games."""

from __future__ import annotations

import re

import pytest

from ...timeouts import HANG_S
from ..guest import Guest
from ..moved_table import opened

pytestmark = pytest.mark.any_database


def test_a_game_that_goes_on_is_at_its_table(table: Guest) -> None:
    answer = table.http.get(f"/replays/{table.table}")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/tables/{table.table}"


def test_a_finished_game_has_a_page_that_can_be_shown_around(guest: Guest) -> None:
    guest.open_hot_seat(games=2)
    first = guest.play_out(seed=1)
    guest.do("next")
    stranger = Guest(guest.served)
    answer = stranger.http.get(f"/replays/{guest.table}")
    assert answer.status_code == 200
    page = answer.text
    picture = re.search(r'property="og:image" content="([^"]+)"', page)
    assert picture is not None
    address = picture[1].replace("&amp;", "&")
    assert address.startswith(guest.served.url)
    assert opened(stranger.http.get(address, timeout=HANG_S)).width == 1200
    assert first["outcome"]["sentence"] in page
    assert re.search(r'<time datetime="20\d\d-\d\d-\d\dT', page)
    assert f"/replays/{guest.table}?game=1" in page
    assert stranger.http.get(f"/replays/{guest.table}?game=1").status_code == 200
    assert stranger.http.get(f"/replays/{guest.table}?game=2").status_code == 404
    assert stranger.http.get("/replays/none").status_code == 404


def test_a_replay_speaks_the_readers_language(guest: Guest) -> None:
    guest.open_hot_seat()
    guest.play_out(seed=2)
    words = {"en": "Play it yourself", "de": "Selbst spielen", "fr": "Jouer à votre tour"}
    for language, word in {**words, "ja": "自分で遊ぶ"}.items():
        page = guest.http.get(f"/replays/{guest.table}", params={"lang": language}).text
        assert word in page
