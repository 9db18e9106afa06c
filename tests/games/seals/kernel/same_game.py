"""Whether engine and reference play the same game."""

from __future__ import annotations

import random

from icefield.games.seals.position import SealsPosition

from ..positions import play
from .reference import Reference


def assert_same(ours: SealsPosition, theirs: Reference) -> None:
    """Text, moves, isolation, winner, rule and score are the same."""
    text = theirs.text()
    assert str(ours) == text
    assert [move.text for move in ours.moves()] == theirs.moves(), text
    assert sorted(ours.isolated) == theirs.isolated(), text
    assert ours.empty_spaces == theirs.score(), text
    outcome, rule = ours.outcome, theirs.rule()
    if rule is None:
        assert outcome is None, text
        assert ours.turn == "sb".index(theirs.mover), text
        return
    winner = ("seals", "bears").index(theirs.winner() or "")
    assert outcome is not None, text
    assert outcome.rule == rule, text
    assert outcome.winners == (winner,), text
    assert outcome.scores[winner] == theirs.score(), text
    assert outcome.scores[1 - winner] == 0, text


def same_game(ours: SealsPosition, theirs: Reference, rng: random.Random) -> str:
    """Play a random game in both, compared ply by ply; the rule that ended it."""
    assert_same(ours, theirs)
    while ours.turn is not None:
        move = rng.choice(theirs.moves())
        ours, theirs = play(ours, move), theirs.play(move)
        assert_same(ours, theirs)
    assert ours.outcome is not None
    return ours.outcome.rule
