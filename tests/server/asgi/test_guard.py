"""Identity, origin, headers, languages."""

from __future__ import annotations

import re

import pytest

from ..guest import Guest, refused

pytestmark = pytest.mark.any_database


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
        loaded = re.sub(r"<a\s[^>]*>", "", page.text)  # a link loads nothing
        outside = re.findall(r"""(?:src|href|action)=["'](?:https?:)?//[^"']+""", loaded)
        assert outside == []
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
            found = guest.http.get(asset)
            assert found.status_code == 200, asset
            assert "immutable" in found.headers["cache-control"]
