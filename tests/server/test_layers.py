"""The layers: tables → storage → cluster → service → views → routes → app.

A module imports only from its own layer and from those before it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield.server

SERVER = Path(icefield.server.__file__).parent
BASE = -1
"""Modules that every layer may use: errors and the clock."""
LAYER = {
    "errors": BASE,
    "clock": BASE,
    "tables": 0,
    "storage": 1,
    "settings": 1,
    "cluster": 2,
    "service": 3,
    "views": 4,
    "asgi": 5,
    "routes": 5,
    "app": 6,
    "run": 7,
}
SQL = {"storage"}
HTTP = {"routes", "asgi", "app", "run"}


def _modules() -> list[Path]:
    return [path for path in sorted(SERVER.rglob("*.py")) if "web" not in path.parts]


def _name(path: Path) -> tuple[str, ...]:
    """The module's name inside the server."""
    name = path.relative_to(SERVER).with_suffix("").parts
    return name[:-1] if name[-1] == "__init__" else name


def _imports(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and full name of everything a module imports, also in functions."""
    package = ("icefield", "server", *path.relative_to(SERVER).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, tuple(alias.name.split("."))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = (*start, *(node.module.split(".") if node.module else ()))
            yield from ((node.lineno, (*base, alias.name)) for alias in node.names)


def _against_the_layers(path: Path) -> list[str]:
    name = _name(path)
    if not name:
        return []
    return [
        f"{path.relative_to(SERVER)}:{line} imports {'.'.join(target[2:])}"
        for line, target in _imports(path)
        if target[:2] == ("icefield", "server")
        and len(target) > 2
        and LAYER[target[2]] > LAYER[name[0]]
    ]


def test_every_module_has_a_layer() -> None:
    assert {name[0] for path in _modules() if (name := _name(path))} <= set(LAYER)


def test_imports_point_down_the_layers() -> None:
    assert [found for path in _modules() for found in _against_the_layers(path)] == []


@pytest.mark.parametrize(
    ("where", "code", "wrong"),
    [
        ("tables/table.py", "from ..storage.event_log import Store", True),
        ("views/table.py", "def f():\n    from ..routes import pages", True),
        ("service/hub.py", "import icefield.server.views.table.state", True),
        ("views/table.py", "from ..tables.table import Table", False),
        ("cluster/lease.py", "from ..clock import now", False),
    ],
)
def test_the_layer_check_sees(tmp_path: Path, where: str, code: str, wrong: bool) -> None:
    path = SERVER / where

    class Written(type(path)):  # type: ignore[misc]
        def read_text(self, *_: object, **__: object) -> str:
            return code

    assert bool(_against_the_layers(Written(path))) is wrong


@pytest.mark.parametrize(
    ("packages", "allowed"),
    [({"sqlalchemy", "alembic"}, SQL), ({"fastapi", "starlette"}, HTTP)],
)
def test_a_library_is_known_to_its_layers_only(packages: set[str], allowed: set[str]) -> None:
    found = [
        f"{path.relative_to(SERVER)}:{line} imports {'.'.join(target)}"
        for path in _modules()
        for line, target in _imports(path)
        if target[0] in packages and _name(path)[0] not in allowed
    ]
    assert found == []


BLOCKED = """\
import importlib, sys
for name in ("sqlalchemy", "alembic", "fastapi", "starlette", "uvicorn"):
    sys.modules[name] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_tables_and_views_are_imported_without_database_and_web_framework() -> None:
    """Not even indirectly: they also run in a page without a server."""
    names = [
        ".".join(("icefield", "server", *_name(path)))
        for path in _modules()
        if _name(path)[:1] in (("tables",), ("views",))
    ]
    assert len(names) > 20
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *names], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
