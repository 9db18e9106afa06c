"""Texts of strait: round trips of moves and positions, errors with their place."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.games.strait.position import StraitPosition
from icefield.games.strait.text.moves import MoveParts, read_move
from icefield.games.strait.text.positions import PHASES

from ...damaged_texts import assert_legal_or_refused, broken, fails
from ..positions import legal, phases, play, put, random_game, read, start

calm = settings(deadline=None, derandomize=True, max_examples=100)
BOARD = start().map


@cache
def pool() -> tuple[StraitPosition, ...]:
    """Positions of every phase and of random games."""
    found = [position for some in phases().values() for position in some]
    for seed in range(6):
        found += random_game(f"notation {seed}", 2 + seed % 3, 260, goal=3 - seed % 2)[::3]
    return tuple(found)


reachable = st.integers(0, 10**6).map(lambda n: pool()[n % len(pool())])
places = st.sampled_from([*BOARD.places, "e9", "j1", "moscow"])
move_like = st.one_of(
    st.text(max_size=12),
    st.text("abcdefghi12345678-~:dropfishsendtakenoneNSEW", max_size=12),
    st.builds(lambda a, b: f"{a}-{b}", places, places),
    st.builds(lambda a, b, c: f"{a}~{b}~{c}", places, places, places),
    st.builds(lambda a, b: f"drift:{a}-{b}", places, st.one_of(places, st.just("off"))),
    st.builds(lambda a, b: f"turn:{a}:{b}", places, st.sampled_from(["cw", "ccw", "left"])),
    st.builds(lambda a, b: f"put:{a}:{b}", places, st.integers(0, 70)),
    st.builds(
        lambda word, a, b: f"{word}:{a}:{b}",
        st.sampled_from(["drop", "collect"]),
        places,
        st.sampled_from(["rope", "fish", "bear"]),
    ),
    st.builds(
        lambda word, a: f"{word}:{a}",
        st.sampled_from(["lift", "station", "discover", "send", "take", "tile", "card", "start"]),
        st.one_of(places, st.sampled_from(["N", "SE", "W", "rope", "none", "9", "110", "D110"])),
    ),
    st.sampled_from(["fish", "stop", "end", "discover", "take", "send:", "drift", "pass"]),
)


# -- round trips ----------------------------------------------------------------------------------


def test_every_phase_is_covered() -> None:
    assert set(phases()) == set(PHASES)
    for name, positions in phases().items():
        assert {position.phase for position in positions} == {name}


@calm
@given(reachable)
def test_a_position_reads_back_equal_and_means_the_same(position: StraitPosition) -> None:
    again = read(str(position))
    assert again == position
    assert str(again) == str(position)
    assert hash(again) == hash(position)
    assert (again.turn, again.active, again.phase) == (
        position.turn,
        position.active,
        position.phase,
    )
    assert (again.supply, again.bag, again.deck) == (position.supply, position.bag, position.deck)
    assert again.outcome == position.outcome
    assert dict(again.options) == dict(position.options)
    assert legal(again) == legal(position)


@pytest.mark.parametrize("phase", PHASES)
def test_positions_of_every_phase_read_back_and_go_on_alike(phase: str) -> None:
    for position in phases()[phase]:
        again = read(str(position))
        assert str(again) == str(position)
        for move in legal(position):
            assert str(play(again, move)) == str(play(position, move))


@calm
@given(reachable)
def test_a_move_is_taken_apart_and_found_by_its_text(position: StraitPosition) -> None:
    for move in position.moves()[:12]:
        assert read_move(move.text, BOARD).kind
        after = position.play(move.text)
        assert after == position.play(move)
        assert move in after.history


@settings(calm, max_examples=250)
@given(reachable, move_like)
def test_a_move_text_is_legal_or_refused_and_nothing_changes(
    position: StraitPosition, text: str
) -> None:
    if position.turn is None:
        return
    assert_legal_or_refused(position, text, legal=text in legal(position))


@settings(calm, max_examples=300)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text("seatgolphr=0123456789:,./- abcfD", max_size=120),
        st.builds(lambda more: f"seats=2 phase=turn {more}", st.text(max_size=40)),
    )
)
def test_any_text_is_a_position_or_bad_notation_inside_it(text: str) -> None:
    error = fails(read, text)
    assert error is None or (error.line == 1 and 1 <= error.column <= len(text) + 1)


@settings(calm, max_examples=400)
@given(reachable, st.integers(0, 2000), st.sampled_from([*"abefir0159:+,./- =Dsp", ""]))
def test_a_position_with_one_letter_changed_is_read_or_refused_inside_the_text(
    position: StraitPosition, at: int, letter: str
) -> None:
    text = broken(str(position), at, letter)
    error = fails(read, text)
    assert error is None or 1 <= error.column <= len(text) + 1


def test_a_damaged_position_that_is_read_can_be_played_on() -> None:
    """An accepted text is a position: its moves have texts and lead on."""
    rng = random.Random(11)
    read_ones = 0
    for _ in range(900):
        text = broken(str(rng.choice(pool())), rng.randrange(600), rng.choice("abefir0123456,.:/-"))
        if fails(read, text) is not None:
            continue
        position, plies = read(text), 0
        read_ones += 1
        while position.turn is not None and plies < 12:
            moves = legal(position)
            assert moves, f"{text!r} comes to a stop at {position}"
            position, plies = play(position, rng.choice(moves)), plies + 1
    assert read_ones > 50


# -- moves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "named", "word"),
    [
        ("start:0", "start", (), "0"),
        ("start:3", "start", (), "3"),
        ("tile:9", "tile", (), "9"),
        ("tile:21", "tile", (), "21"),
        ("card:110", "card", (), "110"),
        ("card:D110", "card", (), "D110"),
        ("put:c3:18", "put", ("c3",), "18"),
        ("put:i1:3", "put", ("i1",), "3"),
        ("station:wales", "station", ("wales",), ""),
        ("drift:e1-d3", "drift", ("e1", "d3"), ""),
        ("drift:c1-off", "drift", ("c1",), "off"),
        ("turn:e5:cw", "turn", ("e5",), "cw"),
        ("turn:e5:ccw", "turn", ("e5",), "ccw"),
        ("discover", "discover", (), ""),
        ("discover:c1", "discover", ("c1",), ""),
        ("e5-e6", "step", ("e5", "e6"), ""),
        ("e5-e4", "step", ("e5", "e4"), ""),
        ("wales-tincity", "step", ("wales", "tincity"), ""),
        ("a3-naukan", "step", ("a3", "naukan"), ""),
        ("e5~e6~e7", "step", ("e5", "e6", "e7"), ""),
        ("wales~i7~tincity", "step", ("wales", "i7", "tincity"), ""),
        ("collect:e5:rope", "collect", ("e5",), "rope"),
        ("collect:wales:fish", "collect", ("wales",), "fish"),
        ("fish", "fish", (), ""),
        ("stop", "stop", (), ""),
        *((f"send:{way}", "send", (), way) for way in ("N", "NE", "SE", "S", "SW", "NW")),
        *((f"take:{item}", "take", (), item) for item in ("rope", "fish", "none")),
        ("lift:wales", "lift", ("wales",), ""),
        ("drop:e5:rope", "drop", ("e5",), "rope"),
        ("drop:e4:fish", "drop", ("e4",), "fish"),
        ("end", "end", (), ""),
    ],
)
def test_every_form_of_the_table_is_taken_apart(
    text: str, kind: str, named: tuple[str, ...], word: str
) -> None:
    parts = read_move(text, BOARD)
    assert parts == MoveParts(kind, named, word)
    assert parts.swims == ("~" in text)


def test_every_form_of_the_table_is_written() -> None:
    """Moves that occur in the positions of every phase, and a few more."""
    written = {move for some in phases().values() for p in some for move in legal(p)}
    written |= set(legal(put("c1:9,e1:9,d3:9")))
    written |= set(legal(play(put("e6:18,e5:35:b", "e6/e4", "f/-"), "e6-e5", "stop", "send:N")))
    assert {
        *("start:0", "start:3", "tile:9", "card:110", "card:D110", "put:c3:13", "station:wales"),
        *("drift:e1-d2", "drift:c1-off", "turn:e7:cw", "turn:e7:ccw", "discover", "discover:c1"),
        *("e7-e6", "e6~e5~e4", "collect:e7:rope", "fish", "stop", "send:N", "send:S", "take:rope"),
        *("take:fish", "take:none", "lift:wales", "drop:e7:rope", "drop:e6:fish", "end"),
    } <= written


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "pass", "e5", "e5-", "-e5", "e5--e6", "e5~e6", "e5~e6~", "e5~e6~e7~e8"),
        *("e5-e6-e7", "e5~e6-e7", "e5-e6 ", " e5-e6", "E5-e6", "e5–e6", "e5:e6", "Fish", "stop:"),
        *("end ", "fish:2", "stop\n", "off", "é", "0000", "e5->e6"),
    ],
)
def test_what_is_not_a_move_is_bad_notation(text: str) -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        put("c4:9").play(text)
    assert caught.value.refusal.code in ("bad-move", "bad-place")
    assert 1 <= caught.value.column <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("start:4", 7),
        ("start", 6),
        ("tile:x", 6),
        ("tile:", 6),
        ("card:11", 6),
        ("card:d110", 6),
        ("put:c3", 5),
        ("put:c3:x", 5),
        ("station:", 9),
        ("drift:e1", 7),
        ("drift:e1-", 7),
        ("turn:e5", 6),
        ("turn:e5:left", 6),
        ("discover:", 10),
        ("collect:e5", 9),
        ("collect:e5:bear", 9),
        ("drop:e5:", 6),
        ("send:W", 6),
        ("send:n", 6),
        ("send", 5),
        ("take:bear", 6),
        ("take", 5),
        ("lift", 5),
    ],
)
def test_a_known_word_with_something_wrong_behind_it(text: str, column: int) -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        put("c4:9").play(text)
    assert (caught.value.refusal.code, caught.value.column) == ("bad-move", column)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("j1-e6", 1),
        ("e5-e9", 4),
        ("e5~b8~e7", 4),
        ("e5~e6~nome", 7),
        ("put:z9:3", 5),
        ("station:nome", 9),
        ("drift:e9-e1", 7),
        ("drift:e1-e9", 10),
        ("turn:k1:cw", 6),
        ("discover:c0", 10),
        ("collect:nowhere:rope", 9),
        ("drop:b8:rope", 6),
        ("lift:moscow", 6),
    ],
)
def test_an_unknown_place_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(icefield.BadNotation) as caught:
        put("c4:9").play(text)
    found = caught.value
    assert (found.refusal.code, found.rule, found.column) == ("bad-place", "I1", column)


def test_a_long_text_is_not_repeated_in_full() -> None:
    for long in ("x" * 10_000, "drift:" + "9" * 10_000, "e5-" + "e" * 10_000, "y=" * 5_000):
        with pytest.raises(icefield.BadNotation) as caught:
            put("c4:9").play(long)
        assert len(str(caught.value)) < 300
        with pytest.raises(icefield.BadNotation) as caught:
            read(f"{put('c4:9')} {long}")
        assert len(str(caught.value)) < 300
