"""The levels: legal, repeatable, stoppable, and better the higher they are."""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import replace

import pytest

import icefield
from icefield.bots import Bot, Level, bot, levels
from icefield.core.errors import BadOption, GameOver
from icefield.core.game import Game
from icefield.play import Match
from icefield.search import Report, Stop

from ..games.seals.positions import after_random_moves, all_but, play, put
from ..timeouts import ENDLESS_S, HANG_S
from .played_games import SEALS

EVERY = [
    (key, level.name) for key in sorted(icefield.keys()) for level in levels(icefield.game(key))
]
MIDDLE = after_random_moves(3, 8)
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
NODES, PROOF, SECONDS = (4000, 500_000, 0.01) if SOAK else (100, 2000, 0.002)
"""What a level may spend on a move in whole games; one of `strait` has a thousand decisions."""


def level_of(game: Game, name: str) -> Level:
    return next(level for level in levels(game) if level.name == name)


def hurried(level: Level) -> Level:
    """The level with less time to think, so that a whole game is short."""
    if level.seconds is not None:
        level = replace(level, seconds=SECONDS)
    elif level.nodes is not None:
        level = replace(level, nodes=min(level.nodes, NODES))
    return replace(level, proof=min(level.proof, PROOF))


# -- play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "name"), EVERY)
@pytest.mark.slow
def test_every_level_plays_a_whole_game(key: str, name: str) -> None:
    game = icefield.game(key)
    player = Bot(game, hurried(level_of(game, name)))
    match = Match(game, chance=random.Random(1))
    while not match.over:
        match.submit(player.choose(match.position, seed=match.decision).best)
    assert match.position.outcome is not None


@pytest.mark.parametrize("name", [level.name for level in levels(SEALS)])
def test_every_level_as_it_is_gives_a_legal_move(name: str) -> None:
    late = after_random_moves(2, 14)
    assert late.turn is not None
    stop = Stop()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    found = bot(SEALS, name).choose(late, stop=stop)
    timer.cancel()
    assert found.best in late.moves()
    assert found.line[0] == found.best


@pytest.mark.parametrize("name", [level.name for level in levels(SEALS) if level.seconds is None])
def test_the_same_seed_gives_the_same_move(name: str) -> None:
    player = Bot(SEALS, hurried(level_of(SEALS, name)))
    for seed in range(4):
        found = {player.choose(MIDDLE, seed=seed).best for _ in range(2)}
        assert len(found) == 1
    assert player.choose(MIDDLE).best == player.choose(MIDDLE, seed=0).best


def test_a_soft_level_varies_with_the_seed() -> None:
    player = bot(SEALS, "1")
    assert len({player.choose(MIDDLE, seed=seed).best for seed in range(30)}) >= 4


def test_a_soft_choice_is_one_that_was_looked_at() -> None:
    player = bot(SEALS, "1")
    for seed in range(30):
        found = player.choose(MIDDLE, seed=seed)
        rated = next(each for each in found.rated if each.move == found.best)
        assert rated.visits > 0
        assert found.value == rated.value
        play(MIDDLE, *(move.text for move in found.line))


def test_a_bot_keeps_nothing_between_moves() -> None:
    player = bot(SEALS, "2")
    first = player.choose(MIDDLE, seed=1).best
    player.choose(SEALS.start(), seed=2)
    assert player.choose(MIDDLE, seed=1).best == first


def test_reports_are_passed_on() -> None:
    reports: list[Report] = []
    player = Bot(SEALS, replace(level_of(SEALS, "6"), nodes=5000))
    player.choose(MIDDLE, on_report=reports.append)
    assert reports


def test_only_the_seat_to_decide_is_played_for() -> None:
    player = bot(SEALS, "1")
    start = SEALS.start()
    assert player.choose(start, seat=0).best in start.moves()
    with pytest.raises(BadOption):
        player.choose(start, seat=1)


def test_a_finished_game_has_no_choice() -> None:
    over = put("d4", "h5", discs=all_but("d4 h5 h4"), turn="b")
    for name in ("1", "6"):
        with pytest.raises(GameOver):
            bot(SEALS, name).choose(over)


@pytest.mark.parametrize("name", ["4", "6", "max"])  # ranked, alphabeta, all cores
def test_a_bot_can_be_stopped(name: str) -> None:
    endless = replace(level_of(SEALS, name), nodes=None, seconds=ENDLESS_S)
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    began = time.perf_counter()
    found = Bot(SEALS, endless).choose(SEALS.start(), stop=stop)
    assert time.perf_counter() - began < HANG_S
    timer.join()
    assert found.best in SEALS.start().moves()


# -- strength -----------------------------------------------------------------------------------


def wins_against_random(player: Bot, games: int) -> int:
    """How many of that many games it wins, half of them with the bears."""
    won = 0
    for number in range(games):
        rng, position, seat = random.Random(number), SEALS.start(), number % 2
        while position.turn is not None:
            if position.turn == seat:
                move = player.choose(position, seed=number).best
            else:
                move = rng.choice(position.moves())
            position = position.play(move)
        assert position.outcome is not None
        won += seat in position.outcome.winners
    return won


@pytest.mark.parametrize(("name", "least"), [("2", 7), ("4", 8)])
@pytest.mark.slow
def test_a_level_beats_random_play_with_both_roles(name: str, least: int) -> None:
    assert wins_against_random(bot(SEALS, name), 10) >= least


def test_alpha_beta_beats_random_play_with_both_roles() -> None:
    player = Bot(SEALS, replace(level_of(SEALS, "6"), nodes=5000))
    assert wins_against_random(player, 10) >= 8


def test_a_stronger_level_beats_a_weaker_one() -> None:
    strong, weak = bot(SEALS, "4"), bot(SEALS, "1")
    won = 0
    for number in range(10):
        position, seat = SEALS.start(), number % 2
        while position.turn is not None:
            player = strong if position.turn == seat else weak
            position = position.play(player.choose(position, seed=number).best)
        assert position.outcome is not None
        won += seat in position.outcome.winners
    assert won >= 7
