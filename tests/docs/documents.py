"""The documents and what can be checked in them: commands with their output, examples, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "src" / "icefield" / "games").glob("*/README.md")),
)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_INLINE = re.compile(r"`([^`\n]+)`")


def name(document: Path) -> str:
    return str(document.relative_to(ROOT))


@dataclass(frozen=True)
class Example:
    """A command line, and the output shown under it."""

    command: str
    output: str
    line: int

    @property
    def pattern(self) -> re.Pattern[str]:
        """The output as a pattern: `...` stands for anything, <BLANKLINE> for an empty line."""
        text = re.sub(r"^<BLANKLINE>$", "", self.output, flags=re.MULTILINE)
        if text.endswith("...\n"):  # the rest, which may be nothing
            text = text.removesuffix("\n")
        parts = (re.escape(part) for part in text.split("..."))
        return re.compile(".*?".join(parts), re.DOTALL)


def fences(document: Path, kind: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a kind, with the line they begin on."""
    text = document.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found[1] == kind:
            yield text.count("\n", 0, found.start()) + 2, found[2]


def examples(document: Path) -> list[Example]:
    """The commands in the console blocks of a document, in order."""
    found: list[Example] = []
    for first, block in fences(document, "console"):
        for i, line in enumerate(block.splitlines()):
            if line.startswith("$ "):
                found.append(Example(line[2:], "", first + i))
            else:
                last = found[-1]
                found[-1] = Example(last.command, f"{last.output}{line}\n", last.line)
    return found


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def links(document: Path) -> list[str]:
    """Where the links and pictures of a document point to."""
    return _LINK.findall(prose(document))


def inline(document: Path) -> list[str]:
    """The pieces of code within sentences."""
    return _INLINE.findall(prose(document))


def anchors(document: Path) -> set[str]:
    """The names by which the headings of a document can be linked to."""
    headings = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {text.replace(" ", "-") for text in words}
