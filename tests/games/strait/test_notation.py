"""Texts of strait: moves and positions, there and back, and where a bad text is wrong."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.games.strait.notation import Parts, read_move
from icefield.games.strait.position_text import PHASES
from icefield.games.strait.rules import StraitPosition

from .positions import (
    DECK,
    all_tiles,
    legal,
    play,
    put,
    random_game,
    read,
    start,
    text,
)

calm = settings(deadline=None, derandomize=True, max_examples=100)
BOARD = start().map
SPREAD = ("a2", "a4", "a6", "c1", "c3", "c5", "c7", "e2", "e6", "g3", "g5", "g7")
TWELVE = ",".join(
    f"{name}:{mask}" for name, mask in zip(SPREAD, [3] * 4 + [5] * 4 + [9] * 4, strict=True)
)
BEARS = "e6:18,e5:18:rb,f4:9:b"  # Grey on e6, others on Diomede


@cache
def phases() -> dict[str, tuple[StraitPosition, ...]]:
    """Positions of every phase."""
    put_down = play(start(3), "start:1", "tile:13", "card:111")
    stationed = read(
        f"seats=2 phase=station first=0 active=1 floes={TWELVE} explorers=-/- packs=rf/rf"
        f" deck={DECK}"
    )
    top = put("e7:18:r,e6:18:rf,c3:9:b", "e7", "rf/-", diomede="rf", stations="wales:rrf")
    found = play(top, "discover")
    walked = play(top, "e7-e6")
    stopped = play(put(BEARS, "e6/e4", "fff/ff"), "e6-e5", "stop")
    endangered = play(stopped, "send:N")
    escaped = play(endangered, "e4-f4")
    driven = play(escaped, "send:SW")
    won = play(put("a3:3", "uelen.chini.a3/uelen"), "a3-naukan")
    drawn = play(put("c4:9", turns=999), "turn:c4:cw", "end")
    twice = play(put("e6:18,e5:18:bb", "e6", "ff"), "e6-e5", "stop", "send:N")
    full = put(all_tiles([f"{c}{n}" for c in "acf" for n in range(1, 8)] + ["h1", "h2", "h3"]))
    return {
        "start": (start(2), start(3), start(4, goal=2)),
        "tile": (play(start(3), "start:1"), found, play(full, "discover:c1")),
        "card": (play(start(3), "start:1", "tile:13"), play(found, "tile:5")),
        "put": (put_down, play(found, "tile:5", "card:D110"), play(found, "tile:5", "card:020")),
        "station": (stationed, play(stationed, "station:wales", "station:nuluk")),
        "turn": (top, play(top, "turn:e7:cw"), play(top, "fish"), play(top, "drop:e7:rope"), full),
        "move": (walked, play(walked, "drop:e6:rope"), play(walked, "e6~e5~e4")),
        "send": (stopped, escaped, twice),
        "bounce": (endangered, driven),
        "take": (play(walked, "stop"), play(walked, "stop", "drop:e6:fish")),
        "over": (won, drawn),
    }


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


def broken(text: str, at: int, letter: str) -> str:
    at %= len(text) + 1
    return text[:at] + letter + text[at + 1 :]


def fails(text: str) -> icefield.BadNotation | None:
    try:
        position = read(text)
    except icefield.BadNotation as error:
        return error
    again = read(str(position))
    assert again == position
    assert str(again) == str(position)
    return None


# -- round trips ----------------------------------------------------------------------------------


def test_every_phase_is_looked_at() -> None:
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
    before = str(position), hash(position), position.moves(), position.history
    inside = True
    try:
        position.play(text)
        played = True
    except (icefield.BadNotation, icefield.IllegalMove) as error:
        played = False
        if isinstance(error, icefield.BadNotation):
            inside = 1 <= error.column <= len(text) + 1
        else:
            inside = error.rule is not None
    assert inside
    assert played == (text in legal(position))
    assert (position.explain(text) is None) == played
    assert (str(position), hash(position), position.moves(), position.history) == before


@settings(calm, max_examples=300)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text("seatgolphr=0123456789:,./- abcfD", max_size=120),
        st.builds(lambda more: f"seats=2 phase=turn {more}", st.text(max_size=40)),
    )
)
def test_any_text_is_a_position_or_bad_notation_inside_it(text: str) -> None:
    error = fails(text)
    assert error is None or (error.line == 1 and 1 <= error.column <= len(text) + 1)


@settings(calm, max_examples=400)
@given(reachable, st.integers(0, 2000), st.sampled_from([*"abefir0159:+,./- =Dsp", ""]))
def test_a_position_with_one_letter_changed_is_read_or_refused_inside_the_text(
    position: StraitPosition, at: int, letter: str
) -> None:
    text = broken(str(position), at, letter)
    error = fails(text)
    assert error is None or 1 <= error.column <= len(text) + 1


def test_a_damaged_position_that_is_read_can_be_played_on() -> None:
    """Whatever is accepted is a position: its moves have texts and lead on."""
    rng = random.Random(11)
    read_ones = 0
    for _ in range(900):
        text = broken(str(rng.choice(pool())), rng.randrange(600), rng.choice("abefir0123456,.:/-"))
        if fails(text) is not None:
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
    assert parts == Parts(kind, named, word)
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


# -- positions ------------------------------------------------------------------------------------

GOOD = text(
    "e7:18:r,e6:18:rfb,c3:9",
    "e7.wales.uelen/c3.wales.tincity",
    "rrf/-",
    turns=12,
    first=1,
    diomede="rfb",
    stations="wales:rrf",
)
MOVING = str(play(read(GOOD.replace("rfb,c3", "rf,c3")), "e7-e6"))
SENDING = str(play(put(BEARS, "e6/e4", "fff/ff"), "e6-e5", "stop"))
BOUNCING = str(play(read(SENDING), "send:N", "e4-f4", "send:SW"))
TAKING = str(play(read(MOVING), "stop"))
PUTTING = str(play(start(2), "start:0", "tile:13", "card:111"))
PLACING = str(phases()["station"][1])
OVER = str(phases()["over"][0])
DRAW = str(phases()["over"][1])


def test_the_texts_that_are_damaged_below_are_good_ones() -> None:
    for good in (GOOD, MOVING, SENDING, BOUNCING, TAKING, PUTTING, PLACING, OVER, DRAW):
        assert fails(good) is None
    assert {read(t).phase for t in (GOOD, MOVING, SENDING, BOUNCING, TAKING, PUTTING)} == {
        *("turn", "move", "send", "bounce", "take", "put")
    }


def refuse(good: str, old: str, new: str) -> tuple[str, str | None, int]:
    """Code, rule and column of the error for a text with one thing changed; the column counts from
    the place of the change."""
    assert good.count(old) == 1, (old, good)
    damaged = good.replace(old, new)
    with pytest.raises(icefield.BadNotation) as caught:
        read(damaged)
    error = caught.value
    assert error.line == 1
    assert 1 <= error.column <= len(damaged) + 1
    return error.refusal.code, error.rule, error.column - good.index(old)


@pytest.mark.parametrize(
    ("old", "new", "code", "column"),
    [
        ("seats=2", "seats=5", "bad-value", 7),
        ("seats=2", "seats=1", "bad-value", 7),
        ("seats=2", "seats=", "bad-field", 1),
        ("goal=3", "goal=4", "bad-value", 6),
        ("phase=turn", "phase=nap", "bad-value", 7),
        ("phase=turn", "phase=Turn", "bad-value", 7),
        ("turns=12", "turns=1001", "bad-value", 7),
        ("turns=12", "turns=x", "bad-value", 7),
        ("first=1", "first=2", "bad-value", 7),
        ("active=0", "active=2", "bad-value", 8),
        ("active=0", "active=x", "bad-value", 8),
        ("active=0", "active=0 active=0", "bad-field", 10),
        ("active=0", "actor=0", "bad-field", 1),
        ("active=0", "active", "bad-field", 1),
        ("active=0", " active=0", "bad-field", 1),
        ("active=0", "active=0 done=both", "bad-value", 15),
        ("active=0", "active=0 done=explorer+floe", "bad-value", 15),
        ("floes=e7:18:r,", "floes=e7:18:r,,", "bad-value", 7),
        ("floes=e7:18:r,", "floes=e7,", "bad-value", 7),
        ("floes=e7:18:r,", "floes=e7:18:fr,", "bad-value", 7),
        ("diomede=rfb", "diomede=x", "bad-value", 9),
        ("stations=wales:rrf", "stations=wales", "bad-value", 10),
        ("stations=wales:rrf", "stations=wales:b", "bad-value", 10),
        ("packs=rrf/-", "packs=rrf", "bad-value", 7),
        ("packs=rrf/-", "packs=rrf/-/-", "bad-value", 7),
        ("packs=rrf/-", "packs=fr/-", "bad-value", 7),
        ("explorers=e7.wales.uelen/", "explorers=e7.wales.uelen.e6/", "bad-value", 11),
        ("explorers=e7.wales.uelen/", "explorers=e7..uelen/", "bad-value", 11),
        (f"deck={DECK}", "deck=111", "bad-value", 6),
        (f"deck={DECK}", "deck=", "bad-field", 1),
    ],
)
def test_a_field_of_the_wrong_form_is_refused_at_its_column(
    old: str, new: str, code: str, column: int
) -> None:
    assert refuse(GOOD, old, new) == (code, None, column)


@pytest.mark.parametrize(
    "name", ["seats", "phase", "first", "active", "explorers", "packs", "deck"]
)
def test_a_field_that_every_turn_needs_is_missed(name: str) -> None:
    short = " ".join(word for word in GOOD.split(" ") if not word.startswith(f"{name}="))
    with pytest.raises(icefield.BadNotation) as caught:
        read(short)
    assert (caught.value.refusal.code, caught.value.column) == ("bad-missing", len(short) + 1)


@pytest.mark.parametrize(
    ("old", "new", "rule", "column"),
    [
        # floes: hexes and tiles that do not exist
        ("floes=e7:18:r,", "floes=e9:18:r,", "I1", 7),
        ("floes=e7:18:r,", "floes=e4:18:r,", "I1", 7),
        ("floes=e7:18:r,", "floes=e7:18:r,e7:18,", "I1", None),
        ("floes=e7:18:r,", "floes=e7:18:,", "I1", 7),
        ("floes=e7:18:r,", "floes=e7:1:r,", "I5", 7),
        ("floes=e7:18:r,", "floes=e7:63:r,", "I5", 7),
        ("floes=e7:18:r,", "floes=e7:0:r,", "I5", 7),
        ("floes=e7:18:r,", "floes=e7:64:r,", "I5", 7),
        ("floes=e7:18:r,", "floes=e7:18:r,a1:9,a2:36,", "I5", None),
        # too much of everything
        ("floes=e7:18:r,", "floes=e7:18:rrrrrrrrrr,", "I7", None),
        ("floes=e7:18:r,", "floes=e7:18:ffffffffffffff,", "I7", None),
        ("diomede=rfb", "diomede=bbb", "I26", None),
        ("packs=rrf/-", "packs=rrff/-", "I7", 7),
        ("packs=rrf/-", "packs=-/rrrr", "I7", 9),
        # stations
        ("stations=wales:rrf", "stations=uelen:r", "I3", 10),
        ("stations=wales:rrf", "stations=nome:r", "I3", 10),
        ("stations=wales:rrf", "stations=wales:r,wales:f", "I3", None),
        # explorers
        ("explorers=e7.", "explorers=e5.", "I22", 11),
        ("explorers=e7.", "explorers=nome.", "I22", 11),
        ("explorers=e7.", "explorers=uelen.", "I22", 11),
        ("/c3.wales.", "/wales.wales.", "I22", None),
        ("explorers=e7.", "explorers=e6.", "I26", 11),
        # cards
        ("deck=111:1", "deck=111:2", "I6", 6),
        ("deck=111:1", "deck=111:0", "I6", 6),
        ("deck=111:1", "deck=333:1", "I6", 6),
        ("deck=111:1", "deck=111:1,111:1", "I6", None),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(
    old: str, new: str, rule: str, column: int | None
) -> None:
    code, found, at = refuse(GOOD, old, new)
    assert (code, found) == ("bad-value", rule)
    assert column is None or at == column


def test_an_explorer_with_bears_is_refused_outside_of_a_move() -> None:
    assert refuse(GOOD, "explorers=e7.", "explorers=e4.")[1] == "I26"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("explorers=e7.wales.uelen", "explorers=e7.wales"),  # one is missing
        ("explorers=e7.wales.uelen", "explorers=-"),
        ("phase=turn", "phase=station"),
        ("phase=turn", "phase=start"),
        ("phase=turn", "phase=card"),  # no tile in the hand
        ("phase=turn", "phase=put"),
        ("phase=turn", "phase=move"),  # nobody moves
        ("phase=turn", "phase=take"),
        ("phase=turn", "phase=send"),
        ("phase=turn", "phase=bounce"),
        ("phase=turn", "phase=over"),
        ("turns=12", "turns=1000"),  # I32: it is over
        ("active=0", "active=0 done=floe+explorer"),  # the turn would be over
        ("active=0", "active=0 hand=9"),
        ("active=0", "active=0 mover=e7"),
        ("active=0", "active=0 path=e7"),
        ("active=0", "active=0 winner=1"),
        ("active=0", "active=0 frames=settle.e6.0"),
        (f"deck={DECK}", "deck=-"),
    ],
)
def test_fields_that_do_not_fit_the_phase_are_refused(old: str, new: str) -> None:
    assert refuse(GOOD, old, new)[0] == "bad-value"


@pytest.mark.parametrize(
    ("good", "old", "new"),
    [
        (MOVING, "mover=e6", "mover=e7"),
        (MOVING, "mover=e6", "mover=uelen"),
        (MOVING, "mover=e6", "mover=c3"),  # another player's
        (MOVING, " mover=e6", ""),
        (MOVING, " path=e6.e7", ""),
        (MOVING, "path=e6.e7", "path=e7"),
        (MOVING, "path=e6.e7", "path=e6.xx"),
        (MOVING, "active=0", "active=0 done=explorer"),
        (TAKING, "e6:18:rf", "e6:18"),  # nothing to take
        (TAKING, "e6:18:rf", "e6:18:rfb"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e5.1"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e5.-"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e6.0"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e9.0"),
        (SENDING, "frames=settle.e5.0", "frames=settle.wales.0"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e5"),
        (SENDING, "frames=settle.e5.0", "frames=settle.e5.3"),
        (SENDING, " frames=settle.e5.0", ""),
        (SENDING, "e5:18:rb", "e5:18:r"),  # no bear
        (BOUNCING, "bounce.e5.1.f4.e5", "bounce.e5.2.f4.e5"),
        (BOUNCING, "bounce.e5.1.f4.e5", "bounce.e5.1.f4.x9"),
        (BOUNCING, "bounce.e5.1.f4.e5", "bounce.e5.1"),
        (BOUNCING, ",bounce.e5.1.f4.e5", ""),  # then it would be Red's settling, without a bear
        (BOUNCING, "bounce.e5.1.f4.e5", "bounce.e6.1.f4.e6"),  # nobody is there
        (BOUNCING, "phase=bounce", "phase=send"),
        (PUTTING, "hand=13:rfb", "hand=1:rfb"),
        (PUTTING, " hand=13:rfb", ""),
        (PUTTING, "active=0", "active=1"),  # I9: it is Grey's turn to place
        (PLACING, "active=1", "active=0"),  # I10
        (PLACING, "explorers=nuluk/wales", "explorers=nuluk.wales/-"),
        (PLACING, "explorers=nuluk/wales", "explorers=nuluk/-"),
        (PLACING, "a2:3,", ""),
        (OVER, "winner=0", "winner=1"),
        (OVER, " winner=0", ""),
        (OVER, "phase=over", "phase=turn"),
        (DRAW, "turns=1000", "turns=999"),
    ],
)
def test_what_belongs_to_a_phase_must_fit(good: str, old: str, new: str) -> None:
    assert refuse(good, old, new)[0] in ("bad-value", "bad-missing", "bad-field")


def test_three_explorers_on_one_space_are_refused_and_the_mover_is_not_counted() -> None:
    crowd = text("e7:18,e6:18,e5:18", "e7/e6.e6")
    assert refuse(crowd, "explorers=e7.", "explorers=e6.")[1] == "I22"
    passing = play(read(crowd), "e7-e6")
    assert read(str(passing)) == passing


def test_siberia_may_hold_many() -> None:
    full = put("c4:9", "naukan/naukan/naukan/naukan", seats=4)
    assert read(str(full)) == full


def test_options_fill_in_what_a_text_lacks() -> None:
    bare = GOOD.replace("goal=3 ", "")
    assert read(bare) == read(GOOD)
    assert read(bare, goal=2).options["goal"] == 2
    assert read(GOOD, goal=2).options["goal"] == 3  # the text says so


def test_positions_with_other_options_are_different() -> None:
    assert start(2) != start(3)
    assert start(2) != start(2, goal=2)
    assert put("c4:9") != put("c4:18")


def test_the_supply_and_the_bag_hold_what_is_nowhere_else() -> None:
    position = read(GOOD)
    assert position.supply == (15 - 1 - 1 - 1 - 2 - 2, 15 - 1 - 1 - 1 - 1, 3)
    assert sum(position.bag.values()) == 21
    assert position.bag[9] == 1


def test_a_text_says_only_what_there_is_to_say() -> None:
    words = [word.partition("=")[0] for word in str(put("c4:9")).split(" ")]
    assert words == [
        *("seats", "goal", "phase", "first", "active", "floes", "explorers", "packs", "deck")
    ]
