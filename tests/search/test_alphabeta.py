"""Alpha-beta: limits, stopping, threads, results, bounds and evaluations."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import replace

import pytest

from icefield.core.errors import GameOver
from icefield.core.jit import bind
from icefield.games.seals import kernel
from icefield.games.seals.position import SealsPosition
from icefield.search import Limits, Report, Stop, alphabeta
from icefield.search.alphabeta import ALL_THE_WAY, INFINITE, MAX_PLY, SCALE, Searcher
from icefield.search.exact.solve import solve
from icefield.search.transposition import new_table

from ..games.seals.positions import after_random_moves, all_but, play, put, start
from ..timeouts import ENDLESS_S, HANG_S
from .late_positions import Truth, late_positions, reference_of, truth
from .python_progress import Counting
from .stopping import assert_stops

POSITIONS = [after_random_moves(seed, 4 + seed) for seed in range(8)]


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0)


def assert_legal_line(position: SealsPosition, report: Report) -> None:
    assert report.line[0] == report.best
    play(position, *(move.text for move in report.line))


# -- determinism and limits ---------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_one_thread_finds_the_same_every_time(position: SealsPosition) -> None:
    first, again = (alphabeta.search(position, Limits(depth=5)) for _ in range(2))
    assert untimed(first) == untimed(again)
    limit = Limits(nodes=20_000)
    first, again = (alphabeta.search(position, limit, seed=seed) for seed in (1, 2))
    assert untimed(first) == untimed(again)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_depth_is_respected(depth: int) -> None:
    reports: list[Report] = []
    found = alphabeta.search(start(), Limits(depth=depth), on_report=reports.append)
    assert found.depth == depth
    assert [report.depth for report in reports] == list(range(1, depth + 1))
    assert len(found.line) <= depth
    assert not found.exact
    assert (found.score, found.plies) == (None, None)


def test_depth_zero_is_a_limit_too() -> None:
    found = alphabeta.search(start(), Limits(depth=0, nodes=5000))
    assert found.depth == 0
    assert found.best in start().moves()


@pytest.mark.parametrize("nodes", [1, 500, 5_000, 50_000])
def test_nodes_are_respected(nodes: int) -> None:
    found = alphabeta.search(start(), Limits(nodes=nodes))
    assert 0 < found.nodes <= nodes + 64  # it looks at the limit every 64 nodes
    assert found.best in start().moves()


def test_seconds_are_respected() -> None:
    began = time.perf_counter()
    found = alphabeta.search(start(), Limits(seconds=0.2))
    took = time.perf_counter() - began
    assert 0.15 < found.seconds <= took < HANG_S
    assert found.nodes_per_second > 0


def test_what_is_reached_first_counts() -> None:
    began = time.perf_counter()
    assert alphabeta.search(start(), Limits(seconds=ENDLESS_S, nodes=10**9, depth=2)).depth == 2
    assert alphabeta.search(start(), Limits(seconds=ENDLESS_S, nodes=3000)).nodes < 5000
    assert alphabeta.search(start(), Limits(seconds=0.05, depth=100)).depth < 100
    assert time.perf_counter() - began < HANG_S


def test_a_finished_game_is_not_searched() -> None:
    over = put("d4", "h5", discs=all_but("d4 h5 h4"), turn="b")
    with pytest.raises(GameOver):
        alphabeta.search(over)


def test_the_only_move_is_found_at_once() -> None:
    position = put("a3", "h6", discs=all_but("a3 a4 h6"), turn="b")
    found = alphabeta.search(position, Limits(nodes=1))
    assert found.best.text == "pass"


# -- stopping -----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_without_limits_stops_when_told(threads: int) -> None:
    assert_stops(alphabeta.search, threads)


def test_a_search_that_is_stopped_before_it_begins_gives_a_legal_move() -> None:
    stop = Stop()
    stop.set()
    found = alphabeta.search(start(), Limits(), stop=stop)
    assert found.best in start().moves()


@pytest.mark.slow
def test_the_gil_is_released() -> None:
    searcher = Searcher(start(), new_table(16))
    searcher.window(2, -INFINITE, INFINITE)  # compiled by now
    searcher.control[2] = 1 << 21  # so many nodes in one call of compiled code
    with Counting() as counting:
        searcher.window(MAX_PLY, -INFINITE, INFINITE)
        counted = counting.so_far()
    assert searcher.stopped
    assert counted > 1000


# -- threads ------------------------------------------------------------------------------------


def test_two_threads_give_a_legal_move_and_both_search() -> None:
    position = start()
    for nodes in (2_000, 100_000):
        found = alphabeta.search(position, Limits(nodes=nodes), threads=2)
        assert_legal_line(position, found)
        # Each one searches its half, or nearly: the first to finish stops the other.
        assert nodes // 2 <= found.nodes <= nodes + 2 * 1024


def test_two_threads_search_in_the_same_time() -> None:
    found = alphabeta.search(start(), Limits(seconds=0.3), threads=2)
    assert found.depth >= 3
    assert found.nodes > 10_000


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_two_threads_reach_the_depth_asked_for(depth: int) -> None:
    for _ in range(5):
        found = alphabeta.search(start(), Limits(depth=depth), threads=2)
        assert found.depth >= depth


@pytest.mark.slow
def test_two_threads_report_the_exact_result_at_the_end() -> None:
    for position in late_positions(12, most=12, seed=4):
        one = alphabeta.search(position, Limits())
        for _ in range(3):
            two = alphabeta.search(position, Limits(), threads=2)
            assert two.exact, str(position)
            assert (two.value, two.score, two.plies) == (one.value, one.score, one.plies)


# -- what it finds ------------------------------------------------------------------------------


def wins_in_one(position: SealsPosition) -> list[str]:
    theirs = reference_of(position)
    mover = "seals" if theirs.mover == "s" else "bears"
    return [move for move in theirs.moves() if theirs.play(move).winner() == mover]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_win_in_one_is_taken(depth: int) -> None:
    """It also has the most points: every move breaks ice."""
    seen = {"s": 0, "b": 0}
    for position in late_positions(150, most=12, seed=7):
        winning = wins_in_one(position)
        if winning:
            found = alphabeta.search(position, Limits(depth=depth))
            assert found.best.text in winning, str(position)
            assert found.value == 1.0
            assert len(found.line) == 1
            seen[reference_of(position).mover] += 1
    assert min(seen.values()) >= 5


def test_the_last_seal_is_captured() -> None:
    position = put("d4", "e4 h6", turn="b")
    found = alphabeta.search(position, Limits(depth=3))
    assert found.best.text == "e4xd4"
    assert found.value == 1.0


def test_a_seal_isolates_itself_when_it_can() -> None:
    # From b7 to c8 and everything around c8 is holes; b7 itself becomes the last one.
    ring = "a6 c7 c6 d8 e8 d7 e6"
    position = put("b7 e2", "g5 g2", discs=ring, turn="s")
    found = alphabeta.search(position, Limits(depth=3))
    assert found.best.text == "b7-c8"
    assert found.value == 1.0
    after = play(position, "b7-c8")
    assert after.outcome is not None
    assert after.outcome.rule == "S9"


def test_a_threatened_seal_moves_away() -> None:
    # The only seal stands next to a bear: staying means S8 at once.
    position = put("d4", "e4", turn="s")
    found = alphabeta.search(position, Limits(depth=4))
    after = play(position, found.best.text)
    assert not any("x" in move.text for move in after.moves())


@pytest.mark.slow
def test_of_some_moves_the_best_is_found() -> None:
    checked = 0
    for position in late_positions(30, most=10, seed=17):
        found = solve(position)
        others = [move for move in position.moves() if move.text not in found.best]
        if not others:
            continue
        report = alphabeta.search(position, only=others)
        values = {}
        for move in others:
            after = position.play(move)
            value, points = 1, 0
            if after.outcome is not None:
                value = 1 if after.outcome.winners == (position.turn,) else -1
                points = max(after.outcome.scores)
            else:
                truth_after = solve(after)
                value = 1 if (truth_after.value == "win") == (after.turn == position.turn) else -1
                points = truth_after.score or 0
            values[move] = value, value * points
        assert report.exact
        assert values[report.best] == max(values.values()), str(position)
        checked += 1
    assert checked > 10


@pytest.mark.slow
def test_a_win_is_sure_at_any_depth() -> None:
    """Also where not every line has ended: what it rests on has."""
    early = 0
    for position in late_positions(60, most=14, seed=18):
        found = solve(position)
        sign = 1 if found.value == "win" else -1
        truth_ = sign * (found.score or 0)
        searcher = Searcher(position, new_table(1))
        for depth in range(1, 30):
            value, resolved = searcher.window(depth, -INFINITE, INFINITE)
            if alphabeta.is_decided(value, position):
                points, _ = alphabeta.score_and_plies(value, position)
                assert points is not None
                assert (value > 0) == (sign > 0), str(position)
                assert points <= truth_ if value > 0 else -points >= truth_, str(position)
                early += not resolved
            if resolved:
                break
    assert early > 10


def test_lines_are_legal() -> None:
    for position, depth in itertools.product(POSITIONS, (1, 3, 5)):
        assert_legal_line(position, alphabeta.search(position, Limits(depth=depth)))
        assert_legal_line(position, alphabeta.search(position, Limits(nodes=3000)))


@pytest.mark.slow
def test_a_resolved_report_is_what_solve_says() -> None:
    for position in late_positions(40, most=13, seed=8):
        report, truth_ = alphabeta.search(position, Limits()), solve(position)
        assert report.exact
        assert {1.0: "win", -1.0: "loss"}[report.value] == truth_.value
        assert (report.score, report.plies) == (truth_.score, truth_.plies)
        assert report.best.text in truth_.best
        assert len(report.line) == report.plies
        assert [rated.move for rated in report.rated] == [report.best]


def test_a_table_from_an_earlier_search_helps_and_changes_nothing() -> None:
    known = new_table(16)
    for position in late_positions(20, most=12, seed=9):
        fresh = alphabeta.search(position, Limits())
        first = alphabeta.search(position, Limits(), table=known)
        again = alphabeta.search(position, Limits(), table=known)
        for report in (first, again):
            found = (report.value, report.score, report.plies)
            assert found == (fresh.value, fresh.score, fresh.plies), str(position)
        assert again.nodes <= first.nodes


def test_a_tiny_table_changes_nothing_but_the_nodes() -> None:
    for position in late_positions(20, most=10, seed=10):
        fresh = alphabeta.search(position, Limits())
        small = alphabeta.search(position, Limits(), table=new_table(0))
        found = (small.value, small.score, small.plies)
        assert found == (fresh.value, fresh.score, fresh.plies), str(position)


def test_the_value_of_a_window_is_a_bound() -> None:
    """Fail-soft: below, inside and above any window."""
    for position in late_positions(25, most=7, seed=11):
        sign, score, plies = truth(reference_of(position))
        true = sign * (SCALE * (kernel.WIN + score) - plies)
        for middle in (true - 200, true - 1, true, true + 1, true + 200):
            value, resolved = Searcher(position, new_table(1)).window(
                ALL_THE_WAY, middle - 1, middle
            )
            assert resolved
            assert (value >= middle) == (true >= middle), str(position)
            assert (value <= true) if value >= middle else (value >= true)


# -- bounds and guesses -------------------------------------------------------------------------


def bounds(position: SealsPosition) -> tuple[int, int]:
    low, high = kernel.bounds(position.state)
    return int(low), int(high)


def test_bounds_hold_for_whatever_is_played() -> None:
    decided = 0
    for seed in range(150):
        end = after_random_moves(seed, 500)
        final = int(kernel.utility(end.state))
        position: SealsPosition | None = end
        while position is not None:
            low, high = bounds(position)
            assert low <= final <= high, str(position)
            decided += low > 0
            position = position.before
    assert decided > 100  # the bound that says the seals have won


@pytest.mark.slow
def test_bounds_hold_under_perfect_play() -> None:
    for position in late_positions(100, most=7, seed=12):
        sign, score, _ = truth(reference_of(position))
        utility = sign * (kernel.WIN + score) * (1 if position.turn == 0 else -1)
        low, high = bounds(position)
        assert low <= utility <= high, str(position)


def test_bounds_hold_for_every_way_to_the_end() -> None:
    def utilities(position: SealsPosition, seen: dict[str, set[int]]) -> set[int]:
        if str(position) not in seen:
            if position.turn is None:
                found = {int(kernel.utility(position.state))}
            else:
                found = set()
                for move in position.moves():
                    found |= utilities(play(position, move.text), seen)
            low, high = bounds(position)
            assert low <= min(found), str(position)
            assert max(found) <= high, str(position)
            seen[str(position)] = found
        return seen[str(position)]

    for position in late_positions(30, most=5, seed=13):
        utilities(position, {})


@pytest.mark.slow
def test_a_guess_is_never_taken_for_a_result() -> None:
    positions = [after_random_moves(seed, seed % 40) for seed in range(400)]
    positions += late_positions(200, most=12, seed=14)
    rng = random.Random(15)
    spaces = sorted(all_but())
    for _ in range(400):  # boards that no game reaches
        tokens = rng.sample(spaces, 4)
        rest = sorted(set(spaces) - set(tokens))
        discs = rng.sample(rest, rng.randint(0, len(rest)))
        seals, bears = rng.randint(0, 2), rng.randint(0, 2)
        positions.append(
            put(" ".join(tokens[:seals]), " ".join(tokens[2 : 2 + bears]), discs, rng.choice("sb"))
        )
    for position in positions:
        guess = int(kernel.evaluate(position.state))
        assert abs(guess) < SCALE * kernel.WIN - 200, str(position)
        assert -1 < alphabeta.payoff_of(guess, position) < 1


def test_values_as_payoffs_and_endings() -> None:
    position = start()
    top = SCALE * (kernel.WIN + 7)
    assert alphabeta.smallest_win(position) == kernel.WIN == bind(position.game).kernel.WIN
    assert alphabeta.payoff_of(top - 3, position) == 1.0
    assert alphabeta.payoff_of(3 - top, position) == -1.0
    assert alphabeta.payoff_of(0, position) == 0.0
    assert alphabeta.score_and_plies(top - 3, position) == (7, 3)
    assert alphabeta.score_and_plies(3 - top, position) == (7, 3)
    assert alphabeta.score_and_plies(0, position) == (None, None)


def test_the_truth_of_these_tests_is_the_mirror_of_itself() -> None:
    """Plain minimax is symmetric: a win is a loss one ply earlier or later."""
    for position in late_positions(10, most=5, seed=16):
        memo: dict[object, Truth] = {}
        theirs = reference_of(position)
        sign, score, plies = truth(theirs, memo)  # type: ignore[arg-type]
        after = [truth(theirs.play(move), memo) for move in theirs.moves()]  # type: ignore[arg-type]
        assert (-sign, score, plies - 1) in after
