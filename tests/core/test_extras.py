"""The light core needs its own dependencies only; a missing extra is named."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import icefield

from ..timeouts import HANG_S

SOURCE = Path(icefield.__file__).parent
ROOT = SOURCE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

EXTRA_OF = {
    "env/aec.py": "pettingzoo",
    "env/ids.py": "gymnasium",
    "env/single.py": "gymnasium",
    "env/spiel.py": "openspiel",
    "press": "press",
    "render/film.py": "picture",
    "render/raster.py": "picture",
    "server": "postgres",  # has the extra `server`, too
    "tui": "tui",
}
"""Which extra a module or folder may import from. The others have the dependencies alone."""


def names(requirements: list[str]) -> set[str]:
    """The distributions that some requirements name, those of our own extras included."""
    found: set[str] = set()
    for each in map(Requirement, requirements):
        if each.name == PROJECT["name"]:
            for extra in each.extras:
                found |= names(PROJECT["optional-dependencies"][extra])
        else:
            found.add(canonicalize_name(each.name))
    return found


def with_their_own(distributions: set[str]) -> set[str]:
    """Distributions with what they require themselves, without their extras."""
    found: set[str] = set()
    waiting = [*distributions]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        try:
            wanted = requires(name) or []
        except PackageNotFoundError:  # only for other systems
            continue
        for each in map(Requirement, wanted):
            if each.marker is None or each.marker.evaluate({"extra": ""}):
                waiting.append(canonicalize_name(each.name))
    return found


CORE = with_their_own(names(PROJECT["dependencies"]))


@cache
def brought(extra: str) -> set[str]:
    """What is installed with an extra."""
    return CORE | with_their_own(names(PROJECT["optional-dependencies"][extra]))


@cache
def importable() -> dict[str, set[str]]:
    """The distributions of each package that can be imported."""
    known = packages_distributions()
    return {name: {canonicalize_name(each) for each in found} for name, found in known.items()}


class RunTime(ast.NodeTransformer):
    """Leaves out what only type checkers read."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        checking = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if checking else self.generic_visit(node)


def outside(path: Path) -> Iterator[str]:
    """The packages of others that a module imports, wherever the import stands."""
    for node in ast.walk(RunTime().visit(ast.parse(path.read_text("utf-8")))):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            modules = [node.module]
        for module in modules:
            package = module.partition(".")[0]
            if package not in sys.stdlib_module_names and package != "icefield":
                yield package


def allowed(path: Path) -> set[str]:
    inside = path.relative_to(SOURCE).as_posix()
    for place, extra in EXTRA_OF.items():
        if inside == place or inside.startswith(f"{place}/"):
            return brought(extra)
    return CORE


@pytest.mark.slow
def test_modules_import_only_what_the_package_or_their_extra_brings() -> None:
    found = {
        f"{path.relative_to(SOURCE)} imports {package}"
        for path in SOURCE.rglob("*.py")
        for package in outside(path)
        if not importable().get(package, {canonicalize_name(package)}) & allowed(path)
    }
    assert found == set()


def test_every_extra_is_part_of_all_or_for_developers() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(extras) >= {"server", "tui", "press", "picture", "test", "all", "dev"}
    whole = names(extras["all"])
    assert {e for e in extras if not names(extras[e]) <= whole} == {"dev", "docs", "peers"}
    assert names(extras["all"]) | names(extras["docs"]) <= names(extras["dev"])
    assert names(extras["server"]) <= brought("postgres")


# -- without them ---------------------------------------------------------------------------------

ONLY = """
import sys

class OnlyThese:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package in sys.stdlib_module_names or package in {known}:
            return None
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, OnlyThese())
"""

LIGHT = """
import tempfile
from pathlib import Path

import icefield
from icefield.cli.main import main

for module in {modules}:
    __import__(module)

from icefield.bots import bot
from icefield.env import batch
from icefield.play import Match

for key in icefield.keys():
    position = icefield.game(key).start()
    assert position.svg().startswith("<svg")
    assert position.board()
assert bot(icefield.game("seals"), "1").choose(icefield.game("seals").start(), seed=1).best
assert batch("glide", 2).step([0, 0]).turn.shape == (2,)
out = Path(tempfile.mkdtemp()) / "board.svg"
for command in (
    ["games"], ["perft", "glide", "2"], ["rules", "torch"], ["picture", "--position", "seals",
    "-o", str(out)], ["analyse", "--help"], ["levels", "strait"], ["play", "glide", "--plain"],
    ["perft", "glide", "2", "--lang", "de"],
):
    assert main(command) == 0, command
"""


def in_a_process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", **environment},
        timeout=HANG_S,
        check=False,
    )


@pytest.mark.slow
def test_the_light_core_works_with_its_dependencies_alone() -> None:
    known = {"icefield"} | {name for name, found in importable().items() if found & CORE}
    modules = [
        ".".join(("icefield", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in sorted(SOURCE.rglob("*.py"))
        if allowed(path) == CORE and path.name not in ("__init__.py", "__main__.py")
    ]
    assert len(modules) > 200
    done = in_a_process(ONLY.format(known=known) + LIGHT.format(modules=modules))
    assert done.returncode == 0, done.stderr


ENTRIES = {
    "server": (
        'main(["serve", "--port", "0"])',
        'main(["backup", "copy.db"])',
        'main(["restore", "copy.db"])',
        'main(["tidy", "--days", "9"])',
    ),
    "press": (
        'main(["press", "glide", "-o", "glide.pdf"])',
        'main(["press", "glide", "--format", "stl"])',
        'main(["press", "torch", "--format", "3mf"])',
    ),
    "picture": (
        'main(["picture", "--position", "seals", "-o", "board.png"])',
        "__import__('icefield.render.raster')",
        "__import__('icefield.render.film')",
        "rendered()",
    ),
    "gymnasium": ('env.gymnasium("seals")',),
    "pettingzoo": ('env.pettingzoo("seals")',),
    "openspiel": ('env.openspiel("seals")',),
    "postgres": ('main(["tidy", "--days", "9", "--database", "postgresql://host/games"])',),
    "ray": ('main(["arena", "glide", "--players", "1,2", "--games", "2", "--ray"])',),
}

MISSING = """
import sys
for name in {packages}:
    sys.modules[name] = None
from icefield import env
from icefield.cli.main import main
from icefield.core.errors import IcefieldError

def rendered():
    seat = env.gymnasium("glide", render_mode="rgb_array", opponent="random")
    seat.reset(seed=1)
    return seat.render()

def run(entry):
    try:
        return eval(entry)
    except IcefieldError as error:
        print(f"icefield: {{error}} [{{error.refusal.code}}]", file=sys.stderr)
        return 2

for entry in {entries}:
    status = run(entry)
    assert status == 2, (entry, status)
"""


def own_packages(extra: str) -> set[str]:
    """What can be imported only with an extra."""
    distributions = names(PROJECT["optional-dependencies"][extra]) - CORE
    if extra == "postgres":
        distributions -= names(PROJECT["optional-dependencies"]["server"])
    known = {name for name, found in importable().items() if found & distributions}
    return known | {name for name in distributions if name.isidentifier()}


@pytest.mark.parametrize("extra", sorted(ENTRIES))
@pytest.mark.slow
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    packages = own_packages(extra)
    assert packages
    done = in_a_process(MISSING.format(packages=packages, entries=ENTRIES[extra]))
    assert done.returncode == 0, done.stderr
    # an environment may also log that it compiles
    told = [line for line in done.stderr.splitlines() if line.startswith("icefield: ")]
    assert len(told) == len(ENTRIES[extra]), done.stderr
    for line in told:
        assert re.fullmatch(
            rf"icefield: .*pip install 'icefield\[{extra}\]' \[missing-extra\]", line
        ), line
    assert list(tmp_path.iterdir()) == []


APP = """
import sys
for name in ("textual", "rich"):
    sys.modules[name] = None
sys.stdin.isatty = sys.stdout.isatty = lambda: True
from icefield.cli.main import main
raise SystemExit(main(["play", "glide"]))
"""


def test_the_board_in_the_terminal_names_its_extra_and_the_way_without(tmp_path: Path) -> None:
    done = in_a_process(APP, TERM="xterm")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'icefield[tui]'" in done.stderr
    assert "--plain" in done.stderr
    assert done.stderr.endswith("[missing-extra]\n")


def test_every_extra_that_is_named_exists() -> None:
    for path in SOURCE.rglob("*.py"):
        for extra in re.findall(r'\bneeds\("(\w+)"', path.read_text("utf-8")):
            assert extra in PROJECT["optional-dependencies"], path
