"""Adds pages to the MkDocs site whose text is elsewhere in the repository.

The README of a game, the changelog and the files that documents point at become part of the site
without being copied by hand, and links between documents lead to the pages made of them.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"

_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def _elsewhere() -> dict[Path, str]:
    """Files outside docs/ that the site shows, each with its place there."""
    games = sorted((ROOT / "src" / "icefield" / "games").glob("*/README.md"))
    return {
        ROOT / "CHANGELOG.md": "changelog.md",
        ROOT / "CONTRIBUTING.md": "contributing.md",
        ROOT / "SECURITY.md": "security.md",
        ROOT / "src/icefield/server/web/static/icons/icon.svg": "pictures/icon.svg",
        **{readme: f"games/{readme.parent.name}.md" for readme in games},
    }


PAGES: Final = _elsewhere()
SOURCES: Final = {place: file for file, place in PAGES.items()}


def _place(file: Path) -> str:
    """Where a file of the repository is in the site."""
    if file in PAGES:
        return PAGES[file]
    if file.is_relative_to(DOCS):
        return file.relative_to(DOCS).as_posix()
    return f"files/{file.relative_to(ROOT).as_posix()}"


def _origin(place: str) -> Path:
    """The file of the repository that a page of the site is made of."""
    return SOURCES.get(place, DOCS / place)


def _texts(page: Path) -> list[str]:
    """The parts of a document between its fenced blocks."""
    return _FENCE.split(page.read_text(encoding="utf-8"))


def _target(page: Path, link: str) -> Path | None:
    """The file of the repository that a link leads to, if it leads to one."""
    found = (page.parent / link).resolve()
    return found if "://" not in link and found.is_relative_to(ROOT) and found.is_file() else None


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages and files that are not in docs/."""
    for file, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(file)))
    pages = [_origin(file.src_uri) for file in files.documentation_pages()]
    linked = {
        target
        for page in pages
        for text in _texts(page)
        for link in _LINK.finditer(text)
        if (target := _target(page, link[2])) is not None
    }
    for file in sorted(linked):
        if not file.is_relative_to(DOCS) and file not in PAGES:
            files.append(File.generated(config, _place(file), abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Let links lead to where things are in the site."""
    here = page.file.src_uri
    origin = _origin(here)

    def moved(link: re.Match[str]) -> str:
        target = _target(origin, link[2])
        if target is None:
            return link[0]
        place = posixpath.relpath(_place(target), posixpath.dirname(here) or ".")
        return f"{link[1]}{place}{link[3] or ''}{link[4]}"

    parts = re.split(f"({_FENCE.pattern})", markdown, flags=_FENCE.flags)
    return "".join(part if part.startswith("```") else _LINK.sub(moved, part) for part in parts)
