"""Texts of glide: round trips of moves and positions, and errors with their place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.games.glide.board import read_level
from icefield.games.glide.position import GlidePosition

from ...damaged_texts import assert_bad_position, assert_legal_or_refused, broken
from ..positions import after_random_moves, random_level, read, start

calm = settings(deadline=None, derandomize=True, max_examples=120)
START = "*.*.Q/.*.*./*...*/.*.*./P.*.* P 0"

reachable = st.builds(after_random_moves, st.integers(0, 10**6), st.integers(0, 60))
move_like = st.one_of(
    st.text(max_size=8),
    st.text("updownleftright", max_size=5),
    st.sampled_from(["up", "down", "left", "right", "UP", "Left", "u", "↑", "a1"]),
)
row_like = st.text(st.sampled_from("......****PQRSx"), max_size=6)
position_like = st.one_of(
    st.text(max_size=60),
    st.text(".*PQRS/ 0123", max_size=60),
    st.builds(
        lambda rows, mover, ply: f"{'/'.join(rows)} {mover} {ply}",
        st.lists(row_like, max_size=6),
        st.sampled_from(["P", "Q", "R", "S", "p", ""]),
        st.sampled_from(["0", "12", "007", "400", "401", "-1", "x", ""]),
    ),
    st.builds(
        lambda signs, mover: f"{signs[:3]}/{signs[3:6]}/{signs[6:]} {mover} 0",
        st.text(st.sampled_from("..**PQRS"), min_size=9, max_size=9),
        st.sampled_from("PQRS"),
    ),
)
levels = st.builds(
    lambda seed, seats, side: random_level(random.Random(seed), seats, side),
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.sampled_from([3, 5, 7, 9, 11]),
)


def same(position: GlidePosition) -> GlidePosition:
    """The position read from its own text."""
    return read(str(position), seats=position.seats, **position.options)


def fails(text: str) -> icefield.BadNotation | None:
    try:
        position = read(text)
    except icefield.BadNotation as error:
        return error
    assert same(position) == position
    return None


# -- round trips ----------------------------------------------------------------------------------


@calm
@given(reachable)
def test_a_reachable_position_reads_back_equal_and_means_the_same(position: GlidePosition) -> None:
    again = same(position)
    assert again == position
    assert str(again) == str(position)
    assert hash(again) == hash(position)
    if position.outcome is None or position.outcome.rule != "G10":
        assert again.moves() == position.moves()
        assert again.outcome == position.outcome
        assert again.turn == position.turn


@calm
@given(levels)
def test_a_level_is_written_as_it_was_read(level: str) -> None:
    assert str(read_level(level)) == level
    assert read_level(level.replace("/", "\n")) == read_level(level)


@settings(calm, max_examples=400)
@given(position_like)
@pytest.mark.slow
def test_any_text_is_a_position_or_bad_notation_with_a_column(text: str) -> None:
    error = fails(text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert error.line == 1


@settings(calm, max_examples=300)
@given(reachable, st.integers(0, 150), st.sampled_from([*".*PQRSx/ 09", ""]))
def test_a_position_with_one_letter_changed_is_read_or_refused(
    position: GlidePosition, at: int, letter: str
) -> None:
    text = broken(str(position), at, letter)
    error = fails(text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1


@settings(calm, max_examples=300)
@given(reachable, move_like)
def test_a_move_text_is_legal_or_refused_and_nothing_changes(
    position: GlidePosition, text: str
) -> None:
    assert_legal_or_refused(position, text)


# -- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "column", "rule"),
    [
        ("", "bad-fields", 1, None),
        ("*.*.Q/.*.*./*...*/.*.*./P.*.*", "bad-fields", 30, None),
        (f"{START} -", "bad-fields", 36, None),
        ("*.Q/.../P.*  P 0", "bad-fields", 17, None),
        ("*.Q/.../P.* p 0", "bad-mover", 13, None),
        ("*.Q/.../P.* PQ 0", "bad-mover", 13, None),
        ("*.Q/.../P.* R 0", "bad-mover", 13, "G4"),
        ("*.Q/.../P.* P x", "bad-ply", 15, None),
        ("*.Q/.../P.* P -1", "bad-ply", 15, None),
        ("*.Q/.../P.* P 01", "bad-ply", 15, None),
        ("*.Q/.../P.* P ٣", "bad-ply", 15, None),
        ("*.Q/.../P.* P 401", "bad-ply", 15, "G10"),
        ("*.Q/..o/P.* P 0", "bad-level-sign", 7, "G1"),
        ("*.Q/../P.* P 0", "bad-level-width", 7, "G1"),
        ("*.Q/..../P.* P 0", "bad-level-width", 8, "G1"),
        ("*.Q/P.P/..* P 0", "bad-level-twice", 7, "G1"),
        ("*.Q/P.. P 0", "bad-level-side", 5, "G3"),
        ("*.*/.../*.* P 0", "bad-level-nobody", 1, "G1"),
    ],
)
def test_a_bad_position_is_refused_where_it_is_wrong(
    text: str, code: str, column: int, rule: str | None
) -> None:
    assert_bad_position(read, text, code, column, rule)


def test_a_board_without_the_rest_is_told_what_is_missing() -> None:
    with pytest.raises(icefield.BadNotation, match=r"only a board.* P 0"):
        read("*.Q/.../P.*")


def test_space_at_the_end_does_not_matter() -> None:
    assert read(f"{START}\n") == read(START) == start()


# -- how many began -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "seats"),
    [
        ("P../..*/...", 1),
        ("P../..*/..Q", 2),
        ("P../..*/.R.", 3),
        ("P../..*/.S.", 4),
        ("Q../..*/...", 3),  # P was taken off, so more than two began
        ("P.Q/..*/S.R", 4),
    ],
)
def test_the_letters_tell_how_many_began(board: str, seats: int) -> None:
    letter = next(sign for sign in board if sign in "PQRS")
    assert read(f"{board} {letter} 3").seats == seats


@pytest.mark.parametrize(
    ("board", "seats", "fits"),
    [
        ("P../..*/...", 1, True),
        ("P../..*/...", 2, False),
        ("P../..*/...", 3, True),
        ("P../..*/..Q", 1, False),
        ("P../..*/..Q", 4, True),
        ("Q../..*/...", 2, False),
        ("Q../..*/...", 4, True),
        ("P../..*/.S.", 3, False),
    ],
)
def test_the_number_who_began_may_be_told(board: str, seats: int, fits: bool) -> None:
    letter = next(sign for sign in board if sign in "PQRS")
    text = f"{board} {letter} 3"
    if fits:
        assert read(text, seats=seats).seats == seats
        return
    with pytest.raises(icefield.BadOption) as caught:
        read(text, seats=seats)
    assert caught.value.rule == "G3"


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_there_are_one_to_four_seats(seats: int) -> None:
    with pytest.raises(icefield.BadOption):
        read(START, seats=seats)
    with pytest.raises(icefield.BadOption):
        start(seats=seats)
