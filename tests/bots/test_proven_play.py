"""The strongest level where the winner is proven.

It plays for points and never leaves the proof, or sets traps.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import icefield
from icefield.bots import Bot, Level, levels, proven_play
from icefield.core.game import Move, Position
from icefield.core.jit import INTERPRETED
from icefield.search import Limits, Rated, Report, alphabeta, deadline
from icefield.search.deadline import TimeBudget
from icefield.search.exact.solve import solve
from icefield.search.proof import lookup
from icefield.search.proof.bounded import BoundedProof
from icefield.search.registry import SEARCHES, Search

from ..search.late_positions import late_positions
from ..search.small_strategy import SMALL, START, strategy
from ..timeouts import ENDLESS_S, HANG_S

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = icefield.game("seals")


@pytest.fixture(autouse=True)
def small() -> Iterator[Path]:
    with strategy(SMALL) as file:
        yield file


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions that the bot's main search gets."""
    seen: list[str] = []
    search = alphabeta.search

    def watched(position: Any, *args: Any, **words: Any) -> Any:
        if position != SEALS.start():  # that is only to have it compiled
            seen.append(str(position))
        return search(position, *args, **words)

    monkeypatch.setattr(alphabeta, "search", watched)
    return seen


def hurried(seconds: float = 0.1) -> Bot:
    return Bot(SEALS, replace(top(), seconds=seconds))


def top() -> Level:
    return levels(SEALS)[-1]


def listed(texts: Collection[str], position: Position) -> list[Move]:
    return [move for move in position.moves() if move.text in texts]


@pytest.fixture
def ideas(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace the bot's search by lists of moves, one for each search, the best first."""
    wanted: list[list[str]] = []

    def told(position: Position, *_: Any, only: Any = None, **__: Any) -> Report:
        left = position.moves() if only is None else only
        for texts in wanted[:1]:
            best = next((m for text in texts for m in listed([text], position) if m in left), None)
            if best is not None:
                return Report(best, 0.5, 1, 1, 0.0, (best,), (Rated(best, 1, 0.5),))
        return Report(left[0], 0.5, 1, 1, 0.0, (left[0],), (Rated(left[0], 1, 0.5),))

    monkeypatch.setattr(proven_play, "alphabeta", SimpleNamespace(search=told))
    return wanted


# -- the winner -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_winner_wins_whatever_the_other_does(seed: int) -> None:
    bot, chance = hurried(), random.Random(seed)
    position: Position = START
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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.slow
def test_the_worst_ideas_do_no_harm(seed: int, ideas: list[list[str]]) -> None:
    """A bot with random preferences plays only moves that keep the win, and wins.

    Its moves lead far from the lines in the file.
    """
    bot, chance = hurried(ENDLESS_S), random.Random(seed)
    position: Position = START
    strayed = 0
    while position.turn is not None:
        if position.turn == 1:
            position = position.play(chance.choice(position.moves()))
            continue
        texts = [move.text for move in position.moves()]
        chance.shuffle(texts)
        ideas[:] = [texts]
        found = lookup.find_proof(position, 0)
        report = bot.choose(position)
        assert report.value == 1.0
        strayed += found is None or report.best != found.move
        position = position.play(report.best)
    assert strayed
    assert position.outcome is not None
    assert position.outcome.winners == (0,)


@pytest.mark.slow
def test_a_greedy_idea_that_loses_is_not_played(ideas: list[list[str]]) -> None:
    """All that loses or is not proven is thought of first; what is played is proven."""
    tried = 0
    for position in late_positions(60, most=16, seed=12):
        truth = solve(position)
        if position.turn != 0 or truth.value != "win":
            continue
        losing = [move.text for move in position.moves() if move.text not in truth.winning]
        if not losing:
            continue
        ideas[:] = [losing]
        assert hurried(ENDLESS_S).choose(position).best.text in truth.winning, str(position)
        tried += 1
    assert tried > 5


def test_a_second_idea_is_heard_and_a_third_is_not(ideas: list[list[str]]) -> None:
    tried = 0
    for position in late_positions(60, most=16, seed=12):
        found = lookup.find_proof(position)
        if position.turn != 0 or found is None or found.winner != 0:
            continue
        kept = [m.text for m in position.moves() if _kept(position.play(m)) and m != found.move]
        losing = [m.text for m in position.moves() if not _kept(position.play(m))]
        if not kept or len(losing) < 2:
            continue
        ideas[:] = [[losing[0], kept[-1]]]
        assert hurried(0.5).choose(position).best.text == kept[-1], str(position)
        ideas[:] = [[*losing[:2], kept[-1]]]
        known = [move.text for move, _ in found.winning]
        if kept[-1] not in known:
            assert hurried(0.5).choose(position).best.text in known, str(position)
        tried += 1
    assert tried > 3


def _kept(after: Position) -> bool:
    if after.outcome is not None:
        return after.outcome.winners == (0,)
    found = lookup.find_proof(after)
    return found is not None and found.winner == 0


@pytest.mark.slow
def test_of_moves_that_win_the_one_with_the_most_points_is_played() -> None:
    told = 0
    for position in late_positions(40, most=16, seed=13):
        truth = solve(position)
        found = lookup.find_proof(position)
        if truth.value != "win" or found is None or found.move is None:
            continue
        report = hurried(20.0).choose(position)
        assert report.best.text in truth.best, str(position)
        assert (report.score, report.exact) == (truth.score, True)
        told += found.move.text not in truth.best  # the quickest proof would have given points away
    assert told > 2


def test_a_win_that_only_a_larger_search_shows_is_found_again(ideas: list[list[str]]) -> None:
    """Off the road of the file, where small searches know nothing."""
    assert ideas == []  # no time is spent on a search for points
    position = next(
        position
        for position in late_positions(400, most=26, seed=14)
        if position.turn == 0
        and lookup.find_proof(position) is None
        and BoundedProof(position, 300_000).winner == 0
    )
    report = hurried(ENDLESS_S).choose(position)
    assert (report.value, report.exact) == (1.0, True)
    after = position.play(report.best)
    assert BoundedProof(after, 2_000_000).winner == 0


@pytest.mark.slow
def test_it_keeps_to_its_time_and_can_be_stopped() -> None:
    hurried(0.1).choose(START)  # compiled
    began = time.perf_counter()
    hurried(1.0).choose(START)
    assert time.perf_counter() - began < HANG_S
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.perf_counter()
    hurried(ENDLESS_S).choose(START, stop=stop)
    assert time.perf_counter() - began < HANG_S


def test_all_parts_of_a_decision_share_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off the proven line three proof searches come before the search for a move."""
    now, spent = [0.0], list[float | None]()
    position = SEALS.start()
    for move in ("b7-b6", "g2-f3", "b6-c5", "g7-f6"):
        position = position.play(move)

    class SlowProof:
        """A search that uses all of its time and proves only that the win was kept."""

        def __init__(self, proven: Position, _: int, *, seconds: float | None, **__: Any):
            spent.append(seconds)
            now[0] += seconds or 0.0
            self.winner = position.turn if proven == position.before else None

    def slow_search(at: Position, limits: Limits, **_: Any) -> Report:
        spent.append(limits.seconds)
        now[0] += limits.seconds or 0.0
        return Report(at.moves()[0], 0.5, 1, 1, 0.0)

    hurried().choose(START)  # compiled and loaded
    monkeypatch.setattr(deadline, "clock", lambda: now[0])
    monkeypatch.setattr(proven_play, "known", lambda _position: None)
    monkeypatch.setattr(proven_play, "BoundedProof", SlowProof)
    monkeypatch.setitem(SEARCHES, "alphabeta", cast("Search", slow_search))
    assert hurried(2.0).choose(position).best in position.moves()
    assert len(spent) == 4
    assert None not in spent
    assert now[0] == pytest.approx(2.0)
    assert (spent[-1] or 0.0) > 0.2  # there is time left to search for a move


# -- the loser ------------------------------------------------------------------------------------


def test_the_loser_takes_the_longest_road_and_then_the_narrowest(searches: list[str]) -> None:
    position: Position = START.play(lookup.find_proof(START).best)  # type: ignore[union-attr]
    for _ in range(3):
        found = lookup.find_proof(position)
        assert found is not None
        searches.clear()
        report = proven_play.choose_proven(position, TimeBudget(0.1))
        assert report is not None
        assert report.exact
        assert report.value == -1.0
        assert searches == []  # the proof is enough
        mine = next(reply for reply in found.replies if reply.move == report.best)
        assert report.plies == mine.plies == max(r.plies for r in found.replies if not r.leaf)
        equal = [r for r in found.replies if (r.plies, r.leaf) == (mine.plies, mine.leaf)]
        assert mine.answers == min(reply.answers for reply in equal)
        assert len(report.rated) == len(position.moves())
        position = position.play(report.best)
        position = position.play(lookup.find_proof(position).best)  # type: ignore[union-attr]


@pytest.mark.slow
def test_bears_that_are_lost_may_yet_win() -> None:
    """Against random answers the traps work now and then."""
    bot, chance, won = hurried(0.05), random.Random(3), 0
    for _ in range(6):
        position = START
        while position.turn is not None:
            traps = position.turn == 1
            move = bot.choose(position).best if traps else chance.choice(position.moves())
            position = position.play(move)
        assert position.outcome is not None
        won += position.outcome.winners == (1,)
    assert won > 0


# -- others ---------------------------------------------------------------------------------------


def test_without_a_proof_it_searches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    level = replace(levels(SEALS)[-1], seconds=0.05)
    search, asked = SEARCHES[level.search], []

    def watched(position: Position, limits: Limits, **rest: Any) -> Report:
        assert limits.seconds is not None
        asked.append((position, limits.seconds))
        return search(position, limits, **rest)

    monkeypatch.setitem(SEARCHES, level.search, cast("Search", watched))
    with strategy(tmp_path / "none"):
        assert not Bot(SEALS, level).choose(START).exact
    ((position, seconds),) = asked
    assert position == START
    assert 0 < seconds <= 0.05  # what the look at the own turn left of the one time limit


def test_other_levels_know_of_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_args: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(lookup, "find_proof", forbidden)
    for level in levels(SEALS)[:-1]:
        if level.nodes is None or level.nodes <= 10_000:
            Bot(SEALS, level).choose(START)
