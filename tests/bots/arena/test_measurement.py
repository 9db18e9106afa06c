"""Measuring the levels: what is kept, what counts, and what is shipped."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import icefield
from icefield.bots import levels
from icefield.bots.arena import measurement, results
from icefield.bots.arena.ratings import rate_levels, write_ratings
from icefield.bots.arena.results import (
    Pairing,
    level_digest,
    pairings,
    rated_seat_counts,
    read_results,
    write_results,
)
from icefield.bots.arena.tournament import Meeting, PlayedGame
from icefield.bots.levels import MAX, Rating, measured_version
from icefield.core.game import Game
from icefield.games import read_toml

SEALS, GLIDE = icefield.game("seals"), icefield.game("glide")
EVERY = [
    (key, seats)
    for key in sorted(icefield.keys())
    for seats in rated_seat_counts(icefield.game(key))
]


def game_of(
    pairing: Pairing, number: int, seat: int, won: bool, points: tuple[int, int] = (1, 0)
) -> PlayedGame:
    """One game of a pairing with two seats."""
    shares = (1.0, 0.0) if won == (seat == 0) else (0.0, 1.0)
    scores = points if shares[0] else points[::-1]
    meeting = Meeting(pairing.one, pairing.others)
    return PlayedGame(meeting, number, seat, (), shares, scores, 9, "")


def with_rounds(pairing: Pairing, won: int, lost: int, pair: bool = False) -> Pairing:
    """So many rounds in which both games were won, and so many with both lost."""
    rounds = [[game_of(pairing, n, seat, n < won) for seat in (0, 1)] for n in range(won + lost)]
    return pairing.plus(rounds, pair)


# -- pairings -------------------------------------------------------------------------------------


def scale(game: Game, seats: int) -> list[str]:
    """The levels that are measured: `max` stands above them."""
    return [level.name for level in levels(game, seats) if level.name != MAX]


@pytest.mark.parametrize(("key", "seats"), EVERY)
def test_every_level_meets_the_one_below(key: str, seats: int) -> None:
    game = icefield.game(key)
    names = scale(game, seats)
    found = pairings(game, seats)
    assert [p.one for p in found] == names
    assert [p.others for p in found] == ["random", *names[:-1]]


def test_a_pairing_sums_up_its_rounds() -> None:
    found = with_rounds(pairings(SEALS, 2)[1], 6, 2, pair=True)
    assert (found.rounds, found.games) == (8, 16)
    assert found.shares == ((6.0, 2.0), (2.0, 6.0))
    assert found.tally().mean == 0.75
    assert found.matches == (6, 0, 2)
    matches = found.match_tally()
    assert matches is not None
    assert matches.mean == 0.75
    again = with_rounds(found, 0, 8, pair=True)
    assert (again.rounds, again.matches) == (16, (6, 0, 10))
    assert again.tally().mean == pytest.approx(6 / 16)


def test_a_match_goes_to_more_points_in_two_games() -> None:
    empty = pairings(SEALS, 2)[1]
    win, loss = game_of(empty, 0, 0, True, (9, 0)), game_of(empty, 0, 1, False, (7, 0))
    found = empty.plus([[win, loss]], True)
    assert found.tally().mean == 0.5
    assert found.matches == (1, 0, 0)


# -- what is kept ---------------------------------------------------------------------------------


def test_results_are_kept_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    found = [with_rounds(p, 3, 1, pair=True) for p in pairings(SEALS, 2)]
    write_results(SEALS, 2, found, file)
    other = [with_rounds(p, 1, 1) for p in pairings(GLIDE, 2)[:2]]
    write_results(GLIDE, 2, other, file)
    assert read_results(SEALS, 2, file) == found
    assert read_results(GLIDE, 2, file)[:2] == other
    assert not any(p.rounds for p in read_results(GLIDE, 2, file)[2:])
    assert {*json.loads(file.read_text())} == {"seals.2", "glide.2"}


def test_results_of_a_level_that_was_changed_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.json"
    write_results(SEALS, 2, [with_rounds(p, 3, 1) for p in pairings(SEALS, 2)], file)
    known = levels(SEALS, 2)

    def changed(game: Game, seats: int) -> tuple[object, ...]:
        return tuple(
            replace(level, softness=9.9) if level.name == "3" else level for level in known
        )

    monkeypatch.setattr(results, "levels", changed)
    missing = [p.one for p in read_results(SEALS, 2, file) if not p.rounds]
    assert missing == ["3", "4"]  # 4 met a 3 that is no more


def test_a_rating_or_another_name_changes_no_digest() -> None:
    level = levels(SEALS, 2)[0]
    rated = replace(level, rating=Rating(1, 2, 3, 0.4, 0.5, 0.6), place=7)
    assert level_digest(SEALS, rated) == level_digest(SEALS, level)
    assert level_digest(SEALS, replace(level, nodes=41)) != level_digest(SEALS, level)


def test_results_belong_to_the_version_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [pairing.digests for pairing in pairings(SEALS, 2)]
    first, now = levels(SEALS, 2)[0], SEALS.version
    assert before[0][0] == level_digest(SEALS, first) == level_digest(SEALS, first, now)
    monkeypatch.setattr(type(SEALS), "version", now + 1)
    assert level_digest(SEALS, first) != level_digest(SEALS, first, now)

    def measured(game: Game, level: str) -> int:
        return now if level == "2" else game.version

    monkeypatch.setattr(results, "measured_version", measured)
    kept = [new.digests == old for new, old in zip(pairings(SEALS, 2), before, strict=True)]
    assert [number for number, same in enumerate(kept, 1) if same] == [2]


def test_no_level_claims_results_of_a_later_version() -> None:
    for key, seats in EVERY:
        game = icefield.game(key)
        for name in scale(game, seats):
            assert 1 <= measured_version(game, name) <= game.version


def test_a_measured_version_belongs_to_a_level_of_the_scale() -> None:
    for key, seats in EVERY:
        game = icefield.game(key)
        table = read_toml(key, "levels.toml").get("measured_version", {})
        assert {*table} <= {*scale(game, seats)}


# -- ratings --------------------------------------------------------------------------------------


def test_level_1_has_1000_and_each_more_than_the_one_below() -> None:
    found = rate_levels([with_rounds(p, 70, 30) for p in pairings(SEALS, 2)])
    names = scale(SEALS, 2)
    assert [*found] == names
    assert found["1"].elo == 1000
    elos = [found[name].elo for name in names]
    steps = [high - low for low, high in pairwise(elos)]
    assert all(step == pytest.approx(147, abs=3) for step in steps)
    assert found["2"].games == 200
    assert found["2"].below == pytest.approx(0.7)
    assert 0.6 < found["2"].lower < 0.7
    assert found["2"].par == 0.5
    assert found["2"].matches is None


def test_where_games_make_matches_these_are_rated() -> None:
    """Won by points though every game went to the same seat."""
    empty = pairings(SEALS, 2)[1]
    win, loss = game_of(empty, 0, 0, True, (9, 0)), game_of(empty, 0, 1, False, (7, 0))
    lower = with_rounds(pairings(SEALS, 2)[0], 6, 4, pair=True)
    found = rate_levels([lower, empty.plus([[win, loss]] * 7 + [[loss, win]] * 0, True)])
    assert found["2"].below == 0.5
    assert found["2"].elo > found["1"].elo + 100


def test_levels_above_a_gap_have_no_rating() -> None:
    found = pairings(SEALS, 2)
    found = [p if p.one == "3" else with_rounds(p, 7, 3) for p in found]
    assert [*rate_levels(found)] == ["1", "2"]
    assert rate_levels(pairings(SEALS, 2)) == {}


def test_ratings_are_written_for_the_levels_to_read(tmp_path: Path) -> None:
    results, ratings = tmp_path / "results.json", tmp_path / "ratings.toml"
    write_results(SEALS, 2, [with_rounds(p, 7, 3, pair=True) for p in pairings(SEALS, 2)], results)
    every = write_ratings([SEALS, GLIDE], results, ratings)
    data = tomllib.loads(ratings.read_text("utf-8"))
    assert [*data] == ["seals"]
    assert {name: Rating(**row) for name, row in data["seals"]["2"].items()} == every["seals.2"]
    assert data["seals"]["2"]["1"]["matches"] == 0.7


# -- measuring ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    heard: list[tuple[int, int]] = []

    def go(games: int, anew: bool = False) -> Pairing:
        heard.clear()
        found = measurement.measure_levels(
            GLIDE,
            2,
            names=["1"],
            games=games,
            anew=anew,
            workers=1,
            results=results,
            on_game=lambda done, every: heard.append((done, every)),
        )
        assert found == read_results(GLIDE, 2, results)
        assert not any(p.rounds for p in found[1:])
        return found[0]

    assert go(3).games == 4
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert go(4).games == 4
    assert heard == []
    assert go(6).games == 6
    assert heard == [(1, 2), (2, 2)]
    assert go(2, anew=True).games == 2


# -- what is shipped ------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "seats"), EVERY)
def test_the_shipped_levels_are_measured_and_each_beats_the_one_below(key: str, seats: int) -> None:
    game = icefield.game(key)
    found = {p.one: p for p in read_results(game, seats)}
    fitted = rate_levels([*found.values()])
    last = None
    for level in (each for each in levels(game, seats) if each.name != MAX):
        where = f"{key}, {seats} seats, level {level.name}"
        assert found[level.name].games >= 200, f"{where}: run `make ratings`"
        rating = level.rating
        assert rating is not None, f"{where}: run `make ratings`"
        assert rating == fitted[level.name], f"{where}: not made from the results"
        if seats > 2:
            assert rating.below / rating.par >= 1.2, where
        elif game.pair is not None:
            assert rating.matches is not None, where
            assert rating.matches_lower is not None, where
            assert rating.matches >= 0.6, where
            assert rating.matches_lower > 0.5, where
        else:
            assert rating.below >= 0.6, where
            assert rating.lower > 0.5, where
        assert last is None or rating.elo > last, where
        last = rating.elo
