"""The guess of `strait`: ways, items and water, and that a bot gets home by it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import icefield
from icefield.bots import bot
from icefield.core.game import CHANCE
from icefield.games.strait.kernel import state as s
from icefield.games.strait.kernel.evaluate import (
    PATH_COLUMNS,
    PATH_COST,
    PATH_END,
    PATH_FISH,
    PATH_ROPES,
    estimate,
    find_paths_home,
    find_waits,
    find_walking_distance,
)
from icefield.games.strait.position import StraitPosition

GAME = icefield.game("strait")
DECK = "deck=111:1,101:1,011:1,001:2,100:2,010:2,110:3,200:1,020:1,D110:2"


def put(floes: str, explorers: str, packs: str = "rf/rf", more: str = "") -> StraitPosition:
    text = f"seats=2 goal=3 phase=turn first=0 active=0 floes={floes} {more}".rstrip()
    position = GAME.read(f"{text} explorers={explorers} packs={packs} {DECK}")
    assert isinstance(position, StraitPosition)
    return position


def home(position: StraitPosition, place: str) -> list[int]:
    """Cost, ropes, fish and length of the way home from a place, for seat 0."""
    wait = np.empty(s.MAX_PLACES, dtype=np.int64)
    found = np.empty((s.MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    find_waits(position.state, wait)
    find_paths_home(position.state, 0, found, wait)
    return [int(x) for x in found[position.map.number[place], :PATH_END]]


def guess(position: StraitPosition) -> list[float]:
    out = np.zeros(position.seats)
    assert estimate(position.state, out)
    return [float(x) for x in out]


ALASKA = "wales.tincity.nuluk"


def test_a_ridge_costs_a_rope_and_water_a_fish() -> None:
    # a4 touches Naukan with its north-western edge
    free = put("a4:3", f"a4.wales.tincity/{ALASKA}")
    ridge = put("a4:48", f"a4.wales.tincity/{ALASKA}")  # SW and NW
    assert home(free, "a4")[1:] == [0, 0, 1]
    assert home(ridge, "a4")[1:3] == [1, 0]
    swim = put("b4:3", f"b4.wales.tincity/{ALASKA}")
    assert home(swim, "b4")[1:3] == [0, 1]
    assert (
        home(free, "a4")[PATH_COST]
        < home(ridge, "a4")[PATH_COST]
        < home(put("c4:3", f"c4.wales.tincity/{ALASKA}"), "c4")[PATH_COST]
    )


def test_bears_on_the_way_cost_fish() -> None:
    clear = put("a4:3,b4:3", f"b4.wales.tincity/{ALASKA}")
    bear = put("a4:3:b,b4:3", f"b4.wales.tincity/{ALASKA}")
    assert home(bear, "b4")[PATH_FISH] == home(clear, "b4")[PATH_FISH] + 1
    assert home(bear, "b4")[PATH_ROPES] == home(clear, "b4")[PATH_ROPES]


def test_a_station_with_an_own_explorer_is_no_goal() -> None:
    position = put("a4:3", f"a4.naukan.wales/{ALASKA}")
    other = put("a4:3", f"a4.uelen.wales/{ALASKA}")
    assert home(position, "a4")[PATH_COST] > home(other, "a4")[PATH_COST]


def test_water_where_a_floe_comes_soon_is_less_far() -> None:
    wait = np.empty(s.MAX_PLACES, dtype=np.int64)
    position = put("g1:3", f"{ALASKA}/shishmaref.ikpek.mitletukeruk")
    find_waits(position.state, wait)
    cost = {name: int(wait[position.map.number[name]]) for name in ("g4", "g7", "g3")}
    assert cost["g4"] < cost["g7"] < cost["g3"]  # the current carries three hexes at a time


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_is_even_but_for_the_tempo(seats: int) -> None:
    position = GAME.start(seats=seats)
    assert isinstance(position, StraitPosition)
    values = guess(position)
    assert max(values) - min(values) < 1e-9


def test_the_nearer_seat_is_ahead_and_a_win_is_certain() -> None:
    position = put("b4:3", f"b4.uelen.naukan/{ALASKA}")
    values = guess(position)
    assert values[0] > 0.5 > 0 > values[1]
    won = position.after("b4~a5~chini")
    assert won.outcome is not None
    assert guess(won) == [1.0, -1.0]


AHEAD = {  # the first seat is about to win, the others have not begun
    2: "ikpek.ikpek.nuluk",
    3: "ikpek.ikpek.nuluk/wales.wales.tincity",
    4: "ikpek.ikpek.nuluk/wales.wales.tincity/mitletukeruk.mitletukeruk.nuluk",
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_estimate_is_as_bad_as_a_loss_or_as_good_as_a_win(seats: int) -> None:
    """The least is the payoff of a loss, which is less bad the more seats there are."""
    loss = -1 / (seats - 1)
    packs = "/".join(["-"] * seats)
    text = f"seats={seats} goal=3 phase=turn first=0 active=0 floes=a4:3"
    position = GAME.read(f"{text} explorers=chini.uelen.a4/{AHEAD[seats]} packs={packs} deck=001:1")
    assert isinstance(position, StraitPosition)
    values = guess(position)
    assert all(loss < value < 1 for value in values)
    assert values[0] > 0.5
    assert max(values[1:]) < 0.5 * loss
    won = guess(position.after("a4-naukan"))
    assert won == [1.0, *[loss] * (seats - 1)]
    assert all(loss < value < 1 for value in guess(some_start(seats)))


def some_start(seats: int) -> StraitPosition:
    position = GAME.start(seats)
    assert isinstance(position, StraitPosition)
    return position


def test_an_item_that_the_way_needs_is_worth_having() -> None:
    # every way needs fish here; a rope can be turned into two of them (I20)
    floes, who = "b4:3", f"b4.uelen.wales/{ALASKA}"
    none, fish, rope = (guess(put(floes, who, f"{pack}/rf"))[0] for pack in ("-", "f", "r"))
    assert none < fish < rope
    spare = guess(put("a4:3", f"a4.uelen.naukan/{ALASKA}", "r/rf"))[0]
    without = guess(put("a4:3", f"a4.uelen.naukan/{ALASKA}", "-/rf"))[0]
    assert abs(spare - without) < fish - none  # nothing on the way home needs it


def test_the_walker_counts_the_way_alone() -> None:
    near = put("b4:3", f"b4.wales.tincity/{ALASKA}")
    far = put("g4:3", f"g4.wales.tincity/{ALASKA}")
    rich = put("b4:3", f"b4.wales.tincity/{ALASKA}", "ff/rf")
    assert find_walking_distance(near.state, 0) < find_walking_distance(far.state, 0)
    assert find_walking_distance(near.state, 0) == find_walking_distance(rich.state, 0)


def test_a_bot_gets_its_explorers_home() -> None:
    """Against random play, games that random players never finish end in time."""
    rng = random.Random(7)
    level = bot(GAME, "2")
    position = GAME.start(goal=2)
    while position.turn is not None and position.state[s.TURNS] < 400:
        if position.turn == CHANCE:
            odds = position.odds()
            move = rng.choices(list(odds), [float(x) for x in odds.values()])[0]
        elif position.turn == 0:
            move = level.choose(position, seed=rng.randrange(1 << 30)).best
        else:
            move = rng.choice(position.moves())
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winners == (0,)


def test_a_way_knows_the_station_where_it_ends() -> None:
    """So that every other explorer gets a map of its own."""
    wait = np.empty(s.MAX_PLACES, dtype=np.int64)
    found = np.empty((s.MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    position = put("a4:3", f"a4.naukan.wales/{ALASKA}")
    find_waits(position.state, wait)
    names, number = position.map.places, position.map.number
    find_paths_home(position.state, -1, found, wait)
    assert names[found[number["a4"], PATH_END]] == "naukan"
    find_paths_home(position.state, 0, found, wait)
    assert names[found[number["a4"], PATH_END]] != "naukan"
    assert position.map.stations[names[found[number["a4"], PATH_END]]] in position.map.siberia
