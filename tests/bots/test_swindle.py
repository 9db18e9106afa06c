"""The strongest level in lost positions: it plays for a mistake of the opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import icefield
from icefield.bots import Bot, levels
from icefield.bots.swindle import choose_swindle
from icefield.core.game import Move, Position
from icefield.core.jit import INTERPRETED
from icefield.games.seals.position import SealsPosition
from icefield.search import Rated, Report

SEALS = icefield.game("seals")
POSITION = SEALS.start().play("b2-b4")
WANTED = "g2-h3"  # not what a search would play


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions that were asked for hopes; the answer is always the same move."""
    seen: list[str] = []

    def hopes(self: Position) -> Mapping[Move, float]:
        seen.append(str(self))
        return {move: 0.6 if move.text == WANTED else 0.1 for move in self.moves()}

    monkeypatch.setattr(SealsPosition, "hopes", hopes)
    return seen


def report(value: float, **more: Any) -> Report:
    rated = tuple(Rated(move, 1, value) for move in POSITION.moves())
    return Report(rated[0].move, value, 10, 3, 0.1, (rated[0].move,), rated, **more)


def test_where_all_seems_lost_the_move_with_most_hope_is_played(asked: list[str]) -> None:
    said = report(-0.9)
    found = choose_swindle(POSITION, said)
    assert found.best.text == WANTED
    assert found.line == (found.best,)
    assert found.rated[0].move == found.best
    assert {rated.move for rated in found.rated} == set(POSITION.moves())
    assert (found.value, found.nodes, found.exact) == (-0.9, 10, False)
    assert asked == [str(POSITION)]


def test_a_proven_loss_stays_one_but_its_length_is_another_move_s(asked: list[str]) -> None:
    found = choose_swindle(POSITION, report(-1.0, exact=True, plies=31, score=12))
    assert found.best.text == WANTED
    assert (found.value, found.exact, found.plies, found.score) == (-1.0, True, None, None)


@pytest.mark.parametrize("value", [-0.69, 0.0, 1.0])
def test_where_a_search_sees_a_chance_it_is_listened_to(asked: list[str], value: float) -> None:
    said = report(value)
    assert choose_swindle(POSITION, said) is said
    assert asked == []


def test_the_same_move_is_left_as_it_was_told(asked: list[str]) -> None:
    said = report(-0.9)
    best = next(move for move in POSITION.moves() if move.text == WANTED)
    said = replace(said, best=best, line=(best,), plies=7)
    assert choose_swindle(POSITION, said) is said


def test_no_hopes_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealsPosition, "hopes", lambda _self: {})
    said = report(-0.9)
    assert choose_swindle(POSITION, said) is said


def test_other_games_know_nothing_of_it() -> None:
    position = icefield.game("glide").start(2)
    move = position.moves()[0]
    said = Report(move, -1.0, 0, 0, 0.0, (move,), (Rated(move, 0, -1.0),))
    assert choose_swindle(position, said) is said


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_max_hopes_and_the_levels_of_the_scale_do_not(asked: list[str]) -> None:
    top = replace(levels(SEALS)[-1], seconds=0.2)
    assert Bot(SEALS, top).choose(POSITION).best.text == WANTED
    assert asked
    asked.clear()
    for level in levels(SEALS)[:-1]:
        if level.nodes is None or level.nodes <= 10_000:
            Bot(SEALS, level).choose(POSITION)
    assert asked == []


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_max_hopes_where_its_loss_is_proven_too(asked: list[str]) -> None:
    position = SEALS.start().play("b2-c3")  # the road of the proof
    found = Bot(SEALS, replace(levels(SEALS)[-1], seconds=0.2)).choose(position)
    assert (found.best.text, found.value, found.exact) == (WANTED, -1.0, True)
    assert asked == [str(position)]
