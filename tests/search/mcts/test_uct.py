"""UCT: the same for a seed, limits, stopping, threads, and what it finds."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.cli.ugi import first_decision
from icefield.core.errors import GameOver
from icefield.games.seals.position import SealsPosition
from icefield.search import Limits, Report, Stop
from icefield.search.mcts import uct
from icefield.search.registry import SEARCHES, able

from ...games.seals.positions import after_random_moves, all_but, play, put, start
from ...timeouts import HANG_S
from ..late_positions import late_positions, reference_of
from ..python_progress import Counting
from ..stopping import assert_stops

POSITIONS = [after_random_moves(seed, 3 * seed) for seed in range(6)]


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0)


def assert_sound(position: SealsPosition, report: Report) -> None:
    """A report that keeps its promises."""
    assert report.best == report.rated[0].move
    assert report.line[0] == report.best
    play(position, *(move.text for move in report.line))
    assert sorted(rated.move for rated in report.rated) == list(position.moves())
    assert [rated.visits for rated in report.rated] == sorted(
        (rated.visits for rated in report.rated), reverse=True
    )
    assert sum(rated.visits for rated in report.rated) == report.nodes
    assert all(-1 <= rated.value <= 1 for rated in report.rated)
    assert report.value == report.rated[0].value
    assert not report.exact


@pytest.mark.parametrize("position", POSITIONS, ids=str)
@pytest.mark.slow
def test_one_thread_with_a_seed_finds_the_same_every_time(position: SealsPosition) -> None:
    limit = Limits(nodes=3000)
    for seed in (0, 1, 12345678901234567890):
        first, again = (uct.search(position, limit, seed=seed) for _ in range(2))
        assert untimed(first) == untimed(again)
    seeds = {untimed(uct.search(position, limit, seed=seed)) for seed in range(4)}
    assert len(seeds) > 1 or len(position.moves()) == 1


@settings(deadline=None, derandomize=True, max_examples=60)
@given(seed=st.integers(0, 1000), plies=st.integers(0, 30), nodes=st.integers(1, 400))
def test_a_report_is_sound(seed: int, plies: int, nodes: int) -> None:
    position = after_random_moves(seed, plies)
    if position.turn is not None:
        found = uct.search(position, Limits(nodes=nodes), seed=seed)
        assert found.nodes == nodes
        assert_sound(position, found)


@pytest.mark.parametrize("nodes", [1, 2, 16, 511, 512, 513, 5000])
def test_nodes_are_respected_exactly(nodes: int) -> None:
    assert uct.search(start(), Limits(nodes=nodes)).nodes == nodes


def test_seconds_are_respected() -> None:
    began = time.perf_counter()
    found = uct.search(start(), Limits(seconds=0.2))
    took = time.perf_counter() - began
    assert 0.15 < took < HANG_S
    assert found.nodes > 512
    assert found.nodes_per_second > 0


@pytest.mark.parametrize(
    ("key", "seats", "search"),
    [("glide", 4, "alphabeta"), ("glide", 2, "uct"), ("torch", 3, "isuct")],
)
def test_a_depth_is_a_limit_too(key: str, seats: int, search: str) -> None:
    position = first_decision(icefield.game(key).start(seats))
    watchdog = Stop()
    timer = threading.Timer(HANG_S, watchdog.set)
    timer.start()
    found = SEARCHES[able(search, position)](position, Limits(depth=2), stop=watchdog)
    timer.cancel()
    assert not watchdog.is_set()
    assert found.depth >= 2
    assert found.nodes <= 20_000


def test_a_depth_beyond_the_end_of_the_game_ends_the_search_as_well() -> None:
    late = next(iter(late_positions(1, most=4, seed=3)))
    watchdog = Stop()
    timer = threading.Timer(HANG_S, watchdog.set)
    timer.start()
    found = uct.search(late, Limits(depth=30), stop=watchdog)
    timer.cancel()
    assert not watchdog.is_set()
    assert found.depth < 30


def test_what_is_reached_first_counts() -> None:
    assert uct.search(start(), Limits(seconds=60, nodes=700)).nodes == 700
    assert uct.search(start(), Limits(seconds=0.05, nodes=10**9)).nodes < 10**9


def test_a_finished_game_is_not_searched() -> None:
    over = put("d4", "h5", discs=all_but("d4 h5 h4"), turn="b")
    with pytest.raises(GameOver):
        uct.search(over)


def test_reports_arrive_while_it_thinks() -> None:
    reports: list[Report] = []
    uct.search(start(), Limits(seconds=0.7), on_report=reports.append)
    assert reports
    for report in reports:
        assert_sound(start(), report)
    assert [r.nodes for r in reports] == sorted(r.nodes for r in reports)


# -- stopping -----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_without_limits_stops_when_told(threads: int) -> None:
    assert_stops(uct.search, threads)


def test_a_search_that_is_stopped_before_it_begins_gives_a_legal_move() -> None:
    stop = Stop()
    stop.set()
    found = uct.search(start(), Limits(), stop=stop)
    assert_sound(start(), found)


def test_the_gil_is_released() -> None:
    searcher = uct.Searcher(start(), 1, None)
    searcher.run(1)  # compiled by now
    with Counting() as counting:
        searcher.run(100_000)  # one call of compiled code
        counted = counting.so_far()
    assert counted > 1000


# -- threads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_two_threads_add_up(seed: int) -> None:
    found = uct.search(start(), Limits(nodes=4000), threads=2, seed=seed)
    assert found.nodes == 4000
    assert_sound(start(), found)
    again = uct.search(start(), Limits(nodes=4000), threads=2, seed=seed)
    assert untimed(found) == untimed(again)  # each thread has a tree and a generator of its own


def test_two_threads_search_in_the_same_time() -> None:
    found = uct.search(start(), Limits(seconds=0.3), threads=2)
    assert found.best in start().moves()
    assert found.nodes > 1024


# -- what it finds ------------------------------------------------------------------------------


def test_a_win_in_one_is_taken() -> None:
    seen = {"s": 0, "b": 0}
    for position in late_positions(150, most=12, seed=21):
        theirs = reference_of(position)
        mover = "seals" if theirs.mover == "s" else "bears"
        winning = [m for m in theirs.moves() if theirs.play(m).winner() == mover]
        if winning:
            found = uct.search(position, Limits(nodes=2000))
            assert found.value > 0.9, str(position)
            by_move = {rated.move.text: rated.value for rated in found.rated}
            assert all(by_move[move] == 1.0 for move in winning)
            seen[theirs.mover] += 1
    assert min(seen.values()) >= 5


def test_the_last_seal_is_captured() -> None:
    position = put("d4", "e4 h6", turn="b")
    found = uct.search(position, Limits(nodes=5000))
    assert found.best.text == "e4xd4"
    assert found.value == 1.0


def test_a_seal_isolates_itself_when_it_can() -> None:
    position = put("b7", "d4 c5", discs="a6 c7 c6 d8 e8 d7 e6", turn="s")
    assert play(position, "b7-c8").outcome is not None
    found = uct.search(position, Limits(nodes=5000))
    assert found.best.text == "b7-c8"


def test_a_tree_that_is_full_goes_on_with_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "MAX_NODES", 64)
    found = uct.search(start(), Limits(nodes=2000))
    assert found.nodes == 2000
    assert_sound(start(), found)
