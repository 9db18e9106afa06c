"""Identity, origin, headers, languages."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner, URLSafeSerializer

from icefield.games import game as find_game
from icefield.games import keys
from icefield.server.asgi.identity import Identities
from icefield.server.routes.site import pages

from .guests import Guest, refused
from .serving import Served

pytestmark = pytest.mark.any_database

STATIC = Path(pages.__file__).parents[2] / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))


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


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_cannot_write(guest: Guest, headers: dict[str, str]) -> None:
    guest.open_hot_seat()
    body = {"move": "b2-d4", "decision": 1}
    answer = guest.http.post(f"{guest.path}/moves", json=body, headers=headers)
    refused(answer, 403, "wrong-origin")
    assert len(guest.events()) == 1


def test_our_own_page_can_write(guest: Guest) -> None:
    guest.open_hot_seat()
    headers = {"origin": guest.served.url, "sec-fetch-site": "same-origin"}
    body = {"move": "b2-d4", "decision": 1}
    assert guest.http.post(f"{guest.path}/moves", json=body, headers=headers).is_success


def test_pages_are_strict_about_what_they_load(guest: Guest) -> None:
    guest.open_hot_seat()
    for path in ("/", f"/tables/{guest.table}", "/nothing"):
        page = guest.http.get(path)
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:", page.text)
        outside = re.findall(r"""(?:src|href|action)=["'](?:https?:)?//[^"']+""", page.text)
        assert outside == []
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
            found = guest.http.get(asset)
            assert found.status_code == 200, asset
            assert "immutable" in found.headers["cache-control"]


def test_scripts_import_only_what_exists_and_know_no_game(guest: Guest) -> None:
    for path in SCRIPTS:
        name = path.relative_to(STATIC).as_posix()
        script = guest.http.get(f"/static/any/{name}")
        assert script.headers["content-type"].startswith("text/javascript")
        for other in re.findall(r'(?:from|import) "(\.[^"]+)"', script.text):
            imported = (path.parent / other).resolve().relative_to(STATIC).as_posix()
            assert guest.http.get(f"/static/any/{imported}").status_code == 200, (name, other)
        told = script.text.lower().replace("{ capture: true", "")  # the browser's word for events
        for word in ("seal", "bear", "strait", "torch", "capture", "b2", "pass"):
            assert not re.search(rf"\b{word}", told), (name, word)


def test_every_string_of_the_scripts_is_in_the_catalogue(guest: Guest) -> None:
    from icefield.server.routes.site.pages import script_strings

    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    known = set(script_strings("en"))
    assert set(re.findall(r'\bt\("([a-z.]+)"', text)) <= known
    assert {id_ for id_ in known if f'"{id_}"' not in text} == set()  # nothing left over


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


def test_names_are_shown_as_text(guest: Guest) -> None:
    name = '<img src=x onerror="x">'
    guest.open({"kind": "person", "name": name}, {"kind": "person", "name": " a\n\u202eb "})
    page = guest.http.get(f"/tables/{guest.table}").text
    assert "<img" not in page
    assert [s["name"] for s in guest.state()["seats"]] == [name, "a b"]


def test_the_language_falls_back_to_english(guest: Guest) -> None:
    for asked in ("xx", "yy-AT;q=0.3, xx", "en;q=x,,;", "x" * 5000, "*"):
        page = guest.http.get("/", headers={"accept-language": asked})
        assert "Play now" in page.text
    page = guest.http.get("/?lang=en")
    assert "icefield-language=en" in page.headers["set-cookie"]
    assert "icefield-language" not in str(guest.http.get("/?lang=%00").headers)


def test_the_interface_is_documented(guest: Guest) -> None:
    told = guest.http.get("/api/openapi.json").json()
    assert "/api/tables/{id}/moves" in told["paths"]
    for path, ways in told["paths"].items():
        for way in ways.values():
            assert way["summary"], path
            assert "409" in way["responses"]
