"""The engine against the slow second implementation, ply by ply."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

import icefield
from icefield.games.glide.position import GlidePosition

from ..positions import both, play, random_level, read
from .reference import BOARDS, Reference, perft

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES, PARTS = (1200, 6) if SOAK else (240, 1)
READ = 3000 if SOAK else 1000
REPETITION, ELIMINATE = ("draw", "continue"), ("at-once", "at-turn")
NAMED = [(board, seats) for board, by_seats in BOARDS.items() for seats in by_seats]


def assert_same(ours: GlidePosition, theirs: Reference) -> None:
    """Text, turn, moves, occurrences, who is off, winner and rule are the same."""
    text = theirs.text()
    assert str(ours) == text
    assert ours.turn == theirs.turn, text
    assert [move.text for move in ours.moves()] == theirs.moves(), text
    assert ours.occurrences == theirs.occurrences(), text
    assert set(ours.players) == set(theirs.alive()), text
    assert set(ours.eliminated) == set(range(theirs.seats)) - set(theirs.alive()), text
    outcome, rule = ours.outcome, theirs.rule()
    assert (outcome.rule if outcome else "") == rule, text
    if outcome is not None:
        winner = theirs.winner()
        assert outcome.winners == (() if winner is None else (winner,)), text
        assert outcome.scores == tuple(int(s == winner) for s in range(theirs.seats)), text
        assert (outcome.winners == ()) == theirs.drawn(), text


def follow(
    ours: GlidePosition, theirs: Reference, rng: random.Random, plies: int
) -> tuple[str, int]:
    """One random game in both; the rule that ended it and how many were taken off."""
    assert_same(ours, theirs)
    for _ in range(plies):
        if theirs.turn is None:
            break
        move = rng.choice(theirs.moves())
        ours, theirs = play(ours, move), theirs.play(move)
        assert_same(ours, theirs)
    return theirs.rule(), len(ours.eliminated)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_on_named_boards_are_the_same_ply_by_ply(part: int) -> None:
    endings = set()
    for seed in range(part, GAMES // 2, PARTS):
        rng = random.Random(seed)
        board, seats = NAMED[seed // PARTS % len(NAMED)]
        options = rng.choice(REPETITION), rng.choice(ELIMINATE)
        endings.add(follow(*both(board, seats, *options), rng, 60)[0])
    assert "G7" in endings


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.slow
def test_random_games_on_random_levels_are_the_same_ply_by_ply(part: int) -> None:
    endings, most_gone = set(), 0
    for seed in range(part, GAMES, PARTS):
        rng = random.Random(f"level {seed}")
        seats, side = rng.choice((1, 2, 3, 3, 4, 4)), rng.choice((3, 3, 3, 5, 5, 7, 9, 11))
        options = rng.choice(REPETITION), rng.choice(ELIMINATE)
        level = random_level(rng, seats, side)
        rule, gone = follow(*both(level, seats, *options), rng, 50)
        endings.add(rule)
        most_gone = max(most_gone, gone)
    assert endings == {"", "G7", "G10"}
    assert most_gone == 2


def test_long_games_are_the_same_to_the_last_ply() -> None:
    for seed in range(4):
        rng = random.Random(f"long {seed}")
        follow(*both(random_level(rng, 2, 11), 2, "continue", "at-once"), rng, 400)


def test_random_positions_read_the_same() -> None:
    """Positions that need not be reachable: any players, any number of them removed."""
    rng, refusals = random.Random("read"), 0
    for _ in range(READ):
        seats, side = rng.choice((1, 2, 3, 4, 4)), rng.choice((3, 3, 5, 7, 11))
        board = random_level(rng, seats, side)
        for letter in "PQRS":
            if rng.random() < 0.2:
                board = board.replace(letter, rng.choice("*."))
        if rng.random() < 0.1:
            board = _with_goal(board, side, rng.choice("*P"))
        text = f"{board} {rng.choice('PQRS')} {rng.choice((0, 7, 399, 400))}"
        told = rng.choice((None, 1, 2, 3, 4))
        eliminate = rng.choice(ELIMINATE)
        try:
            theirs = Reference.read(text, told, eliminate=eliminate)
        except ValueError:
            refusals += 1
            if told is not None or not _someone_left(board):
                with pytest.raises((icefield.BadNotation, icefield.BadOption)):
                    read(text, seats=told, eliminate=eliminate)
            continue
        ours = read(text, seats=told, eliminate=eliminate)
        assert ours.seats == theirs.seats, text
        assert_same(ours, theirs)
        for move in theirs.moves():
            assert_same(play(ours, move), theirs.play(move))
    assert refusals > READ // 10


def _with_goal(board: str, side: int, sign: str) -> str:
    if sign in board and sign != "*":
        return board
    rows = [list(row) for row in board.split("/")]
    rows[side // 2][side // 2] = sign
    return "/".join("".join(row) for row in rows)


def _someone_left(board: str) -> bool:
    """Only Q is left: the reference needs the number of starters, at least three."""
    return [letter for letter in "PQRS" if letter in board] == ["Q"]


def test_the_perft_tables_are_those_of_the_reference() -> None:
    tables = json.loads((Path(__file__).parents[1] / "perft.json").read_text())["tables"]
    assert len(tables) >= 9
    for table in tables:
        options = {k: v for k, v in table.get("options", {}).items() if k != "repetition"}
        board = options.pop("board", "c5")
        theirs = Reference.start(board, table.get("seats", 2), **options)
        depths = [d for d, count in enumerate(table["counts"], 1) if count <= 1500]
        assert [perft(theirs, d) for d in depths] == table["counts"][: len(depths)], table["name"]
