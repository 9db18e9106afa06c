"""The tag type, which binds a search to a kernel."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import icefield.games.seals.kernel as seals_kernel
from icefield import CHANCE, game
from icefield.core import jit
from icefield.core.jit import OVER, bind


def test_a_tag_names_the_kernel_and_the_digest() -> None:
    tag = bind(game("seals"))
    assert tag is bind(game("seals"))
    folder = Path(seals_kernel.__file__).parent
    assert tag.name == f"icefield.games.seals.kernel:{jit.digest(folder)}"
    assert tag.max_moves == 64
    assert tag.find("apply") is not None
    assert tag.find("no_such_function") is None
    assert tag.name in repr(tag)


def test_a_function_the_kernel_lacks_is_missed_by_name() -> None:
    empty = jit.Tag("numpy.ma", "empty")  # a module that is no kernel
    with pytest.raises(TypeError, match="has no save"):
        jit.save(empty, 1, 2)


def test_the_special_turns_are_no_seats() -> None:
    assert len({OVER, CHANCE, 0, 1, 2, 3}) == 6
    assert OVER < 0
    assert CHANCE < 0


def test_a_tag_in_a_cache_index_needs_no_module_until_it_is_used() -> None:
    """A process that shares the cache may lack the other games bound to a search."""
    tag = jit.Tag("no_such_game.kernel", "no_such_game:0")
    again = pickle.loads(pickle.dumps(jit.TagType(tag)))
    assert again.name == "Tag[no_such_game:0]"
    with pytest.raises(ModuleNotFoundError):
        again.tag.find("moves")
