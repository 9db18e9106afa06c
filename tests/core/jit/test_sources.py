"""The digest of what compiled code reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from icefield.core import jit
from icefield.core.jit import sources

CODE = """
from icefield.core.jit import compiled
from .helper import VALUE, table
from . import shapes as sh

TABLE = table(VALUE)

@compiled
def rule(n):
    return TABLE[n] + sh.SIDE

def draw(n):
    return "drawn"
"""


BESIDE = {
    "helper.py": "VALUE = 3\n\ndef table(n):\n    return (n,)\n\ndef unused():\n    return 1\n",
    "shapes.py": "SIDE = 8\nOTHER = 9\nSIDES = {}\nfor n in range(3):\n    SIDES[n] = n\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one compiled module and two that it uses."""
    for name, text in {"__init__.py": "", "code.py": CODE, **BESIDE}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def reached(package: Path) -> str:
    return sources.reached((package / "code.py",))[0]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("code.py", "TABLE[n] +", "TABLE[n] -"),
        ("helper.py", "VALUE = 3", "VALUE = 4"),
        ("helper.py", "return (n,)", "return (n, n)"),
        ("shapes.py", "SIDE = 8", "SIDE = 7"),
        ("shapes.py", "SIDE = 8", "SIDE = 8\nSIDE += 1"),
        ("code.py", "table(VALUE)", "table(VALUE)\nTABLE = TABLE + (1,)"),
    ],
)
def test_the_digest_follows_what_compiled_code_reaches(
    package: Path, name: str, before: str, after: str
) -> None:
    old, text = reached(package), (package / name).read_text()
    assert before in text
    (package / name).write_text(text.replace(before, after))
    assert reached(package) != old


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("code.py", "def rule(n):", 'def rule(n):\n    """The rule."""'),
        ("code.py", "@compiled", "# a comment\n\n\n@compiled"),
        ("code.py", '"drawn"', '"drawn otherwise"'),
        ("helper.py", "def table(n):", 'def table(n):\n    """A table."""'),
        ("helper.py", "return 1", "return 2"),
        ("shapes.py", "OTHER = 9", "OTHER = 10"),
        ("shapes.py", "SIDES[n] = n", "SIDES[n] = 0"),
        ("__init__.py", "", '"""A package."""'),
    ],
)
def test_the_digest_leaves_out_what_compiled_code_cannot_see(
    package: Path, name: str, before: str, after: str
) -> None:
    old, text = reached(package), (package / name).read_text()
    (package / name).write_text(text.replace(before, after) if before else after)
    assert reached(package) == old


def test_a_remembered_digest_is_taken_only_while_its_files_are_as_they_were(package: Path) -> None:
    memory, path = package / "memory", (package / "code.py",)
    fresh = sources.remembered(path, memory)
    assert fresh == sources.remembered(path, memory) == sources.reached(path)[0]
    (note,) = memory.iterdir()
    (package / "helper.py").write_text(BESIDE["helper.py"].replace("3", "5"))
    sources.file_digest.cache_clear()
    changed = sources.remembered(path, memory)
    assert changed == sources.reached(path)[0] != fresh
    note.write_text("no JSON")
    assert sources.remembered(path, memory) == changed


def test_the_digest_of_a_kernel_covers_its_files_and_no_other_game() -> None:
    home = Path(jit.__file__).parents[2]
    _, files = sources.reached(sources.files_below(home / "games" / "strait" / "kernel"))
    names = {str(file.relative_to(home)) for file in files}
    assert {"games/strait/kernel/moves.py", "games/strait/kernel/state.py", "core/bits.py"} <= names
    assert not any(name.startswith(("search/", "render/", "games/seals")) for name in names)
