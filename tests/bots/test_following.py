"""The strongest level where the winner is proven: it follows the proof, or sets traps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.bots import Bot, levels
from icefield.core.jit import INTERPRETED
from icefield.search import alphabeta, proven

from ..search.strategy_files import SMALL, START, strategy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = icefield.game("seals")


@pytest.fixture(autouse=True)
def small() -> Iterator[Path]:
    with strategy(SMALL) as file:
        yield file


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions that somebody searches in earnest."""
    seen: list[str] = []
    search = alphabeta.search

    def watched(position: Any, *args: Any, **words: Any) -> Any:
        if position != SEALS.start():  # that is only to have it compiled
            seen.append(str(position))
        return search(position, *args, **words)

    monkeypatch.setattr(alphabeta, "search", watched)
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_the_winner_follows_the_proof_to_the_end(seed: int) -> None:
    bot, chance = Bot(SEALS, "max"), random.Random(seed)
    position = START
    while position.turn is not None:
        if position.turn == 1:
            position = position.play(chance.choice(position.moves()))
            continue
        report = bot.choose(position)
        assert (report.value, report.exact) == (1.0, True)
        assert report.line[0] == report.best == report.rated[0].move
        position = position.play(report.best)
    assert position.outcome is not None
    assert position.outcome.winners == (0,)


def test_the_proof_needs_no_search(searches: list[str]) -> None:
    report = Bot(SEALS, "max").choose(START)
    assert report.plies == 12
    assert [move.text for move in report.line] == [m.text for m in proven.line(START, 12)]
    assert searches == []


def test_the_loser_takes_the_longest_road_and_then_the_narrowest(searches: list[str]) -> None:
    bot, position = Bot(SEALS, "max"), START
    for _ in range(5):
        found = proven.find(position)
        assert found is not None
        report = bot.choose(position)
        assert report.exact
        if position.turn == 1:
            assert report.value == -1.0
            mine = next(reply for reply in found.replies if reply.move == report.best)
            assert report.plies == mine.plies == max(r.plies for r in found.replies if not r.leaf)
            equal = [r for r in found.replies if (r.plies, r.leaf) == (mine.plies, mine.leaf)]
            assert mine.answers == min(reply.answers for reply in equal)
            assert len(report.rated) == len(position.moves())
        position = position.play(report.best)
    assert searches == []


def test_bears_that_are_lost_may_yet_win() -> None:
    """Against somebody who answers at random the traps work now and then."""
    hurried = replace(levels(SEALS)[-1], seconds=0.05)  # once the seals have lost their way
    bot, chance, won = Bot(SEALS, hurried), random.Random(3), 0
    for _ in range(6):
        position = START
        while position.turn is not None:
            traps = position.turn == 1
            move = bot.choose(position).best if traps else chance.choice(position.moves())
            position = position.play(move)
        assert position.outcome is not None
        won += position.outcome.winners == (1,)
    assert won > 0


def test_where_the_file_ends_it_also_looks_for_points() -> None:
    chance = random.Random(1)
    position, scores = START, []
    while position.turn is not None:
        found = proven.find(position)
        assert found is not None
        move = found.move or chance.choice(position.moves())
        if found.leaf and found.move is not None:
            report = Bot(SEALS, "max").choose(position)
            scores.append(report.score)
            move = report.best
        position = position.play(move)
    assert scores[-1] is not None


def test_without_a_proof_it_searches(searches: list[str], tmp_path: Path) -> None:
    level = replace(levels(SEALS)[-1], seconds=0.05)
    with strategy(tmp_path / "none"):
        assert not Bot(SEALS, level).choose(START).exact
    assert searches or level.search == "alphabeta"


def test_other_levels_know_of_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_args: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(proven, "find", forbidden)
    for level in levels(SEALS)[:-1]:
        if level.nodes is None or level.nodes <= 10_000:
            Bot(SEALS, level).choose(START)
