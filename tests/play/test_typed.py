"""Moves that players type, one by one and as lists."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.errors import BadRecord
from icefield.play import is_move_list, meant, read_moves

SEALS = icefield.game("seals")


@pytest.mark.parametrize(
    "line", ["b2-d4", "B2-D4", "b2d4", "b2 d4", " B2 – d4 ", "b2:d4", "b2 - d4"]
)
def test_meant_reads_a_move_in_many_spellings(line: str) -> None:
    move = meant(SEALS.start(), line)
    assert move is not None
    assert move.text == "b2-d4"


@pytest.mark.parametrize("line", ["", "-", "b2", "d4", "b2-b9", "b2-d4 g7-f6", "b2xd4x", "b2xd4"])
def test_meant_guesses_nothing(line: str) -> None:
    assert meant(SEALS.start(), line) is None


def test_meant_reads_a_capture_without_its_sign() -> None:
    position = _before_a_capture()
    capture = next(move.text for move in position.moves() if "x" in move.text)
    for written in (capture.replace("x", ""), capture.replace("x", "-"), capture.upper()):
        move = meant(position, written)
        assert move is not None
        assert move.text == capture


def _before_a_capture() -> icefield.Position:
    seen = [SEALS.start()]
    for position in seen:
        if any("x" in move.text for move in position.moves()):
            return position
        seen += [position.play(move) for move in position.moves()[-6:]]
    raise AssertionError("no capture found")


@pytest.mark.parametrize("key", ["seals", "glide", "strait", "torch"])
@pytest.mark.slow
def test_meant_reads_every_move_without_hyphens_as_itself_or_not_at_all(key: str) -> None:
    game = icefield.game(key)
    position = game.start()
    for _ in range(60):
        if position.turn is None:
            break
        moves = position.moves()
        for move in moves:
            assert meant(position, move.text) == move
            assert meant(position, move.text.replace("-", "")) in (move, None)
        position = position.play(moves[len(moves) // 2])


def test_read_moves_skips_numbers_comments_and_the_result() -> None:
    text = "1. b2-d4 2.g7e5, {strange}\nD4-C4! *"
    assert [move.text for move in read_moves(SEALS.start(), text).history] == [
        "b2-d4",
        "g7-e5",
        "d4-c4",
    ]


def test_read_moves_says_where_it_fails() -> None:
    with pytest.raises(BadRecord) as caught:
        read_moves(SEALS.start(), "b2-d4 g7-e5\n d4-a1")
    assert (caught.value.line, caught.value.column) == (2, 2)


@pytest.mark.parametrize("key", ["seals", "glide", "strait", "torch"])
def test_is_move_list_tells_positions_from_moves(key: str) -> None:
    start = icefield.game(key).start()
    assert not is_move_list(start, str(start))
    assert not is_move_list(start, " { } 1. ")
    first = start.moves()[0].text
    assert is_move_list(start, f"1. {first}")
    assert is_move_list(start, first.upper())
