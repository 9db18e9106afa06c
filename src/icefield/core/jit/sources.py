"""The digest of the source code that machine code depends on; it names the cache.

Numba stamps only the file that holds a function, so an edit in a helper module would leave old
rules running from the cache. The digest here covers what a module's compiled functions can reach:
the functions, classes and constants that they use, those that these use, and so on across files.
Comments, docstrings and everything that compiled code cannot see do not count, so editing them
recompiles nothing.

What it follows are names: imports (also those inside functions), module attributes, and the
statements at the top of a module that bind or change a name. A constant that Python code reads
from a data file is not followed; compiled code must take such values as arguments.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[2]
_ALWAYS: Final = (
    _PACKAGE / "core" / "bits.py",
    *(Path(__file__).with_name(name) for name in ("numbers.py", "protocol.py", "tag.py")),
    Path(__file__).with_name("config.py"),
)
"""Files that every compiled function depends on: decorator, tag type, intrinsics."""
_COMPILES: Final = frozenset({"compiled", "intrinsic", "overload"})
"""Names of what makes machine code of a function."""


_parse_lock: Final = threading.Lock()
"""Python 3.11 raises SystemError where two threads parse."""
_Definition = tuple[list[str], list[tuple[Path, str]]]
"""What binds a name, as text, and the names that this uses with their files."""


class _Module:
    """A source file: its top-level statements by the names that they bind or change."""

    def __init__(self, path: Path) -> None:
        with _parse_lock:
            tree = _without_docstrings(ast.parse(path.read_bytes(), str(path)))
        self.path = path
        self.name = str(path.relative_to(_root(path)))
        """Part of the digest, as cached types are classes that are found by their module."""
        self.bindings: defaultdict[str, list[ast.stmt]] = defaultdict(list)
        self.imports: dict[str, tuple[Path, str | None]] = {}
        self.compiled: list[str] = []
        self.definitions: dict[str, _Definition] = {}
        for statement in tree.body:
            self._read(statement)

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.ImportFrom):
            self.imports.update(imported(self.path, statement))
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            self.bindings[statement.name].append(statement)
            if _compiles(statement):
                self.compiled.append(statement.name)
        elif not isinstance(statement, ast.Import) and not _is_type_checking(statement):
            for node in ast.walk(statement):
                if isinstance(node, ast.ImportFrom):
                    self.imports.update(imported(self.path, node))
            for name in _changed_by(statement):
                self.bindings[name].append(statement)
                if _compiles(statement):
                    self.compiled.append(name)

    @property
    def constants(self) -> Iterator[str]:
        """Names in capitals that the module binds itself."""
        return (name for name in self.bindings if name.lstrip("_").isupper())


@lru_cache(maxsize=512)
def _read_module(path: Path, _changed_at: int) -> _Module:
    """A file, parsed once.

    On an empty cache, dozens of digests are made of the same files.
    """
    return _Module(path)


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


def _compiles(statement: ast.stmt) -> bool:
    """Whether a statement makes a compiled function, at the top or nested."""
    names = (
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(statement)
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return not _COMPILES.isdisjoint(names)


def _is_type_checking(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.If)
        and isinstance(statement.test, ast.Name)
        and statement.test.id == "TYPE_CHECKING"
    )


def _changed_by(statement: ast.stmt) -> set[str]:
    """The names that a statement binds or may change.

    It may change all names that it mentions, unless it is an assignment.
    """
    parts: list[ast.AST] = [statement]
    if isinstance(statement, ast.Assign):
        parts = [*statement.targets]  # of `TABLE[0] = 1`, too
    elif isinstance(statement, ast.AnnAssign):
        parts = [statement.target]
    nodes = (node for part in parts for node in ast.walk(part))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def imported(path: Path, node: ast.ImportFrom) -> dict[str, tuple[Path, str | None]]:
    """The origin of imported names: file and name there, None for the file itself.

    Only files of the same package tree and of ours are found; others belong to other packages.
    """
    parts = node.module.split(".") if node.module else []
    bases = [path.parents[node.level - 1]] if node.level else [_PACKAGE.parent, _root(path)]
    for base in bases:
        target = base.joinpath(*parts)
        found: dict[str, tuple[Path, str | None]] = {}
        for alias in node.names:
            inner = _file(target / alias.name)
            outer = _file(target)
            if inner is not None:
                found[alias.asname or alias.name] = inner, None
            elif outer is not None:
                found[alias.asname or alias.name] = outer, alias.name
        if found:
            return found
    return {}


def _root(path: Path) -> Path:
    """The folder from which the outermost package of a file is imported."""
    folder = path.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def _file(target: Path) -> Path | None:
    for found in (target.with_name(target.name + ".py"), target / "__init__.py"):
        if found.is_file():
            return found
    return None


# -- what can be reached --------------------------------------------------------------------------


class _Reach:
    """The definitions that the compiled functions of some files can reach, by file."""

    def __init__(self) -> None:
        self.modules: dict[Path, _Module] = {}
        self.code: set[str] = set()
        self._seen: set[tuple[Path, str]] = set()

    def module(self, path: Path) -> _Module:
        if path not in self.modules:
            self.modules[path] = _read_module(path, path.stat().st_mtime_ns)
        return self.modules[path]

    def add_roots(self, path: Path) -> None:
        """Add all compiled functions, constants and re-exports of a file."""
        module = self.module(path)
        names = [*module.compiled, *module.constants]
        if path.name == "__init__.py":
            names += module.imports
        self._visit(module, names)

    def _visit(self, module: _Module, names: Iterable[str]) -> None:
        waiting = [(module, name) for name in names]
        while waiting:
            found, name = waiting.pop()
            if (found.path, name) in self._seen:
                continue
            self._seen.add((found.path, name))
            if name in found.imports:
                path, symbol = found.imports[name]
                if symbol is not None:
                    waiting.append((self.module(path), symbol))
                continue
            if name not in found.definitions:
                found.definitions[name] = self._define(found, name)
            codes, used = found.definitions[name]
            self.code.update(codes)
            waiting += [(self.module(path), symbol) for path, symbol in used]

    def _define(self, module: _Module, name: str) -> _Definition:
        statements = module.bindings.get(name, ())
        codes = [f"{module.name}.{name} {ast.dump(statement)}" for statement in statements]
        used = {(m.path, n) for statement in statements for m, n in self._used(module, statement)}
        return codes, sorted(used)

    def _used(self, module: _Module, statement: ast.stmt) -> Iterator[tuple[_Module, str]]:
        """The names that a statement uses, each with the module that defines it."""
        local: dict[str, tuple[Path, str | None]] = {}
        for node in ast.walk(statement):
            if isinstance(node, ast.ImportFrom):
                local.update(imported(module.path, node))
        for path, symbol in local.values():
            if symbol is not None:
                yield self.module(path), symbol
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                yield module, node.id
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                source = local.get(node.value.id) or module.imports.get(node.value.id)
                if source is not None and source[1] is None:
                    yield self.module(source[0]), node.attr


# -- digests --------------------------------------------------------------------------------------


def files_below(path: Path) -> tuple[Path, ...]:
    """The source files of a module or a package."""
    return tuple(sorted(path.rglob("*.py"))) if path.is_dir() else (path,)


def reached(paths: Iterable[Path]) -> tuple[str, tuple[Path, ...]]:
    """The digest of what compiled functions of some files reach, and its files."""
    reach = _Reach()
    for path in (*_ALWAYS, *paths):
        reach.add_roots(path)
    total = hashlib.sha256()
    for code in sorted(reach.code):
        total.update(code.encode())
        total.update(b"\0")
    return total.hexdigest()[:16], tuple(sorted(reach.modules))


@lru_cache(maxsize=4096)
def file_digest(path: Path) -> str:
    """A digest of a file's bytes, read once a program."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def remembered(paths: tuple[Path, ...], memory: Path | None) -> str:
    """The digest of `reached`, cached in the folder `memory` while no file changes.

    Parsing the files takes tens of milliseconds for each program start.
    """
    name = hashlib.sha256("\n".join(map(str, paths)).encode()).hexdigest()[:16]
    note = None if memory is None else memory / f"{name}.json"
    if note is not None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(note.read_text("utf-8"))
            if all(file_digest(Path(file)) == digest for file, digest in kept["files"].items()):
                return str(kept["digest"])
    digest, files = reached(paths)
    if note is not None:
        with contextlib.suppress(OSError):
            _write(note, {"digest": digest, "files": {str(f): file_digest(f) for f in files}})
    return digest


def _write(note: Path, content: object) -> None:
    """Write a file atomically: other processes see all of it or nothing."""
    note.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=note.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(content, file)
    Path(part).replace(note)
