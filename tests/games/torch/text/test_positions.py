"""Texts of torch: round trips of moves and positions, and errors with their place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.games.torch.position import TorchPosition

from ...damaged_texts import broken, fails
from ..positions import (
    FOUR,
    board,
    play,
    put,
    read,
    sample_positions,
    start,
    texts,
)

calm = settings(deadline=None, derandomize=True, max_examples=150)
START = str(start(4))


reachable = st.integers(0, 10**6).map(lambda n: sample_positions()[n % len(sample_positions())])

# -- round trips ----------------------------------------------------------------------------------


@calm
@given(reachable)
def test_a_position_reads_back_equal_and_means_the_same(position: TorchPosition) -> None:
    again = read(str(position))
    assert again == position
    assert str(again) == str(position)
    assert hash(again) == hash(position)
    assert again.state.tobytes() == position.state.tobytes()
    assert (again.turn, again.deciders) == (position.turn, position.deciders)
    assert again.outcome == position.outcome
    assert dict(again.options) == dict(position.options)
    for seat in (None, *position.deciders):
        assert again.moves(seat) == position.moves(seat)


@settings(calm, max_examples=400)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text("SMCA012345ABCDEF:+,/- =?xphaseuitslm", max_size=120),
        st.builds(lambda a, b: f"{a} {b}", st.just(board(FOUR, None, "", 4)), st.text(max_size=40)),
    )
)
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    error = fails(read, text)
    assert error is None or error.line == 1


@settings(calm, max_examples=400)
@given(st.one_of(st.just(""), st.text(max_size=60), st.text("SMCA012345:+,/- =?", max_size=120)))
def test_the_column_of_a_bad_text_is_inside_it(text: str) -> None:
    error = fails(read, text)
    assert error is None or 1 <= error.column <= len(text) + 1


@settings(calm, max_examples=500)
@given(reachable, st.integers(0, 2000), st.sampled_from([*"SMCABDF0159:+,/- =?xa", ""]))
def test_a_position_with_one_letter_changed_is_read_or_refused_inside_the_text(
    position: TorchPosition, at: int, letter: str
) -> None:
    text = broken(str(position), at, letter)
    error = fails(read, text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1


def test_a_damaged_position_that_is_read_can_be_played_on() -> None:
    """An accepted text is a position: its moves have texts and lead to the very end."""
    rng = random.Random(11)
    read_ones = 0
    for _ in range(1500):
        text = broken(
            str(rng.choice(sample_positions())), rng.randrange(600), rng.choice("SMCA012345-,:ABF")
        )
        if fails(read, text) is not None:
            continue
        position, plies = read(text), 0
        read_ones += 1
        while position.turn is not None and not position.concealed and plies < 12:
            moves = texts(position)
            assert moves, f"{text!r} comes to a stop at {position}"
            position, plies = play(position, rng.choice(moves)), plies + 1
    assert read_ones > 100


# -- positions ------------------------------------------------------------------------------------

GOOD = str(put(FOUR))


@pytest.mark.parametrize(
    ("old", "new", "code", "rule"),
    [
        ("suits=SMCA", "suits=SMXA", "bad-value", None),
        ("suits=SMCA", "suits=SMCS", "bad-value", None),
        ("suits=SMCA", "suits=SM", "bad-value", None),
        ("suits=SMCA ", "", "bad-missing", None),
        ("phase=move", "phase=fly", "bad-value", None),
        ("phase=move ", "", "bad-missing", None),
        ("round=1", "round=x", "bad-value", None),
        ("round=1", "round=10000", "bad-value", None),
        ("limit=20", "limit=0", "bad-value", None),
        ("limit=20", "limit=1000", "bad-value", None),
        ("return=0", "return=2", "bad-value", None),
        ("torch=S", "torch=X", "bad-value", None),
        ("torch=S ", "", "bad-missing", None),
        ("turn=S", "turn=M", "bad-value", None),
        ("turn=S ", "", "bad-missing", None),
        ("coins=3333", "coins=3334", "bad-value", None),
        ("coins=3333", "coins=333", "bad-value", None),
        ("scores=0,0,0,0", "scores=0,0,0", "bad-value", None),
        ("rolls=5000", "rolls=6000", "bad-value", None),
        ("phase=move", "phase=crown", "bad-value", None),
        ("phase=move", "phase=suit", "bad-value", None),
        ("phase=move", "phase=number-tie", "bad-value", None),
        ("phase=move", "phase=move done=4", "bad-value", None),
        ("round=1", "round=1 round=1", "bad-field", None),
        ("round=1", "what=1", "bad-field", None),
        ("round=1", "round=", "bad-field", None),
        ("round=1", "round", "bad-field", None),
        ("round=1", " round=1", "bad-field", None),
        ("/A4,", "/A4,A4,", "bad-cells", "T1"),
        ("/A4,A5,S1,C4,C5", "", "bad-rows", "T1"),
        ("S2,", "S6,", "bad-cell", "T1"),
        ("S2,", "X2,", "bad-cell", "T1"),
        ("S2,", ",", "bad-cell", "T1"),
        ("S2,", "S2:,", "bad-cell", "T1"),
        ("S2,", "S2:SG,", "bad-cell", "T1"),
        ("S2,", "S3,", "bad-twice", "T1"),
        ("S2,", "S2:SA,", "bad-twice", "T3"),
        ("S2,", "S2:SB+SC+SD+SE,", "bad-weight", "T4"),
    ],
)
def test_a_bad_position_is_refused_with_its_code_and_rule(
    old: str, new: str, code: str, rule: str | None
) -> None:
    assert GOOD.count(old) == 1, old
    text = GOOD.replace(old, new)
    with pytest.raises(icefield.BadNotation) as caught:
        read(text)
    assert (caught.value.refusal.code, caught.value.rule) == (code, rule)
    assert 1 <= caught.value.column <= len(text) + 1


def test_a_pyramid_of_no_player_is_refused() -> None:
    text = str(put("SA@a2 MA@b2 CA@d2", suits="SMC"))
    with pytest.raises(icefield.BadNotation) as caught:
        read(text.replace("A2:SA", "A2:AA"))
    assert (caught.value.refusal.code, caught.value.rule) == ("bad-pyramid", "T3")
    assert caught.value.column == text.index("A2:SA") + 4


def test_the_column_points_at_the_value() -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        read(GOOD.replace("coins=3333", "coins=33x3"))
    assert caught.value.column == GOOD.index("coins=") + 7


def test_options_fill_in_what_a_text_lacks() -> None:
    bare = GOOD.replace("return=0 ", "").replace("limit=20 ", "")
    assert read(bare) == read(GOOD)
    assert read(bare, return_moves=True, quiet_rounds=3).options["quiet_rounds"] == 3
    assert read(GOOD, return_moves=True).options["return_moves"] is False  # the text says so


def test_positions_with_other_options_are_different() -> None:
    assert start(4) != start(4, return_moves=True)
    assert start(4) != start(4, quiet_rounds=19)
    assert start(4) != start(4, suits="MSCA")
    assert start(4) != start(3)


@pytest.mark.parametrize(
    "fields",
    [
        # a weight on a fifth and sixth suit: IndexError in moves()
        {"phase": "suit-tie", "number": 5, "votes": "MMAA", "worth": "4:2,5:2"},
        {"phase": "suit-coins", "number": 5, "votes": "MMAA", "worth": "1:2,5:2"},
        # a weight on a tile that is gone: choosing it puts S0 on the board twice
        {"phase": "suit-tie", "number": 5, "votes": "SSMM", "worth": "0:2,1:2", "gone": "b4"},
        {"phase": "suit-coins", "number": 5, "votes": "SSMM", "worth": "0:2,1:2", "gone": "b4"},
        # a tie that is none, and one of nothing: ValueError in scene()
        {"phase": "number-tie", "votes": "5552", "worth": "5:3,2:1"},
        {"phase": "number-tie", "votes": "5552", "worth": "5:0"},
        # winners that do not have the most points: the scene has no control for the move
        {"phase": "crown", "winners": "S", "end": "quiet", "scores": "0,1,1,1"},
        # concealed votes after the reveal
        {"phase": "number-coins", "votes": "??22", "worth": "2:2"},
        # the one asked has declined already
        {"phase": "number-coins", "votes": "5522", "worth": "2:2,5:2", "declined": "S"},
    ],
    ids=lambda fields: " ".join(f"{k}={v}" for k, v in fields.items()),
)
def test_a_position_that_cannot_be_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(icefield.BadNotation):
        put(FOUR, **fields)  # type: ignore[arg-type]


def test_a_placement_that_cannot_be_is_refused() -> None:
    with pytest.raises(icefield.BadNotation):  # Suns have placed B before A
        put("SB@a2", phase="place", round=0, done=1, turn="M")
