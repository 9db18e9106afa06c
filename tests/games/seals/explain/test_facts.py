"""The facts behind reasons and threats, against rules and solved positions."""

from __future__ import annotations

import pytest

from icefield.games.seals.board import square
from icefield.games.seals.explain.facts import Facts, names

from ..kernel.reference import ICE, name_of, square_of
from ..positions import (
    BEARS,
    DIRECTIONS,
    SEALS,
    after_random_moves,
    all_but,
    ends_of,
    play,
    put,
    read,
    solved,
    start,
    stored,
)


@pytest.mark.parametrize("seed", range(30))
def test_targets_are_the_legal_moves(seed: int) -> None:
    for plies in range(4, 28, 4):
        position = after_random_moves(seed, plies)
        facts = Facts(position)
        for token in names(facts.tokens(position.turn)) if position.turn is not None else ():
            assert set(names(facts.targets(square(token)))) == ends_of(position, token)


@pytest.mark.parametrize("seed", range(30))
def test_a_part_of_the_ice_is_all_that_steps_of_one_and_two_reach(seed: int) -> None:
    position = after_random_moves(seed, 26)
    ice = ICE - {square_of(disc) for disc in position.discs}
    for token in position.tokens.values():
        ahead = [square_of(token)]
        reached = set(ahead)
        while ahead:
            x, y = ahead.pop()
            steps = {(x + d * dx, y + d * dy) for dx, dy in DIRECTIONS for d in (1, 2)} & ice
            ahead += steps - reached
            reached |= steps
        assert set(names(Facts(position).part(square(token)))) == set(map(name_of, reached))


def test_S6_with_more_seals_than_bears_on_a_part_of_the_ice_the_seals_win() -> None:
    seen = 0
    for each in solved():
        if Facts(read(each.position)).refuge is not None:
            seen += 1
            assert each.winner == "seals"
    assert seen > 1


def test_a_refuge_is_never_lost_again() -> None:
    for seed in range(20):
        position, safe = start(), False
        for move in after_random_moves(seed, 60).history:
            position = play(position, move.text)
            refuge = Facts(position).refuge is not None
            assert refuge or not safe
            safe = refuge
        assert position.outcome is not None
        assert not safe or position.outcome.winners == (SEALS,)


def test_where_the_bears_have_won_there_was_no_refuge() -> None:
    lost = [each for each in stored() if each.over == "bears"]
    assert lost
    assert all(Facts(read(each.position)).refuge is None for each in lost)


def test_first_comers_share_the_empty_ice_and_the_mover_wins_ties() -> None:
    corridor = all_but("a5 b5 c5 d5 e5")
    for turn in "sb":
        facts = Facts(put("a5", "e5", corridor, turn))
        assert facts.first[SEALS] & facts.first[BEARS] == 0
        assert facts.first[SEALS] | facts.first[BEARS] == facts.empty
        assert ("c5" in names(facts.first[SEALS])) == (turn == "s")


def test_a_hunt_takes_a_bear_for_each_seal() -> None:
    near_one = Facts(put("b2 b7", "c3 d4"))
    assert near_one.chase(square("b2")) == 0
    assert near_one.hunt == near_one.chase(square("b7")) == 1
    assert Facts(put("b2 b7", "c3")).hunt == 0
    far = Facts(put("b2 b7", "g2 g7"))
    assert (far.chase(square("b2")), far.hunt) == (2, 4)


def test_flights_are_out_of_reach_of_the_bears() -> None:
    facts = Facts(put("a3", "d6", all_but("a3", "a4 c5 b4 d6 c1")))
    assert names(facts.flights(square("a3"))) == ("a4", "b4", "c1")
    assert names(facts.attacks(square("a3"))) == ("b4",)
