"""The levels of each game."""

from __future__ import annotations

from itertools import pairwise

import pytest

import icefield
from icefield.bots import bot, levels
from icefield.core.errors import BadOption
from icefield.search import Limits
from icefield.search.registry import suited

from .played_games import SEALS


@pytest.mark.parametrize(
    ("key", "seats"),
    [(game.key, n) for game in map(icefield.game, icefield.keys()) for n in game.seats if n > 1],
)
def test_a_game_has_levels_in_order_of_strength(key: str, seats: int) -> None:
    found = levels(icefield.game(key), seats)
    names = [level.name for level in found]
    assert names == [*(str(n) for n in range(1, len(names))), "max"]
    for level in found:
        assert level.search in (*suited(icefield.game(key)), "ranked")
        assert level.limits != Limits()
        assert str(level.about) != level.about.id  # there is a sentence
        assert level.softness == 0 or level.search != "alphabeta"
    softness = [level.softness for level in found]
    assert softness == sorted(softness, reverse=True)
    for below, level in pairwise(level for level in found if level.nodes is not None):
        if level.softness == below.softness == 0:
            assert (below.nodes or 0) < (level.nodes or 0)
    elo = [level.rating.elo for level in found if level.rating is not None]
    assert len(elo) == len(names) - 1
    assert elo == sorted(elo)


@pytest.mark.parametrize("name", ["", "0", "11", "MAX", "1 ", "x" * 1000])
def test_an_unknown_level_is_refused_by_name(name: str) -> None:
    with pytest.raises(BadOption) as caught:
        bot(SEALS, name)
    assert ", ".join(level.name for level in levels(SEALS)) in str(caught.value)
    assert len(str(caught.value)) < 300
