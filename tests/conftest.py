"""Fixtures of all folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .games.glide.small_tablebase import table_folder

os.environ["ICEFIELD_PROGRESS"] = "off"  # standard error does not depend on what is compiled


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests of a file in one process, which sets up what they share once."""
    distributed = config.pluginmanager.hasplugin("xdist")
    for item in items:
        if distributed and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.location[0]))


@pytest.fixture(scope="module")
def tablebase_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of tablebases; only the small one of four floes is built."""
    with table_folder(tmp_path_factory.mktemp("tables")) as folder:
        yield folder
