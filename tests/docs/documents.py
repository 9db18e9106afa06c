"""The documents: their commands with output, examples and links."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from icefield.cli.main import main

from ..timeouts import HANG_S

ROOT = Path(__file__).resolve().parents[2]
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REPOSITORY = _PROJECT["urls"]["Repository"]

DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src" / "icefield" / "games").glob("*/README.md")),
)

_TERMINAL = {"COLUMNS": "80", "LANG": "C.UTF-8"}
_FENCE = re.compile(r'^```([\w-]*)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
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
        """The output as a pattern: `...` is any text, <BLANKLINE> an empty line."""
        text = re.sub(r"^<BLANKLINE>$", "", self.output, flags=re.MULTILINE)
        if text.endswith("...\n"):  # the rest, which may be nothing
            text = text.removesuffix("\n")
        parts = (re.escape(part) for part in text.split("..."))
        return re.compile(".*?".join(parts), re.DOTALL)


def fences(document: Path, kind: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a kind with their first line; a titled block is a file."""
    text = document.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found[1] == kind and found[2] is None:
            yield text.count("\n", 0, found.start()) + 2, found[3]


def files(document: Path) -> dict[str, str]:
    """The files that a document shows whole, by the names in their titles."""
    found = _FENCE.finditer(document.read_text(encoding="utf-8"))
    return {each[2]: each[3] for each in found if each[2] is not None}


def examples(document: Path, kind: str = "console") -> list[Example]:
    """The commands in the blocks of a kind, in order."""
    found: list[Example] = []
    for first, block in fences(document, kind):
        for i, line in enumerate(block.splitlines()):
            if line.startswith("$ "):
                found.append(Example(line[2:], "", first + i))
            else:
                last = found[-1]
                found[-1] = Example(last.command, f"{last.output}{line}\n", last.line)
    return found


def run(example: Example, document: Path, folder: Path, **settings: str) -> None:
    """Run a command in a folder; an AssertionError for output other than shown."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": programs, **_TERMINAL, **settings}
    done = subprocess.run(
        ["sh", "-c", example.command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        timeout=HANG_S,
        check=False,
    )
    _check(example, document, done.returncode, done.stdout)


def run_here(example: Example, document: Path, folder: Path, **settings: str) -> None:
    """The same in this process, for a command of the program that needs no shell."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(said):
        patch.chdir(folder)
        patch.setattr(sys, "stdin", io.StringIO())
        for variable, value in {**_TERMINAL, **settings}.items():
            patch.setenv(variable, value)
        status = main(shlex.split(example.command)[1:])
    _check(example, document, status, said.getvalue())


def needs_shell(command: str) -> bool:
    """Whether a command is more than one run of the program with its arguments."""
    return not command.startswith("icefield ") or bool(set(shlex.split(command)) & {"|", ">"})


def _check(example: Example, document: Path, status: int, printed: str) -> None:
    where = f"{name(document)}:{example.line}: {example.command}\nprinted\n{printed}"
    assert status == (2 if example.output.startswith("icefield: ") else 0), where
    if example.output:
        assert example.pattern.fullmatch(printed), where


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def links(document: Path) -> list[str]:
    """The targets of a document's links and pictures, own files as paths."""
    return [_local(document, link) for link in _LINK.findall(prose(document))]


def _local(document: Path, link: str) -> str:
    """A link to a file of this repository, as a path from the document's folder."""
    for kind in ("blob", "raw"):
        place = f"{REPOSITORY}/{kind}/main/"
        if link.startswith(place):
            file, mark, anchor = link.removeprefix(place).partition("#")
            return os.path.relpath(ROOT / file, document.parent) + mark + anchor
    return link


def relative_links(document: Path) -> list[str]:
    """The links and pictures that only work beside the other files of the repository."""
    found = _LINK.findall(prose(document))
    return [link for link in found if "://" not in link and not link.startswith("#")]


def inline(document: Path) -> list[str]:
    """The pieces of code within sentences."""
    return _INLINE.findall(prose(document))


def anchors(document: Path) -> set[str]:
    """The names by which the headings of a document can be linked to."""
    headings = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {text.replace(" ", "-") for text in words}
