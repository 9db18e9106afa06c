"""Strengths from results: the fit, the errors, the sequential test."""

from __future__ import annotations

import math
import random

import pytest

from icefield.bots.arena.elo import Result, Sprt, Tally, expected, fit, tally

# -- the fit --------------------------------------------------------------------------------------


def games(one: str, others: str, won: float, count: float) -> list[Result]:
    """So many games of two, of which the one won so many."""
    return [Result((one, others), (won, count - won))]


@pytest.mark.parametrize("elo", [0, 50, 200, 400])
def test_two_players_stand_as_far_apart_as_their_score_says(elo: float) -> None:
    won = 10_000 * expected(elo, 2)
    found = fit(games("a", "b", won, 10_000))
    assert found["a"].elo - found["b"].elo == pytest.approx(elo, abs=1)
    assert found["a"].elo + found["b"].elo == pytest.approx(0, abs=1e-6)


def test_ten_to_one_are_400_points() -> None:
    assert expected(400, 2) == pytest.approx(10 / 11)
    assert expected(0, 4) == pytest.approx(1 / 4)
    assert expected(400, 3) == pytest.approx(10 / 12)


def test_players_who_never_met_are_compared_through_a_third() -> None:
    results = games("a", "b", 7500, 10_000) + games("b", "c", 7500, 10_000)
    found = fit(results)
    step = 400 * math.log10(3)
    assert found["a"].elo - found["c"].elo == pytest.approx(2 * step, abs=2)
    assert found["a"].error > found["b"].error


def test_one_among_three_copies_of_another() -> None:
    chance = expected(120, 4)
    rest = (1 - chance) / 3
    shares = (8000 * chance, 8000 * rest, 8000 * rest, 8000 * rest)
    found = fit([Result(("a", "b", "b", "b"), shares)])
    assert found["a"].elo - found["b"].elo == pytest.approx(120, abs=2)


def test_the_error_shrinks_with_the_square_root_of_the_games() -> None:
    few, many = (fit(games("a", "b", n / 2, n))["a"].error for n in (100, 400))
    assert few / many == pytest.approx(2, rel=0.02)


def test_the_error_covers_the_truth_as_often_as_two_standard_errors_should() -> None:
    rng, inside = random.Random(3), 0
    chance = expected(80, 2)
    for _ in range(200):
        won = sum(rng.random() < chance for _ in range(200))
        strength = fit(games("a", "b", won, 200))["a"]
        inside += abs(strength.elo - 40) <= strength.error
    assert 180 <= inside <= 200


def test_whoever_won_everything_has_a_finite_strength() -> None:
    found = fit(games("a", "b", 20, 20))
    assert 200 < found["a"].elo < 2000
    assert math.isfinite(found["a"].error)


def test_nothing_played_is_nothing_known() -> None:
    assert fit([]) == {}


def test_a_sum_of_games_counts_like_the_games() -> None:
    apart = fit([Result(("a", "b"), (1.0, 0.0))] * 6 + [Result(("a", "b"), (0.5, 0.5))] * 4)
    summed = fit([Result(("a", "b"), (8.0, 2.0))])
    assert apart["a"].elo == pytest.approx(summed["a"].elo)
    assert apart["a"].error == pytest.approx(summed["a"].error)


# -- shares per round -----------------------------------------------------------------------------


def test_a_tally_has_mean_spread_and_error() -> None:
    found = tally([1.0, 0.5, 0.5, 0.0] * 25, 0.5)
    assert (found.units, found.mean) == (100, 0.5)
    assert found.deviation == pytest.approx(0.355, abs=0.001)
    assert found.error == pytest.approx(0.071, abs=0.001)
    assert found.lower == pytest.approx(0.5 - 1.96 * 0.0355, abs=0.001)
    assert tally([0.4] * 50, 0.25).over_par == pytest.approx(1.6)


def test_a_tally_of_sums_is_the_same() -> None:
    units = [0.25, 0.75, 1.0, 0.5, 0.0, 0.25]
    squares = sum(u * u for u in units)
    found = Tally.of_sums(len(units), sum(units), squares, 0.25)
    assert found == pytest.approx(tally(units, 0.25))


@pytest.mark.parametrize("count", [1, 10, 100])
def test_even_who_won_all_is_not_certain_to_win_again(count: int) -> None:
    found = tally([1.0] * count, 0.5)
    assert found.error > 0
    assert found.lower == pytest.approx(max(0.0, 1 - 3 / count), abs=0.07 / count)


def test_an_empty_tally_knows_nothing() -> None:
    found = tally([], 0.5)
    assert (found.units, found.lower, found.error) == (0, 0.0, math.inf)


# -- the sequential test --------------------------------------------------------------------------


def ended(sprt: Sprt, elo: float, seed: int, most: int = 4000) -> tuple[bool | None, int]:
    """The verdict over rounds of two games whose player is stronger by that much."""
    rng, chance, units = random.Random(seed), expected(elo, 2), []
    for _ in range(most):
        units.append((float(rng.random() < chance) + float(rng.random() < chance)) / 2)
        verdict = sprt.verdict(units)
        if verdict is not None:
            return verdict, len(units)
    return None, most


def test_the_test_finds_out_who_is_stronger() -> None:
    sprt = Sprt(0, 100, 2)
    better = [ended(sprt, 100, seed)[0] for seed in range(40)]
    equal = [ended(sprt, 0, seed)[0] for seed in range(40)]
    assert better.count(True) >= 34
    assert equal.count(False) >= 34


def test_the_test_stops_earlier_the_clearer_it_is() -> None:
    sprt = Sprt(0, 100, 2)
    clear = sum(ended(sprt, 400, seed)[1] for seed in range(20))
    close = sum(ended(sprt, 100, seed)[1] for seed in range(20))
    assert clear < close


def test_two_lucky_rounds_decide_nothing() -> None:
    sprt = Sprt(0, 10, 2)
    for count in range(1, 8):
        assert sprt.verdict([1.0] * count) is None
        assert sprt.verdict([0.0] * count) is None


def test_with_more_seats_par_is_lower() -> None:
    sprt = Sprt(0, 100, 4)
    assert sprt.ratio([0.5, 0.25] * 40) > 0
    assert sprt.ratio([0.25, 0.0] * 40) < 0


@pytest.mark.parametrize("bounds", [(10, 0), (5, 5), (math.nan, 5), (0, math.inf)])
def test_bounds_that_are_none_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError):
        Sprt(*bounds, 2)
