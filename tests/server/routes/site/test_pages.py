"""What all pages have: their words, in the language of the visitor."""

from __future__ import annotations

import re

import pytest

from ...guest import Guest
from ...script_files import SCRIPTS

pytestmark = pytest.mark.any_database


def test_every_string_of_the_scripts_is_in_the_catalogue(guest: Guest) -> None:
    from icefield.server.routes.site.pages import script_strings

    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    known = set(script_strings("en"))
    assert set(re.findall(r'\bt\("([a-z.]+)"', text)) <= known
    assert {id_ for id_ in known if f'"{id_}"' not in text} == set()  # nothing left over


def test_the_language_falls_back_to_english(guest: Guest) -> None:
    for asked in ("xx", "yy-AT;q=0.3, xx", "en;q=x,,;", "x" * 5000, "*"):
        page = guest.http.get("/", headers={"accept-language": asked})
        assert "Play now" in page.text
    page = guest.http.get("/?lang=en")
    assert "icefield-language=en" in page.headers["set-cookie"]
    assert "icefield-language" not in str(guest.http.get("/?lang=%00").headers)
