"""Secret ballots of positions: who has voted is seen, but no vote and no order.

For every ballot of random games some seats vote; then their votes are swapped for others, and
everything that other viewers get must stay the same byte for byte. `make soak` swaps each of them
for all alternatives and compares all there is; without it drawings and errors are sampled.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest

import icefield
from icefield.games.torch import kernel
from icefield.games.torch.position import TorchPosition
from icefield.play.match import Match
from icefield.play.record import Record

from ..positions import FOUR, decide, play, put, random_game, read, texts, variant, vote

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES = 100 if SOAK else 24  # of each seat count
PRODUCTS = 2  # in so many ballots of a game the votes are swapped in all combinations
TRIES = ("vote:5", "vote:S", "vote:0", "vote:9", "bar:S", "Aa1-a2", "decline", "", "add1:5")


def ballots(seats: int, games: range) -> Iterator[tuple[TorchPosition, random.Random, int]]:
    """Every ballot at its opening, verdicts included, and its number in its game."""
    for seed in games:
        number = 0
        rng = random.Random(f"secrecy {seats} {seed}")
        for position in random_game(f"secrecy {seed}", seats):
            if position.in_ballot and not any(position.votes):
                yield position, rng, number
                number += 1


def cast(opening: TorchPosition, votes: dict[int, str]) -> TorchPosition:
    return play(opening, *(f"{seat}:{move}" for seat, move in votes.items()))


def play_by(position: TorchPosition, move: str, seat: int) -> TorchPosition:
    after = position.play(move, seat)
    assert isinstance(after, TorchPosition)
    return after


def some_votes(opening: TorchPosition, rng: random.Random) -> dict[int, str]:
    """Votes of one or more seats in random order, but not of all."""
    waiting = list(opening.deciders)
    voters = rng.sample(waiting, rng.randrange(1, len(waiting))) if len(waiting) > 1 else []
    return {seat: rng.choice(texts(opening, seat)) for seat in voters}


def others(position: TorchPosition, voters: set[int]) -> list[int | None]:
    """The viewers that must not learn what these seats voted."""
    return [None, *(seat for seat in range(position.seats) if seat not in voters)]


def cheap(position: TorchPosition, viewer: int | None) -> tuple[object, ...]:
    """What a viewer gets, without the drawings."""
    view = position.view(viewer)
    seat = -1 if viewer is None else viewer
    return (
        str(view),
        repr(view),
        hash(view),
        view.state.tobytes(),
        id(view.before),  # the very same object, so the history is the same
        view.last,
        view.turn,
        view.deciders,
        view.votes,
        tuple(view.worth.items()),
        () if viewer is None else view.moves(viewer),
        kernel.resample(view.state, seat).tobytes(),
        int(kernel.known(position.state, seat)),
    )


def errors(position: TorchPosition, viewer: int | None) -> list[object]:
    """The answers to attempts of all kinds, on the position and on the view.

    They are made in the viewer's seat; second votes and votes in others' names in all seats.
    """
    return [
        (text, seat, why and (str(why), why.to_json()))
        for where in (position, position.view(viewer))
        for seat in (None, *range(position.seats))
        for text in (TRIES if seat == viewer else TRIES[:4])
        for why in [where.explain(text, seat)]
    ]


def drawings(position: TorchPosition, viewer: int | None) -> tuple[object, ...]:
    view = position.view(viewer)
    return (
        repr(position.scene(viewer)),
        repr(view.scene(viewer)),
        position.svg(viewer),
        position.board(viewer),
        repr(view.history),
        repr(position.view(viewer).moves(viewer)) if viewer is not None else "",
    )


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.skipif(SOAK, reason="the long version below does more")
@pytest.mark.slow
def test_swapped_votes_change_nothing_for_other_viewers(seats: int) -> None:
    seen = 0
    for opening, rng, number in ballots(seats, range(GAMES)):
        votes = some_votes(opening, rng)
        if not votes:
            continue
        swapped = set(votes) if number < PRODUCTS else {rng.choice(sorted(votes))}
        every = [opening]
        for seat, chosen in votes.items():
            choices = texts(opening, seat) if seat in swapped else [chosen]
            every = [play_by(position, choice, seat) for position in every for choice in choices]
            every = every if len(every) <= 24 else rng.sample(every, 24)
        for viewer in others(opening, swapped):
            assert len({cheap(position, viewer) for position in every}) == 1, f"{opening} {votes}"
        assert every[0].view(None).history == opening.history
        seen += 1
        if number == seen % 7:  # drawings take longer: one ballot of most games, two choices
            for viewer in others(opening, swapped):
                assert drawings(every[0], viewer) == drawings(every[-1], viewer)
                assert errors(every[0], viewer) == errors(every[-1], viewer)
    assert seen > GAMES


def swaps(
    opening: TorchPosition, votes: dict[int, str], number: int
) -> Iterator[tuple[set[int], list[TorchPosition]]]:
    """Positions with their alternatives, and the seats whose votes are swapped.

    The alternatives are voter by voter, and all combinations in the first ballots of a game.
    """
    for swapped in [{seat} for seat in votes] + ([set(votes)] if number < PRODUCTS else []):
        choices = [texts(opening, s) if s in swapped else [votes[s]] for s in votes]
        found = [cast(opening, dict(zip(votes, row, strict=True))) for row in product(*choices)]
        assert len(found) > 1
        yield swapped, found


def check_all(opening: TorchPosition, votes: dict[int, str], number: int) -> int:
    """Compare everything that the others get; return how many positions were compared."""
    compared = 0
    for swapped, every in swaps(opening, votes, number):
        for viewer in others(opening, swapped):
            first, *rest = every
            expected = (cheap(first, viewer), drawings(first, viewer), errors(first, viewer))
            for position in rest:
                found = (cheap(position, viewer), drawings(position, viewer))
                assert found == expected[:2], f"{opening} {votes} {viewer}"
                assert errors(position, viewer) == expected[2], f"{opening} {votes} {viewer}"
                compared += 1
            assert first.view(None).history == opening.history
    return compared


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("part", range(20 if SOAK else 1))
def test_no_swapped_vote_changes_anything_for_other_viewers(seats: int, part: int) -> None:
    games = range(part, GAMES, 20) if SOAK else range(1)
    compared = voted = 0
    for opening, rng, number in ballots(seats, games):
        votes = some_votes(opening, rng)
        if votes and (SOAK or number in (0, 3)):
            compared += check_all(opening, votes, number)
            voted += 1
    assert voted >= 2 * len(games)
    assert compared > 20 * len(games)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_vote_is_seen_by_its_owner_only(seats: int) -> None:
    for opening, rng, _ in ballots(seats, range(6)):
        votes = some_votes(opening, rng)
        position = cast(opening, votes)
        for viewer in (None, *range(seats)):
            view = position.view(viewer)
            for seat, shown in enumerate(view.votes):
                if seat not in votes:
                    assert shown is None
                else:
                    assert shown == (votes[seat][5:] if seat == viewer else "?")
            assert read(str(view)) == view
            assert view.view(viewer) == view
            assert view.concealed == any(seat != viewer for seat in votes)
            assert view.history == opening.history
            assert sorted(view.deciders) == sorted(position.deciders)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_concealed_view_cannot_be_played_on(seats: int) -> None:
    found = 0
    for opening, rng, _ in ballots(seats, range(8)):
        position = cast(opening, some_votes(opening, rng))
        for viewer in (None, *range(seats)):
            view = position.view(viewer)
            if view.concealed:
                found += 1
                with pytest.raises(icefield.HiddenPosition):
                    view.play(texts(view)[0])
    assert found > 50


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.slow
def test_the_order_of_arrival_leaves_no_trace(seats: int) -> None:
    for opening, rng, number in ballots(seats, range(6)):
        waiting = list(opening.deciders)
        votes = {seat: rng.choice(texts(opening, seat)) for seat in waiting}
        orders = list(permutations(waiting))
        if number > 1:
            orders = rng.sample(orders, min(3, len(orders)))
        ends = [cast(opening, {seat: votes[seat] for seat in order}) for order in orders]
        assert len({str(end) for end in ends}) == 1
        assert len({hash(end) for end in ends}) == 1
        assert len({end.state.tobytes() for end in ends}) == 1
        assert len({end.history for end in ends}) == 1
        assert len({str(Record.of(end)) for end in ends}) == 1
        made = [move.text for move in ends[0].history[len(opening.history) :]]
        assert made == [votes[s] for s in opening.clockwise if s in votes]  # the rules' order
        for left in range(1, len(waiting)):  # and on the way
            halves = {tuple(sorted(order[:left])): order[:left] for order in orders}
            for some in halves.values():
                one = cast(opening, {seat: votes[seat] for seat in some})
                two = cast(opening, {seat: votes[seat] for seat in reversed(some)})
                assert (str(one), one.history) == (str(two), two.history)


def test_votes_are_seen_by_all_after_the_reveal() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    for viewer in (None, 0, 1, 2, 3):
        assert position.view(viewer) is position
        assert position.view(viewer).votes == ("5", "5", "2", "1")
        assert not position.view(viewer).concealed


def test_a_scene_in_a_ballot_shows_who_has_voted_and_never_what() -> None:
    position = play(put(FOUR, phase="suit", number=5), "0:vote:M", "2:vote:C")
    for viewer in (None, 1, 3):
        ballots_ = {p.seat: p for p in position.scene(viewer).pieces if p.id.startswith("ballot")}
        assert sorted(ballots_, key=str) == [0, 2]
        assert {(p.symbol, p.glyph, str(p.name)) for p in ballots_.values()} == {
            ("torch/vote-hidden", "", "has voted")
        }
    own = {p.seat: p for p in position.scene(0).pieces if p.id.startswith("ballot")}
    assert "moon tile" in str(own[0].name)
    assert own[2].symbol == "torch/vote-hidden"


# -- records and matches ---------------------------------------------------------------------------


def live_match(rng: random.Random, seats: int) -> Match:
    """A match in the middle of a ballot, with at least one vote, in random order."""
    position = variant(rng, seats)
    while not position.in_ballot:
        move, seat = decide(position, rng, bars=0)
        position = play(position, move) if seat < 0 else play(position, f"{seat}:{move}")
    match = Match(icefield.game("torch"), start=position)
    return match


def test_a_record_of_a_live_game_holds_no_vote_of_the_ballot_in_progress() -> None:
    position = play(put(FOUR, phase="number"), "1:vote:5", "3:vote:4")
    other = play(put(FOUR, phase="number"), "1:vote:0", "3:vote:1")
    assert str(Record.of(position)) == str(Record.of(other))


def test_the_records_of_a_live_match_hold_no_vote_of_the_ballot_in_progress() -> None:
    records = set()
    for choice in ("vote:0", "vote:5"):
        match = live_match(random.Random(1), 4)
        match.submit(choice, player=match.position.deciders[-1])
        records.add(str(match.records()[0]))
    assert len(records) == 1


def test_the_step_that_submit_returns_is_the_vote_that_was_submitted() -> None:
    match = live_match(random.Random(2), 4)
    first, *_, last = match.position.deciders
    match.submit("vote:5", player=last)
    (step,) = match.submit("vote:0", player=first)
    assert (step.seat, step.move.text) == (first, "vote:0")


def test_the_step_of_a_vote_without_a_player_names_the_seat_that_voted() -> None:
    match = live_match(random.Random(3), 4)
    first, *_, last = match.position.deciders
    match.submit("vote:5", player=last)
    (step,) = match.submit("vote:5")
    assert step.seat == first


def test_another_seats_vote_does_not_make_a_decision_stale() -> None:
    match = live_match(random.Random(4), 4)
    first, second, *_ = match.position.deciders
    decision = match.decision
    match.submit("vote:5", player=first, decision=decision)
    match.submit("vote:5", player=second, decision=decision)
