"""Texts of seals: round trips of moves and positions, and errors with their place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield

from ...damaged_texts import assert_bad_position, assert_legal_or_refused, broken, fails
from ..positions import SPACES, after_random_moves, read

calm = settings(deadline=None, derandomize=True, max_examples=150)
START = "4/s4b/8/8/8/8/s4b/4 s -"

reachable = st.builds(after_random_moves, st.integers(0, 10**6), st.integers(0, 60))
squares = st.builds(lambda x, y: x + y, st.sampled_from("abcdefgh"), st.sampled_from("12345678"))
move_like = st.one_of(
    st.text(max_size=8),
    st.text("abcdefgh12345678-x", max_size=6),
    st.builds(lambda a, sign, b: a + sign + b, squares, st.sampled_from("-x"), squares),
    st.just("pass"),
)


def rows(width: int) -> st.SearchStrategy[str]:
    """Rows of about that width: mostly discs, sometimes a token or a wrong letter."""
    letters = st.sampled_from("ooooooo11122sb3489x")
    return st.text(letters, max_size=width + 1)


boards = st.builds(
    lambda *parts: "/".join(parts), *(rows(width) for width in (4, 6, 8, 8, 8, 8, 6, 4))
)
filled = st.builds(  # boards of the right size
    lambda letters: "/".join(
        "".join(letters[a:b]).replace(".", "1")
        for a, b in ((0, 4), (4, 10), (10, 18), (18, 26), (26, 34), (34, 42), (42, 48), (48, 52))
    ),
    st.lists(st.sampled_from("oooo....sb"), min_size=52, max_size=52),
)
position_like = st.one_of(
    st.text(max_size=60),
    st.text("sbo12345678/ -p", max_size=60),
    st.builds(
        lambda b, m, p: f"{b} {m} {p}",
        boards | filled,
        st.sampled_from("sbx"),
        st.sampled_from("-px"),
    ),
)


# -- round trips ----------------------------------------------------------------------------------


@calm
@given(reachable)
def test_a_reachable_position_reads_back_equal_and_means_the_same(
    position: icefield.Position,
) -> None:
    again = read(str(position))
    assert again == position
    assert str(again) == str(position)
    assert again.moves() == position.moves()
    assert again.outcome == position.outcome
    assert again.turn == position.turn


@calm
@given(reachable)
def test_a_move_is_found_by_its_text_and_keeps_it(position: icefield.Position) -> None:
    for move in position.moves():
        after = position.play(move.text)
        assert after == position.play(move)
        assert after.history[-1].text == move.text


@settings(calm, max_examples=400)
@given(position_like)
def test_any_text_is_a_position_or_bad_notation_with_a_column(text: str) -> None:
    error = fails(read, text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert error.line == 1


@settings(calm, max_examples=400)
@given(reachable, st.integers(0, 100), st.sampled_from([*"sbo129x/ -p", ""]))
def test_a_position_with_one_letter_changed_is_read_or_refused_near_there(
    position: icefield.Position, at: int, letter: str
) -> None:
    text = broken(str(position), at, letter)
    error = fails(read, text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1


@settings(calm, max_examples=400)
@given(reachable, move_like)
def test_a_move_text_is_legal_or_refused_and_nothing_changes(
    position: icefield.Position, text: str
) -> None:
    assert_legal_or_refused(position, text)


# -- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "column", "rule"),
    [
        ("", "bad-fields", 1, None),
        ("4/s4b/8/8/8/8/s4b/4", "bad-fields", 19, None),
        (f"{START} -", "bad-fields", 25, None),
        ("4/s4b/8/8/8/8/s4b/4 x -", "bad-mover", 21, None),
        ("4/s4b/8/8/8/8/s4b/4 sb -", "bad-mover", 21, None),
        ("4/s4b/8/8/8/8/s4b/4 s x", "bad-passed", 23, None),
        ("4/s4b/8/8/8/8/s4b/4 s p", "bad-passed", 23, "S3"),
        ("4/s4q/8/8/8/8/s4b/4 s -", "bad-letter", 5, None),
        ("4/s4b/9/8/8/8/s4b/4 s -", "bad-letter", 7, None),
        ("4/s04b/8/8/8/8/s4b/4 s -", "bad-letter", 4, None),
        ("4/s4S/8/8/8/8/s4b/4 s -", "bad-letter", 5, None),
        ("5/s4b/8/8/8/8/s4b/4 s -", "bad-row", 1, "S1"),
        ("3/s4b/8/8/8/8/s4b/4 s -", "bad-row", 2, "S1"),
        ("4/s4bo/8/8/8/8/s4b/4 s -", "bad-row", 6, "S1"),
        ("4/s4b/8/8/8/8/s4b/ s -", "bad-row", 19, "S1"),
        ("4/s4b/8/8/8/8/s4b s -", "bad-rows", 18, None),
        ("4/s4b/8/8/8/8/s4b/4/4 s -", "bad-rows", 21, None),
        ("4/s4b/8/8/s7/8/s4b/4 s -", "too-many-tokens", 16, "S2"),
        ("4/s4b/8/8/b7/8/s4b/4 s -", "too-many-tokens", 18, "S2"),
    ],
)
def test_a_bad_position_is_refused_where_it_is_wrong(
    text: str, code: str, column: int, rule: str | None
) -> None:
    assert_bad_position(read, text, code, column, rule)


def test_a_text_begins_with_the_board() -> None:
    with pytest.raises(icefield.BadNotation) as indented:
        read("   4/s4b/8/8/8/8/s4b/4 s -")
    assert (indented.value.refusal.code, indented.value.column) == ("bad-fields", 1)


def test_runs_of_empty_ice_may_be_split_and_are_written_as_one() -> None:
    assert str(read("22/s1111b/44/8/8/8/s4b/121 s -")) == START


def test_a_position_says_who_moves_and_whether_the_last_turn_was_a_pass() -> None:
    assert read(START) != read(START.replace(" s ", " b "))
    passed = "4/6/8/8/b7/s7/6/4 s p"
    with pytest.raises(icefield.BadNotation):
        read(passed)  # the bear could have moved
    stuck = "oooo/oooooo/oooooooo/oobooooo/oooooooo/sooooooo/oooooo/ooo1 b p"
    assert str(read(stuck)) == stuck
    assert read(stuck) != read(stuck.replace("p", "-"))


def test_every_space_has_its_place_in_the_text() -> None:
    texts = set()
    for name in SPACES:
        board = [
            ["s" if f"{c}{r}" == name else "1" for c in "abcdefgh" if f"{c}{r}" in SPACES]
            for r in range(8, 0, -1)
        ]
        position = read("/".join("".join(row) for row in board) + " s -")
        assert {move.text[:2] for move in position.moves()} == {name}
        texts.add(str(position))
    assert len(texts) == 52
