"""Public modules under their former paths."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from collections.abc import Iterator

import pytest

from icefield.core.moved import MOVED, install

PUBLIC = {  # what the reference of release 0.1.0 documented under the former paths
    "icefield.analysis.solving": ("Study", "study", "truth"),
    "icefield.core.insight": ("Mistake", "Reason", "Threat"),
    "icefield.search.report": ("Limits", "Rated", "Report", "Stop"),
    "icefield.search.searches": ("SEARCHES", "Search", "able", "suited"),
    "icefield.search.tables": ("BadTable", "Totals", "ValueTable", "Verdict", "build", "find"),
}


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Each test imports the former paths anew."""
    forget()
    yield
    forget()


def forget() -> None:
    """Take the former paths out of `sys.modules` and their packages."""
    for name in MOVED:
        sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        vars(importlib.import_module(package)).pop(last, None)


def test_moved_names_every_documented_path() -> None:
    assert MOVED.keys() == PUBLIC.keys()


@pytest.mark.parametrize("old", MOVED)
def test_moved_module_is_the_new_one(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {MOVED[old]}"):
        found = importlib.import_module(old)
    assert found is importlib.import_module(MOVED[old])
    assert found.__spec__ is not None
    assert found.__name__ == found.__spec__.name == MOVED[old]
    for name in PUBLIC[old]:
        assert hasattr(found, name), name


def test_moved_module_warns_at_the_import_statement() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        from icefield.search import tables  # type: ignore[attr-defined]
    assert [entry.filename for entry in caught] == [__file__]
    assert tables is importlib.import_module("icefield.search.exact.tablebase")


def test_moved_path_leaves_unknown_modules_missing() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("icefield.search.nowhere")


def test_install_adds_one_finder_that_imports_nothing() -> None:
    before = list(sys.meta_path)
    install()
    assert sys.meta_path == before
    code = "import sys, icefield; print([m for m in sys.modules if 'icefield.search' in m])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
