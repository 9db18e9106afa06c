"""Pictures, films and replays. That they tell no secret is proved with everything else that a
viewer can get, in test_ballots."""

from __future__ import annotations

import re
import threading
from io import BytesIO

import httpx
import pytest
from PIL import Image

from icefield.render.film import Order
from icefield.server.errors import Busy
from icefield.server.routes.pictures import Pictures

from ..hang import HANG_S
from .guests import Guest, refused

pytestmark = pytest.mark.any_database

GAME = ["b2-d4", "g2-f3", "d4-c5", "g7-g5"]


@pytest.fixture
def table(guest: Guest) -> Guest:
    """A hot-seat game of some moves."""
    guest.open_hot_seat()
    for move in GAME:
        guest.move(move)
    return guest


def opened(answer: httpx.Response) -> Image.Image:
    assert answer.status_code == 200, answer.text
    return Image.open(BytesIO(answer.content))


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
    assert maker.make(order, "a") == maker.make(order, "a")
    assert len(made) == 1
    for digest in "bcd":
        maker.make(order, digest)
    maker.make(order, "a")  # pushed out by the others
    assert len(made) == 5
    monkeypatch.undo()
    with pytest.raises(Busy):
        maker.make(Order("png", ("this is no drawing",)), "e")


def test_too_many_are_refused_and_one_order_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    maker, go, begun, made = Pictures(), threading.Event(), threading.Event(), []

    def run(self: Pictures, order: Order) -> bytes:
        made.append(order)
        begun.set()
        assert go.wait(20)
        return b"film"

    monkeypatch.setattr(Pictures, "run", run)
    order = Order("webp", ("<svg/>", "<svg/>"))
    waiting = [threading.Thread(target=maker.make, args=(order, "a")) for _ in range(6)]
    for thread in waiting:
        thread.start()
    assert begun.wait(20)
    while maker.waiting("film") < 6:
        threading.Event().wait(0.005)
    with pytest.raises(Busy):
        maker.make(order, "b")
    go.set()
    for thread in waiting:
        thread.join(20)
    assert len(made) == 1
    maker.close()
    with pytest.raises(Busy):
        maker.make(order, "c")


# -- replays --------------------------------------------------------------------------------------


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


# -- the other side -------------------------------------------------------------------------------


def test_a_cookie_turns_the_boards_of_a_game(table: Guest) -> None:
    def places(svg: str) -> dict[str, str]:
        return dict(re.findall(r'class="space[^"]*" data-id="(\w+)" transform="([^"]+)"', svg))

    plain = places(table.state()["svg"])
    for cookie, turned in (
        ("seals", True),
        ("torch.seals", True),
        ("torch", False),
        ("x..", False),
    ):
        table.http.cookies.set("icefield-flip", cookie)
        assert (places(table.state()["svg"]) != plain) is turned
        ply = table.http.get(f"{table.path}/plies/1/2").json()
        assert (places(ply["svg"]) != plain) is turned
    table.http.cookies.set("icefield-flip", "seals")
    flipped = places(table.state()["svg"])
    assert flipped["c1"] == plain["f8"]
    assert set(flipped) == set(plain)
