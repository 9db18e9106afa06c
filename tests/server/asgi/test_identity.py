"""Who a visitor is: a signed cookie, which cannot be forged."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner, URLSafeSerializer

from icefield.server.asgi.identity import COOKIE, Identities
from icefield.server.settings import Settings

from ..forgery import LETTERS
from ..guest import Guest, refused
from ..server_thread import Served

pytestmark = pytest.mark.any_database


def test_a_cookie_with_any_letter_changed_is_nobody(served: Served, guest: Guest) -> None:
    """The last letter of a cookie has bits without meaning; all other bits count."""
    identities = Identities(served.settings.secret)
    guest.http.get("/")
    good = guest.http.cookies[COOKIE]
    identity = identities.read(good)
    assert identity
    chance = random.Random(1)
    for place in range(len(good) - 1):
        letter = chance.choice([c for c in LETTERS if c != good[place]])
        assert identities.read(good[:place] + letter + good[place + 1 :]) is None, place
    assert identities.read(identity) is None
    parts = good.split(".")
    assert identities.read(".".join([*parts[:-1], ""])) is None
    other = identities.write("somebody else").split(".")
    assert identities.read(".".join([parts[0], *other[1:]])) is None
    assert Identities("another secret").read(good) is None


def test_the_flags_of_the_cookies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    served = Served(Settings(url, "a test's secret", trusted_proxies=("127.0.0.1/32",)))
    plain = served.client().get("/").headers["set-cookie"]
    proxy = served.client(headers={"x-forwarded-proto": "https"})
    secure = proxy.get("/").headers["set-cookie"]
    served.close()
    for cookie in (plain, secure):
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    assert "Secure" not in plain.split("; ")
    assert "Secure" in secure.split("; ")


def test_a_visitor_gets_a_signed_cookie_once(guest: Guest) -> None:
    first = guest.http.get("/")
    cookie = first.headers["set-cookie"]
    for part in ("icefield=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="):
        assert part in cookie
    assert "set-cookie" not in guest.http.get("/").headers


def test_whoever_comes_back_stays_known(
    guest: Guest, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest.open_hot_seat()
    identities = Identities(served.settings.secret)
    identity = identities.read(guest.http.cookies["icefield"]) or ""
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time()) - 40 * 86_400)
    dated = identities.write(identity)
    monkeypatch.undo()
    first = str(URLSafeSerializer(served.settings.secret, salt="icefield.identity").dumps(identity))
    for old in (dated, first):  # written a while ago, and before cookies had a date
        seen = served.client(headers={"cookie": f"icefield={old}"}).get(guest.path)
        assert seen.json()["seat"] == 0
        fresh = seen.cookies["icefield"]
        assert identities.read(fresh) == identity
        again = served.client(headers={"cookie": f"icefield={fresh}"}).get(guest.path)
        assert "set-cookie" not in again.headers


@pytest.mark.parametrize("tamper", ["cut", "swap", "junk", "long", "empty"])
def test_a_tampered_cookie_is_a_stranger(guest: Guest, served: Served, tamper: str) -> None:
    guest.open_hot_seat()
    good = guest.http.cookies["icefield"]
    bad = {
        "cut": good[:-1],
        "swap": good.swapcase(),
        "junk": "a.b.c;%00",
        "long": "x" * 5000,
        "empty": "",
    }[tamper]
    stranger = served.client(headers={"cookie": f"icefield={bad}"})
    seen = stranger.get(guest.path)
    assert seen.status_code == 200
    assert seen.json()["seat"] is None
    answer = stranger.post(f"{guest.path}/moves", json={"move": "b2-d4", "decision": 1})
    refused(answer, 403, "not-seated")
    assert "icefield=" in seen.headers["set-cookie"]


def test_another_secret_makes_strangers_of_all(own_server: Served) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    own_server.restart(secret="another")
    assert guest.http.get(guest.path).json()["seat"] is None


def test_identities_never_reach_a_client(guest: Guest) -> None:
    guest.open_hot_seat()
    guest.move("b2-d4")
    answers = [guest.http.get(guest.path), guest.http.get(f"{guest.path}/events")]
    answers += [guest.http.get(f"/tables/{guest.table}"), guest.http.get(f"{guest.path}/record")]
    for answer in answers:
        assert "owner" not in answer.text
