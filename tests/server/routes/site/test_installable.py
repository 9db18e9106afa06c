"""The site as something to install: manifest, icons, service worker, offline page."""

from __future__ import annotations

import struct

import pytest

from ...guest import Guest

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(("language", "word"), [("en", "ice"), ("de", "Eis"), ("ja", "流氷")])
def test_the_manifest_is_valid_and_speaks(guest: Guest, language: str, word: str) -> None:
    answer = guest.http.get(f"/manifest.webmanifest?lang={language}")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert "set-cookie" not in answer.headers
    told = answer.json()
    assert word in told["name"]
    assert told["lang"] == language
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        drawn = guest.http.get(icon["src"])
        assert drawn.headers["content-type"] == "image/png"
        width, height = struct.unpack(">II", drawn.content[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    for shortcut in told["shortcuts"]:
        assert guest.http.get(shortcut["url"]).status_code == 200
    assert (
        f'href="/manifest.webmanifest?lang={language}"' in guest.http.get(f"/?lang={language}").text
    )


def test_the_worker_keeps_what_is_the_same_for_everybody_only(guest: Guest) -> None:
    answer = guest.http.get("/sw.js?lang=fr")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert '"/offline?lang=fr"' in answer.text
    for unknown in ("xx", "x" * 20, '"'):
        assert '"/offline?lang=en"' in guest.http.get("/sw.js", params={"lang": unknown}).text
    assert "worker-src 'self'" in answer.headers["content-security-policy"]


def test_the_offline_page_and_all_it_needs(guest: Guest) -> None:
    page = guest.http.get("/offline?lang=de")
    assert "Du bist offline" in page.text
    for address in guest.http.get("/sw.js").text.split('"files": [')[1].split("]")[0].split(", "):
        assert guest.http.get(address.strip('"')).status_code == 200
