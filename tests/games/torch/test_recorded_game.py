"""A game recorded by the piecepack community, played again."""

from __future__ import annotations

from itertools import pairwise

from .positions import (
    play,
    read,
    recorded,
    texts,
)

SUNK = {
    "Db5-c5": ("C1", "AB MD SE"),
    "Aa1-b2-d2": ("C2", "AA CC SF"),
    "Db4-a4": ("S4", "AE CD MA"),
    "Ca5-b4-c4": ("A1", "CF SA MC"),
    "Dc1-b2-a2": ("A2", "ME SB AD"),
}
VOTED_OUT = {1: ("A0", "AF"), 2: ("S0", "SD"), 3: ("M5", "MF"), 4: ("C3", "CE AC")}
BURNT = {"burn:d5": "M2", "burn:b5": "S3", "burn:b4": "S5", "burn:d4": "M4"}


def test_the_recorded_game_is_played_to_its_end() -> None:
    positions = recorded()
    removals = {}
    for before, after in pairwise(positions):
        move = after.history[-1].text
        left = set(before.tiles.values()) - set(after.tiles.values())
        lost = set(before.pyramids) - set(after.pyramids)
        if move in SUNK:
            assert (left, lost) == ({SUNK[move][0]}, set(SUNK[move][1].split()))
        elif move in BURNT:
            assert (left, lost) == ({BURNT[move]}, set())
        elif left:
            removals[before.round] = (left, lost)
        else:
            assert not lost
    assert removals == {n: ({t}, set(p.split())) for n, (t, p) in VOTED_OUT.items()}
    made = {move.text for move in positions[-1].history}
    assert made >= SUNK.keys() | BURNT.keys()


def test_the_recorded_game_has_its_torch_votes_and_coins() -> None:
    positions = recorded()
    by_round = {p.round: p.torch for p in positions if p.phase == "move"}
    assert by_round == {1: 0, 2: 1, 3: 2, 4: 3}
    numbers = {p.round: p.number for p in positions if p.number is not None}
    assert numbers == {1: 0, 2: 0, 3: 5, 4: 3}
    adds = [
        (before.round, before.suits[before.turn or 0], after.history[-1].text)
        for before, after in pairwise(positions)
        if after.history[-1].text.startswith("add")
    ]
    assert adds == [
        (2, "C", "add2:0"),
        (2, "S", "add2:5"),
        (2, "C", "add1:0"),
        (4, "A", "add1:M"),
        (4, "M", "add2:C"),
        (4, "A", "add2:M"),
        (4, "M", "add1:C"),
        (4, "S", "add1:C"),
    ]
    assert positions[-1].coins == ((), (), (), ())


def test_the_recorded_game_ends_with_a_tie_that_Arms_decide() -> None:
    last = recorded()[-1]
    assert len(last.tiles) == 11
    assert last.pyramids == {"SC": "a5", "MB": "c3", "CA": "e1", "CB": "e5"}
    assert last.tiles["a5"] == "S2"
    assert last.tiles["c3"] == "M1"
    assert last.scores == (3, 2, 3, 0)
    assert (last.phase, last.turn, last.torch) == ("crown", 3, 3)
    assert texts(last) == ["crown:C", "crown:S", "share"]
    for choice, winners in (("crown:C", (2,)), ("crown:S", (0,)), ("share", (0, 2))):
        over = play(last, choice)
        assert over.outcome is not None
        assert (over.outcome.winners, over.outcome.rule) == (winners, "T24")
        assert over.outcome.scores == (3, 2, 3, 0)
    assert read(str(last)) == last
