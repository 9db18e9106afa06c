"""The scripts and style sheets that the server sends."""

from __future__ import annotations

import re

import pytest

from ...guest import Guest
from ...script_files import SCRIPTS, STATIC

pytestmark = pytest.mark.any_database


def test_scripts_import_only_what_exists_and_know_no_game(guest: Guest) -> None:
    for path in SCRIPTS:
        name = path.relative_to(STATIC).as_posix()
        script = guest.http.get(f"/static/any/{name}")
        assert script.headers["content-type"].startswith("text/javascript")
        for other in re.findall(r'(?:from|import) "(\.[^"]+)"', script.text):
            imported = (path.parent / other).resolve().relative_to(STATIC).as_posix()
            assert guest.http.get(f"/static/any/{imported}").status_code == 200, (name, other)
        told = script.text.lower()
        for word in ("{ capture: true", "passive: false"):  # the browser's words for events
            told = told.replace(word, "")
        for word in ("seal", "bear", "strait", "torch", "capture", "b2", "pass"):
            assert not re.search(rf"\b{word}", told), (name, word)
