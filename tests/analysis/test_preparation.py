"""What is compiled for a game, and the estimate of how long it takes."""

from __future__ import annotations

import importlib

import pytest

from icefield.analysis import preparation
from icefield.core import jit
from icefield.games import game, keys, read_toml


@pytest.mark.parametrize("key", keys())
def test_compile_times_name_functions_of_the_package(key: str) -> None:
    names = [*read_toml(key, "compile_times.toml")]
    assert len(names) > 20
    known = 0
    for name in names:
        module, _, function = name.removesuffix("!").rpartition(".")
        known += hasattr(importlib.import_module(module), function)
    assert known >= 0.8 * len(names), "run scripts/compile_times.py"


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_estimate_follows_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On a copy of the cache folder that is filled by hand."""
    folder = tmp_path_factory.mktemp("cache")
    jit.bind(game("glide"))  # with the usual cache
    monkeypatch.setattr(jit, "cache_folder", lambda _path=None: folder)
    clock = [0.0]
    found = preparation.Estimate("glide", lambda: clock[0])
    first = found.progress()
    assert not first.ready
    assert first.percent == 0
    assert first.seconds_left > 1
    for module, function in (("icefield.core.jit.numbers", "mix"), ("icefield.core.jit", "none")):
        (folder / f"{jit.config.index_name(module, function, ())}.nbi").touch()
    clock[0] = 100.0
    slow = found.progress()
    assert slow.seconds_left > first.seconds_left  # as it hardly gets on
    assert "about" in slow.sentence().text()


def test_steps_begin_with_the_usual_level() -> None:
    """Every step can be called without a search that takes long."""
    for step in preparation.steps(game("glide")):
        step()
