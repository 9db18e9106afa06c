"""The documentation as a site: no warning while building, no broken link."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from ..timeouts import HANG_S
from .documents import DOCUMENTS, ROOT

pytestmark = pytest.mark.xdist_group("site")

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src"}
LINKS = {**LOADED, "a": "href", "link": "href"}


@dataclass
class Site:
    folder: Path
    output: str
    status: int


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=HANG_S,
        check=False,
    )
    return Site(folder, done.stdout, done.returncode)


@dataclass
class Reader(HTMLParser):
    """What a page can be linked to by, where it links to, and what it loads."""

    ids: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    loads: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value for name, value in attrs if value is not None}
        self.ids.update(known[name] for name in ("id", "name") if name in known)
        found = known.get(LINKS.get(tag, ""))
        if found is not None:
            self.links.add(found)
            if tag in LOADED or (tag == "link" and known.get("rel") != "canonical"):
                self.loads.add(found)


def read(folder: Path) -> dict[Path, Reader]:
    """All pages of a site."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        pages[path] = Reader()
        pages[path].feed(path.read_text(encoding="utf-8"))
    return pages


def broken(folder: Path) -> list[str]:
    """The links that lead nowhere."""
    pages = read(folder)
    found = []
    for path, page in pages.items():
        here = path.relative_to(folder)
        if here.name == "404.html":  # shown at any address, so its links are the server's
            continue
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            if not target.is_file():
                found.append(f"{here}: {link}")
            elif anchor and target in pages and anchor not in pages[target].ids:
                found.append(f"{here}: {link} (no such anchor)")
    return found


@pytest.mark.slow
def test_the_site_builds_without_a_warning(site: Site) -> None:
    assert site.status == 0, site.output
    assert "WARNING" not in site.output
    assert "ERROR" not in site.output


def test_every_document_is_a_page(site: Site) -> None:
    pages = len(list(site.folder.rglob("*.html")))
    wanted = len(DOCUMENTS) - 1  # the repository's README is not one
    notebooks = len(list((ROOT / "docs").rglob("*.ipynb")))
    assert pages == wanted + notebooks + 1, site.output  # and there is one for what is not found


def test_every_link_of_the_site_leads_somewhere(site: Site) -> None:
    assert len(read(site.folder)) > 30
    assert broken(site.folder) == []


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    loaded = {link for page in read(site.folder).values() for link in page.loads}
    assert loaded
    assert [link for link in loaded if urlsplit(link).netloc] == []
    for sheet in site.folder.rglob("*.css"):
        assert "url(http" not in sheet.read_text(encoding="utf-8"), sheet


def test_the_check_of_links_sees(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#end">B</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#top">A</a><img src="none.png">')
    assert broken(tmp_path) == ["a.html: b.html#end (no such anchor)", "b.html: none.png"]
