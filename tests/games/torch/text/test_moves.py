"""Texts of moves: parsed, matched with legal moves, and errors with their place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.games.torch.position import TorchPosition
from icefield.games.torch.text.moves import parse_move

from ...damaged_texts import assert_legal_or_refused
from ..positions import (
    FOUR,
    SPACES,
    put,
    read,
    refusal,
    sample_positions,
    start,
)

calm = settings(deadline=None, derandomize=True, max_examples=150)
START = str(start(4))
reachable = st.integers(0, 10**6).map(lambda n: sample_positions()[n % len(sample_positions())])
spaces = st.sampled_from(SPACES)
options = st.sampled_from([*"012345SMCA6Xs"])
move_like = st.one_of(
    st.text(max_size=10),
    st.text("ABCDEFabcde12345-@>:votersadS", max_size=10),
    st.builds(lambda x, a: f"{x}@{a}", st.sampled_from("ABCDEFG"), spaces),
    st.builds(lambda x, a, b: f"{x}{a}-{b}", st.sampled_from("ABCDEF"), spaces, spaces),
    st.builds(
        lambda x, a, b, c: f"{x}{a}-{b}-{c}", st.sampled_from("ABCDEF"), spaces, spaces, spaces
    ),
    st.builds(lambda a, b: f"{a}>{b}", spaces, spaces),
    st.builds(
        lambda word, option: f"{word}:{option}",
        st.sampled_from(["vote", "add1", "add2", "add3", "add4", "choose", "crown", "bar", "roll"]),
        options,
    ),
    st.builds(lambda word, a: f"{word}:{a}", st.sampled_from(["burn", "score"]), spaces),
    st.sampled_from(["decline", "spare", "share", "pass", "add", "vote", "vote:", "addx"]),
)


@calm
@given(reachable)
def test_a_move_is_taken_apart_and_found_by_its_text(position: TorchPosition) -> None:
    for move in position.moves()[:12]:
        parts = parse_move(move.text)
        assert parts.kind
        if not position.concealed:
            after = position.play(move.text)
            assert after == position.play(move)
            assert move in after.history[-position.seats :]


@settings(calm, max_examples=300)
@given(reachable, move_like)
def test_a_move_text_is_legal_or_refused_and_nothing_changes(
    position: TorchPosition, text: str
) -> None:
    if position.turn is None or position.concealed:
        return
    listed = {move.text for move in position.moves()}
    legal = text in listed or (text.startswith("bar:") and position.explain(text) is None)
    assert_legal_or_refused(position, text, legal=legal)


@pytest.mark.parametrize(
    "text",
    [
        *("", "A", "A@", "A@f1", "G@a1", "a@a1", "A@a1 ", " A@a1", "Aa1", "Aa1-", "Aa1--b2"),
        *("Aa1-b2-", "Aa1-b2-c3-d4", "a1>", "a1>>b1", "Decline", "spare ", "share\n", "pass"),
        *("burn", "burn:", "burn:f1", "score:a6", "Aa1–b2", "A@a١", "0000", "a1-b2"),
    ],
)
def test_what_is_not_a_move_is_bad_notation(text: str) -> None:
    assert refusal(put(FOUR), text) == ("bad-move", None)


@pytest.mark.parametrize(
    ("text", "code", "rule", "column"),
    [
        ("vote:6", "bad-option", "T14", 6),
        ("vote:X", "bad-option", "T14", 6),
        ("vote:", "bad-option", "T14", 6),
        ("vote", "bad-option", "T14", 5),
        ("choose:9", "bad-option", "T16", 8),
        ("crown:5", "bad-option", "T26", 7),
        ("bar:X", "bad-option", "T22", 5),
        ("roll:6", "bad-option", "T6", 6),
        ("add4:5", "bad-coin", "T15", 4),
        ("add0:5", "bad-coin", "T15", 4),
        ("add:5", "bad-coin", "T15", 4),
        ("addx:5", "bad-coin", "T15", 4),
    ],
)
def test_unknown_suits_numbers_and_coins_have_their_own_codes(
    text: str, code: str, rule: str, column: int
) -> None:
    for position in (put(FOUR), put(FOUR, phase="number"), start(3)):
        assert refusal(position, text) == (code, rule)
        with pytest.raises(icefield.BadNotation) as caught:
            position.play(text)
        assert caught.value.column == column


def test_a_long_text_is_not_repeated_in_full() -> None:
    for text in ("x" * 10_000, "vote:" + "9" * 10_000, "add" + "9" * 10_000 + ":5"):
        with pytest.raises(icefield.BadNotation) as caught:
            put(FOUR).play(text)
        assert len(str(caught.value)) < 300
    with pytest.raises(icefield.BadNotation) as caught:
        read(START + " " + "y" * 10_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["add1:9", "add2:X", "add3:"])
def test_a_known_coin_on_an_unknown_option_is_bad_option(text: str) -> None:
    assert refusal(put(FOUR), text)[0] == "bad-option"
