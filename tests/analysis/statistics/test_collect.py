"""Statistics of a game: what is counted, and the plots."""

from __future__ import annotations

import pytest

import icefield
from icefield.analysis.statistics.collect import (
    PARTS,
    Distribution,
    LeadTracker,
    branching_and_turns,
    collect,
    default_levels,
    play_game,
    summarise,
)
from icefield.bots import levels
from icefield.bots.arena.tournament import MatchSettings
from icefield.core.game import CHANCE, Move
from icefield.search import Report, Stop

from .watched_games import GLIDE, watched


def report(value: float, *payoffs: float, exact: bool = False) -> Report:
    return Report(Move("x"), value, 1, 1, 0.0, exact=exact, payoffs=payoffs)


def lead_of(*values: float) -> LeadTracker:
    """What the first of two seats believed, the seats taking turns."""
    lead = LeadTracker(2)
    for i, value in enumerate(values):
        lead.add(report(value if i % 2 == 0 else -value), i % 2)
    return lead


# -- drama ----------------------------------------------------------------------------------------


def test_the_lead_changes_when_another_seat_leads() -> None:
    assert lead_of(0.5, 0.5, 0.5, 0.5).changes == 0
    assert lead_of(0.5, 0.5, -0.5, -0.5, -0.5).changes == 1
    assert lead_of(0.5, 0.5, 0.0, 0.0, 0.5, 0.5).changes == 0  # no seat led in between
    assert lead_of(0.5, 0.5, -0.5, -0.5, 0.5, 0.5).changes == 2
    assert lead_of(0.01, -0.01, 0.01, -0.01).changes == 0
    assert lead_of().changes == 0


def test_a_comeback_is_a_win_of_who_was_behind_in_the_middle() -> None:
    ahead = lead_of(*[-0.9] * 4, *[0.8] * 2, *[-0.9] * 4)
    assert ahead.comeback((1.0, 0.0)) is False
    assert ahead.comeback((0.0, 1.0)) is True
    assert ahead.comeback((0.5, 0.5)) is None
    assert lead_of(*[0.01] * 10).comeback((1.0, 0.0)) is None
    assert lead_of().comeback((1.0, 0.0)) is None


def test_with_more_seats_the_estimates_of_all_count() -> None:
    lead = LeadTracker(3)
    for _ in range(9):
        lead.add(report(-0.2, 0.6, -0.2, -0.4), 1)
    assert lead.comeback((1.0, 0.0, 0.0)) is False
    assert lead.comeback((0.0, 0.5, 0.5)) is True
    lonely = LeadTracker(3)
    lonely.add(report(0.9), 1)
    assert lonely.comeback((1.0, 0.0, 0.0)) is None


def test_what_is_proven_counts_more_than_an_average() -> None:
    lead = LeadTracker(2)
    for seat in (0, 1, 0, 1):
        lead.add(report(1.0 if seat == 0 else -1.0, -0.5, 0.5, exact=True), seat)
    assert lead.comeback((1.0, 0.0)) is False


# -- length and choice ----------------------------------------------------------------------------


def test_decisions_and_turns_leave_chance_out() -> None:
    game = icefield.game("strait")
    position = game.start(2)
    decisions = 0
    while position.turn is not None and decisions < 60:
        decisions += position.turn != CHANCE
        position = position.play(position.moves()[-1])
    branching, turns = branching_and_turns(position)
    assert len(branching) == decisions
    assert 1 < turns < decisions
    assert min(branching) >= 1


def test_a_turn_of_one_decision_is_one_turn() -> None:
    position = icefield.game("seals").start()
    for _ in range(4):
        position = position.play(position.moves()[0])
    branching, turns = branching_and_turns(position)
    assert turns == len(branching) == 4
    assert branching[0] == 16


def test_a_watched_game_is_the_same_every_time() -> None:
    one, two = (play_game(MatchSettings("glide", 2), "1", 5) for _ in range(2))
    assert one == two
    assert sum(one.shares) == pytest.approx(1)
    assert len(one.branching) > 2


# -- in numbers -----------------------------------------------------------------------------------


def test_games_are_summed_up() -> None:
    games = [
        watched(10, (1.0, 0.0), True),
        watched(20, (0.0, 1.0), False),
        watched(30, (1.0, 0.0), None),
        watched(40, (0.5, 0.5), None),
    ]
    found = summarise("3", games)
    assert found.games == 4
    assert (found.decisions.mean, found.decisions.median) == (25, 25)
    assert found.lengths == (10, 20, 30, 40)
    assert found.decisive == 0.75
    assert found.seats == (0.625, 0.375)
    assert (found.comebacks, found.comeback_games) == (0.5, 2)
    assert found.changes == 2
    assert len(found.curve) == PARTS
    assert found.curve[0] > found.curve[-1]
    assert found.branching == pytest.approx(sum(sum(g.branching) for g in games) / 100)


def test_one_game_has_no_spread() -> None:
    assert Distribution.of([7]) == Distribution(7, 7, 0.0, 7, 7)


@pytest.mark.slow
def test_games_are_watched_in_other_processes() -> None:
    heard: list[int] = []
    found = collect(GLIDE, 2, ["1"], 2, workers=1, on_game=heard.append)
    assert heard == [1, 2]
    assert found == [
        summarise("1", [play_game(MatchSettings("glide", 2), "1", n) for n in range(2)])
    ]
    stop = Stop()
    stop.set()
    assert collect(GLIDE, 2, ["1"], 2, workers=1, stop=stop) == []


@pytest.mark.parametrize("key", icefield.keys())
def test_the_usual_levels_are_on_the_scale(key: str) -> None:
    game = icefield.game(key)
    names = default_levels(game, game.seats[-1])
    scale = [level.name for level in levels(game, game.seats[-1])][:-1]
    assert "3" in names
    assert names[-1] == scale[-1]
    assert 2 <= len(names) <= 3
    assert "max" not in names
