"""Pictures, films and replays.

That they reveal no secret is tested with everything else that a viewer can get, in
tests/server/test_vote_secrecy.py.
"""

from __future__ import annotations

import asyncio
import re
import threading

import httpx
import pytest

from icefield.games import data, game, keys
from icefield.render.film import Order
from icefield.server.errors import Busy
from icefield.server.routes.pictures import Pictures
from icefield.server.views.board import draw_card

from ...timeouts import HANG_S
from ..guest import Guest, refused
from ..moved_table import GAME, opened

pytestmark = pytest.mark.any_database


def get(guest: Guest, what: str, **query: object) -> httpx.Response:
    return guest.http.get(f"{guest.path}/{what}", params=query, timeout=HANG_S)  # type: ignore[arg-type]


def test_a_picture_shows_the_present_or_another_moment(table: Guest) -> None:
    answer = get(table, "picture.png", width=200)
    assert answer.headers["content-type"] == "image/png"
    assert re.search(r'filename="seals-.+-4\.png"', answer.headers["content-disposition"])
    assert opened(answer).size == (200, 200)
    assert get(table, "picture.png", width=200, ply=4).content == answer.content
    assert get(table, "picture.png", width=200, game=1, ply=4).content == answer.content
    for other in ({"ply": 3}, {"theme": "dark"}, {"flip": True}, {"width": 201}):
        assert get(table, "picture.png", **{"width": 200, **other}).content != answer.content


def test_nobody_gets_a_picture_twice(table: Guest) -> None:
    answer = get(table, "picture.png", width=150)
    tag = {"if-none-match": answer.headers["etag"]}
    again = table.http.get(f"{table.path}/picture.png?width=150", headers=tag)
    assert again.status_code == 304
    assert again.content == b""
    table.move("b7-c7")
    newer = table.http.get(f"{table.path}/picture.png?width=150", headers=tag)
    assert newer.status_code == 200


@pytest.mark.slow
def test_a_film_has_a_picture_for_every_moment(table: Guest) -> None:
    for form in ("webp", "gif"):
        answer = get(table, f"film.{form}")
        assert answer.headers["content-type"] == f"image/{form}"
        assert opened(answer).n_frames == len(GAME) + 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ("picture.png?ply=99", 404, "no-such-ply"),
        ("picture.png?game=0", 404, "no-such-ply"),
        ("picture.png?game=2", 404, "no-such-ply"),
        ("picture.png?ply=-1", 422, "bad-request"),
        ("picture.png?width=20", 422, "bad-request"),
        ("picture.png?width=5000", 422, "bad-request"),
        ("picture.png?theme=pink", 422, "bad-request"),
        ("picture.png?flip=maybe", 422, "bad-request"),
        ("picture.gif", 404, "not-found"),
        ("film.mp4", 404, "not-found"),
        ("film.png", 404, "not-found"),
        ("film.webp?game=7", 404, "no-such-ply"),
    ],
)
def test_what_cannot_be_drawn_is_refused(table: Guest, what: str, status: int, code: str) -> None:
    refused(table.http.get(f"{table.path}/{what}"), status, code)


def test_a_table_that_does_not_exist_has_no_picture(guest: Guest) -> None:
    refused(guest.http.get("/api/tables/none/picture.png"), 404, "no-such-table")
    refused(guest.http.get("/api/tables/none/film.webp"), 404, "no-such-table")


# -- the maker ------------------------------------------------------------------------------------


def test_what_was_made_is_kept_and_a_broken_order_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    maker, made = Pictures(max_cached_bytes=250), []

    def run(self: Pictures, order: Order) -> bytes:
        made.append(order)
        return b"x" * 100

    monkeypatch.setattr(Pictures, "run", run)
    order = Order("png", ("<svg/>",))
    assert asyncio.run(maker.make(order, "a")) == maker.find("a") == b"x" * 100
    for digest in "bcd":
        asyncio.run(maker.make(order, digest))
    assert maker.find("a") is None  # pushed out by the others
    assert maker.find("d") is not None
    asyncio.run(maker.make(order, "a"))
    assert len(made) == 5
    monkeypatch.undo()
    with pytest.raises(Busy):
        asyncio.run(maker.make(Order("png", ("this is no drawing",)), "e"))
    maker.close()


def test_too_many_are_refused_and_one_order_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    maker, go, begun, made = Pictures(), threading.Event(), threading.Event(), []

    def run(self: Pictures, order: Order) -> bytes:
        made.append(order)
        begun.set()
        assert go.wait(HANG_S)
        return b"film"

    monkeypatch.setattr(Pictures, "run", run)
    order = Order("webp", ("<svg/>", "<svg/>"))

    async def crowd() -> None:
        same = [asyncio.ensure_future(maker.make(order, "a")) for _ in range(20)]
        assert await asyncio.to_thread(begun.wait, HANG_S)
        others = [asyncio.ensure_future(maker.make(order, str(n))) for n in range(6)]
        while maker.waiting("film") < 6:
            await asyncio.sleep(0.005)
        with pytest.raises(Busy):
            await maker.make(order, "b")
        go.set()
        assert set(await asyncio.gather(*same, *others)) == {b"film"}

    asyncio.run(crowd())
    assert len(made) == 7
    maker.close()
    with pytest.raises(Busy):
        asyncio.run(maker.make(order, "c"))


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
@pytest.mark.parametrize("key", keys())
def test_game_picture_is_a_file_that_shows_what_the_scene_draws(
    guest: Guest, key: str, language: str
) -> None:
    path = data(key, "card", f"{language}.svg")
    assert path is not None
    assert path.read_text("utf-8") == draw_card(game(key), language), "run scripts/game_cards.py"
    answer = guest.http.get(f"/pictures/{key}", headers={"accept-language": language})
    assert answer.text == path.read_text("utf-8")
