"""The modules that a page names beforehand are those that its script imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from icefield.server.routes.site.script_modules import STATIC, imported

from ...guest import Guest

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.js")), ids=lambda path: path.stem)
def test_imported_names_every_module_once(path: Path) -> None:
    name = path.relative_to(STATIC).as_posix()
    found = imported(name)
    assert len(set(found)) == len(found)
    assert name not in found
    text = "".join((STATIC / each).read_text(encoding="utf-8") for each in (name, *found))
    modules = {
        target.rpartition("/")[2] for target in re.findall(r'(?<!\()"(\.{1,2}/[^"]+\.js)"', text)
    }
    assert {each.rpartition("/")[2] for each in found} == {
        each for each in modules if each != name.rpartition("/")[2]
    }


def test_pages_preload_what_their_script_imports(guest: Guest) -> None:
    page = guest.http.get("/me").text
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)">', page)
    assert preloaded == list(imported("me/me.js"))
    assert "shared/http.js" in preloaded


def test_service_worker_keeps_all_modules_of_the_offline_page(guest: Guest) -> None:
    page = guest.http.get("/offline").text
    scripts = set(re.findall(r'src="(/static/[^"]+\.js)"', page))
    needed = {"/".join(script.split("/")[3:]) for script in scripts}
    needed |= {each for name in list(needed) for each in imported(name)}
    kept = guest.http.get("/sw.js").text.split('"files": [')[1].split("]")[0]
    assert {"shared/site.js", "shared/dom.js"} <= needed
    assert {name for name in needed if f'/{name}"' not in kept} == set()
