"""Effects of moves in words, the last ballot, and the origin of final points."""

from __future__ import annotations

from icefield.games.torch.board import list_names
from icefield.games.torch.position import TorchPosition

from ..positions import FOUR, decline_all, play, put, random_game, sample_positions, start, vote


def told(position: TorchPosition) -> list[str]:
    return [str(effect) for effect in position.effects()]


def test_effects_of_a_ballot_name_votes_coins_and_the_winner() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    assert told(position) == ["Votes: 5 – Suns and Moons; 2 – Crowns; 1 – Arms."]
    position = play(position, "add3:2")
    assert told(position) == []
    assert told(decline_all(position)) == ["Number 2 wins 4:2:1."]


def test_effects_of_a_tie_name_who_decides_it() -> None:
    position = decline_all(vote(put(FOUR, phase="number", torch="M"), "5522"))
    assert told(position) == ["A tie at 2: the Torch Bearer decides (Moons)."]
    assert told(play(position, "choose:2")) == ["Number 2 wins 2:2."]


def test_effects_of_a_suit_vote_name_the_tile_and_its_pyramids() -> None:
    ballot = put(f"{FOUR} SF@d1", phase="suit", number=5)
    here = next(space for space, tile in ballot.tiles.items() if tile == "C5")
    ballot = put(f"{FOUR} SF@{here}", phase="suit", number=5)
    position = decline_all(vote(ballot, "CCMA"))
    assert told(position)[:2] == [
        "The vote goes to the crown tile, 2:1:1.",
        f"Removed: Crowns 5 on {here} with Suns F.",
    ]


def test_effects_tell_a_void_ballot() -> None:
    gone = " ".join(s for s, tile in start().tiles.items() if tile in ("S5", "C5", "M5"))
    position = vote(put(FOUR, gone=gone, phase="suit", number=5, coins="0000"), "SCMS")
    assert "No vote is valid, so no tile is removed." in told(position)


def test_effects_of_a_movement_name_what_sinks() -> None:
    position = play(put("SA@a1 SE@a2 MF@a3 CD@d2 AA@e2"), "Ea2-a3")
    assert told(position)[0] == "Moons 0 on a3 sinks with Moons F and Suns E."
    assert told(play(put(FOUR), "Aa2-a3")) == []


def test_effects_of_a_selection_name_its_points() -> None:
    position = put(f"{FOUR} SB@a2", phase="score", round=5)
    assert told(play(position, "score:a2"))[0] == "Points: Suns +3."
    assert told(play(position, "score:c1"))[0] == "No pyramid stands there, so there are no points."


def test_rolls_say_whose_die_it_is() -> None:
    position = start()
    names = [str(move.name) for move in position.moves()]
    assert names[3] == "Suns: the die shows 3"
    second = play(position, "roll:3")
    assert str(second.moves()[0].name) == "Moons: the die shows 0"


def test_T24_the_end_names_who_lost_the_last_pyramid_and_where_the_points_come_from() -> None:
    ends = [p for p in sample_positions() if p.outcome is not None]
    named = 0
    for end in ends:
        standing = {pyramid[0] for pyramid in end.pyramids}
        lost = [end.seat_name(x) for x in range(end.seats) if end.suits[x] not in standing]
        reason = str(end.outcome.reason) if end.outcome else ""
        if lost:
            assert reason.startswith(str(list_names(lost)))
            named += 1
        parts = end.score_parts()
        assert len(parts) == end.seats
        for seat, part in enumerate(parts):
            numbers = dict(part.params)
            assert numbers["points"] == end.scores[seat]
            assert int(str(numbers["before"])) + int(str(numbers["standing"])) == end.scores[seat]
    assert named
    assert put(FOUR).score_parts() == ()


def test_last_ballot_has_votes_coins_and_results() -> None:
    position = play(vote(put(FOUR, phase="number"), "5521"), "add3:2")
    ballot = position.last_ballot()
    assert ballot is not None
    shown = [(str(o.name), o.total, o.voters, o.coins) for o in ballot.options]
    assert shown == [
        ("Number 2", 4, (2,), ((0, 3),)),
        ("Number 5", 2, (0, 1), ()),
        ("Number 1", 1, (3,), ()),
    ]
    assert ballot.results == ()
    ended = decline_all(position).last_ballot()
    assert ended is not None
    assert [str(result) for result in ended.results] == ["Number 2 wins 4:2:1."]
    assert put(FOUR).last_ballot() is None


def test_last_ballot_about_suits_has_their_symbols_and_no_players_names() -> None:
    ballot = vote(put(FOUR, phase="suit", number=5), "MMAA").last_ballot()
    assert ballot is not None
    assert {str(o.name) for o in ballot.options} == {"the moon tile", "the arms tile"}
    assert {o.picture[0].symbol for o in ballot.options} == {"torch/tile-moon", "torch/tile-arm"}


def test_the_last_ballot_never_has_secret_votes() -> None:
    opening = put(FOUR, phase="suit", number=5)
    for seat in (None, 0, 3):
        assert play(opening, "0:vote:S", "1:vote:M").view(seat).last_ballot() is None


def test_every_move_of_random_games_has_its_effects() -> None:
    for seed in range(3):
        for position in random_game(seed, 3 + seed % 2):
            for language in ("en", "de", "fr", "ja"):
                assert all(effect.text(language) for effect in position.effects())
            position.last_ballot()
