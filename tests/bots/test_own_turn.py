"""Levels take a win within their turn; from the middle on they prevent one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import icefield
from icefield.bots import Bot, Level, levels
from icefield.core.game import CHANCE, Move, Position
from icefield.search.own_turn import find_win

from ..turns import finish_turn, own_turn_cases, random_answer


def quick(level: Level) -> Level:
    """The level with less to search: what it sees of the turn does not depend on it."""
    if level.seconds is not None:
        return replace(level, seconds=0.02)
    return level if level.nodes is None else replace(level, nodes=min(level.nodes, 100))


def player(position: Position, level: Level) -> Bot:
    return Bot(position.game, quick(level))


def levels_of(position: Position) -> tuple[Level, ...]:
    return levels(position.game, position.seats)


@pytest.mark.parametrize(("key", "text"), own_turn_cases("win"))
def test_every_level_takes_a_win_within_its_turn(key: str, text: str) -> None:
    position = icefield.game(key).read(text)
    for level in levels_of(position):
        chosen = player(position, level)

        def choose(at: Position, chosen: Bot = chosen) -> Move:
            report = chosen.choose(at, seed=3)
            assert (report.value, report.exact) == (1.0, True)
            assert report.line[0] == report.best
            return report.best

        end = finish_turn(position, choose, random.Random(level.name))
        assert end.outcome is not None, level.name
        assert end.outcome.winners == (position.turn,)


@pytest.mark.parametrize(("key", "text"), own_turn_cases("prevent"))
def test_levels_from_the_middle_on_prevent_the_win_of_the_next(key: str, text: str) -> None:
    position = icefield.game(key).read(text)
    defending = [level for level in levels_of(position) if level.defends]
    for level in (defending[0], defending[-1]):
        chosen = player(position, level)

        def choose(at: Position, chosen: Bot = chosen) -> Move:
            return chosen.choose(at, seed=5).best

        end = finish_turn(position, choose, random.Random(7))
        assert end.outcome is None, level.name
        assert find_win(end) is None, level.name


def test_levels_below_the_middle_do_not_look_at_the_next_turn() -> None:
    for game in map(icefield.game, icefield.keys()):
        for level in levels(game):
            assert level.defends == (level.name == "max" or level.place >= 5)


def test_the_report_of_a_win_has_the_score_and_the_line() -> None:
    for key, text in own_turn_cases("win"):
        position = icefield.game(key).read(text)
        assert position.turn is not None
        report = Bot(position.game, levels_of(position)[0]).choose(position)
        end = position
        for move in report.line:
            end = end.play(move)
        if key == "seals":
            assert end.outcome is not None
            assert report.score == max(end.outcome.scores)
        else:
            assert report.score is None


def passive(position: Position, rng: random.Random) -> Move:
    """Turns a floe and ends the turn where possible; else the first move."""
    moves = position.moves()
    idle = [m for m in moves if m.text.startswith("turn:")] or [m for m in moves if m.text == "end"]
    return rng.choice(idle or moves)


@pytest.mark.parametrize("name", ["1", "4", "6"])
@pytest.mark.slow
def test_a_game_of_strait_against_a_passive_player_ends(name: str) -> None:
    """The bot does not shuffle without end: it walks its explorers home."""
    game = icefield.game("strait")
    chosen = Bot(game, next(level for level in levels(game) if level.name == name))
    rng = random.Random(2)
    position: Position = game.start(goal=2)
    for number in range(4000):
        if position.turn is None:
            break
        if position.turn == CHANCE:
            move = random_answer(position, rng)
        elif position.turn == 0:
            move = chosen.choose(position, seed=number).best
        else:
            move = passive(position, rng)
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winners == (0,)
