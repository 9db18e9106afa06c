"""Each reason for which a move or touches are refused, with its code and rule."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import icefield
from icefield.core.errors import Refusal
from icefield.games import data_folder
from icefield.games.strait.position import StraitPosition
from icefield.testing.messages import check_message
from icefield.testing.sample import mutations

from ..positions import ENTRIES, TILES, dealt, play, put, start

CATALOGUE = data_folder("strait") / "locale" / "en" / "LC_MESSAGES" / "strait.po"

# -- positions ------------------------------------------------------------------------------------


@cache
def drawn(*moves: str) -> StraitPosition:
    """The set-up of two players after some moves."""
    return play(start(2), "start:0", *moves)


@cache
def stationing() -> StraitPosition:
    position = drawn()
    while position.phase != "station":
        position = play(position, str(position.moves()[0]))
    return position


def lay(hexes: list[str]) -> str:
    """Tiles on hexes, as they come."""
    masks = [mask for mask, count in TILES.items() for _ in range(count)]
    return ",".join(f"{at}:{mask}" for at, mask in zip(hexes, masks, strict=False))


def column(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{row}" for row in range(first, last + 1)]


ON_ICE = "e5:9,e6:9,f5:9,d6:18"
"""Two ropes between e5 and e6, nothing between e5 and f5; d6 is a swim away, across d5."""
EMPTY_BAG = lay([*column("a", 1, 8), *column("b", 1, 7), *column("c", 1, 8), "d1"])
NOBODY_LEAVES = lay(
    [
        *(*column("a", 2, 8), *column("b", 1, 5), *column("c", 4, 8)),
        *(*column("d", 1, 4), *column("e", 1, 3)),
    ]
)
ALL_ENTRIES = lay(list(ENTRIES))
STUCK = "e5:33:b,e6:9:bb,d6:18,f6:18"
"""The bear of e5 has nowhere to go, as Diomede and e6 have two each."""


@cache
def turn() -> StraitPosition:
    return put(ON_ICE, "e5", "r")


@cache
def walking() -> StraitPosition:
    """On f5, which is full; the way on to f6 costs a rope."""
    return play(put("e5:9,f5:18,f6:9", "e5/f5.f5", "r"), "e5-f5")


@cache
def cornered() -> StraitPosition:
    """On e5 with its bear, which cannot be sent anywhere."""
    return play(put(STUCK, "d6", "fff", diomede="bb"), "d6~d5~e5")


@cache
def sending() -> StraitPosition:
    return play(put("e5:6:b,e6:9:bb,d6:18", "d6", "ff"), "d6~d5~e5", "stop")


def bouncing(pack: str, floe: str = "e5:6:b") -> StraitPosition:
    """Red's explorer on Diomede is in danger; d4, next to it, is full."""
    position = put(f"{floe},d4:9,d6:18", "d6/e4.d4.d4", f"ff/{pack}")
    return play(position, "d6~d5~e5", "stop", "send:N")


@cache
def taking(pack: str) -> StraitPosition:
    return play(put("e5:9,f5:18:r", "e5", pack), "e5-f5", "stop")


@cache
def lifting() -> StraitPosition:
    """Red's explorer on Diomede has no way out but the air-lift; Wales is full."""
    position = put("e5:9:b,d6:18", "d6.wales.wales/e4", "ff")
    return play(position, "d6~d5~e5", "stop", "send:N")


# -- moves ----------------------------------------------------------------------------------------

SETUP = ("tile:9", "card:100")
SECOND = (*SETUP, "put:c3:9", "tile:9", "card:100")
CASES = [
    # what cannot be done in a phase at all
    ("not-now", "I8", lambda: start(2), "stop"),
    ("not-now", "I9", drawn, "stop"),
    ("not-now", "I9", lambda: drawn(*SETUP), "end"),
    ("not-now", "I10", stationing, "turn:e5:cw"),
    ("not-now", "I11", turn, "stop"),
    ("not-now", "I11", turn, "lift:wales"),
    ("not-now", "I15", lambda: play(turn(), "discover"), "end"),
    ("not-now", "I18", walking, "turn:e5:cw"),
    ("not-now", "I18", lambda: taking("r"), "stop"),
    ("not-now", "I27", sending, "stop"),
    ("not-now", "I28", lambda: bouncing("f"), "stop"),
    # chance and set-up
    ("no-such-player", "I8", lambda: start(2), "start:2"),
    ("no-such-tile", "I5", drawn, "tile:1"),
    ("no-such-card", "I6", lambda: drawn("tile:9"), "card:999"),
    ("not-sea", "I9", lambda: drawn(*SETUP), "put:e4:9"),
    ("not-sea", "I9", lambda: drawn(*SETUP), "put:wales:9"),
    ("entry-point", "I9", lambda: drawn(*SETUP), "put:a8:9"),
    ("wrong-mask", "I9", lambda: drawn(*SETUP), "put:c3:3"),
    ("not-dealt", "I9", lambda: play(dealt(), "card:110"), "put:c3:11"),
    ("occupied", "I9", lambda: drawn(*SECOND), "put:c3:9"),
    ("next-to-floe", "I9", lambda: drawn(*SECOND), "put:c4:9"),
    ("not-alaska", "I10", stationing, "station:naukan"),
    ("not-alaska", "I10", stationing, "station:e4"),
    ("station-full", "I10", lambda: play(stationing(), *["station:wales"] * 2), "station:wales"),
    # floes
    ("floe-done", "I11", lambda: put(ON_ICE, done="floe"), "turn:e5:cw"),
    ("floe-done", "I11", lambda: put(ON_ICE, done="floe"), "discover"),
    ("no-floe", "I11", turn, "turn:a1:cw"),
    ("no-floe", "I11", turn, "drift:wales-i6"),
    ("not-your-floe", "I11", lambda: put("e5:9", "/e5"), "turn:e5:cw"),
    ("not-your-floe", "I11", lambda: put("e5:9", "/e5"), "drift:e5-f4"),
    ("wrong-end", "I12", lambda: put("c5:9"), "drift:c5-c4"),
    ("wrong-end", "I12", lambda: put("e1:9"), "drift:e1-d2"),
    ("wrong-end", "I12", lambda: put("c5:9"), "drift:c5-off"),
    ("not-its-current", "I12", lambda: put("c5:9"), "drift:c5-b4"),
    ("not-its-current", "I12", lambda: put("c5:9"), "drift:c5-c6"),
    ("blocked", "I12", lambda: put("c5:9,c4:9"), "drift:c5-c4"),
    ("explorer-aboard", "I13", lambda: put("c1:9", "c1"), "drift:c1-off"),
    ("explorer-aboard", "I13", lambda: put("c2:9", "c2"), "drift:c2-off"),
    ("no-entry", "I15", lambda: put(ALL_ENTRIES), "discover"),
    ("not-entry", "I15", lambda: put(phase="put", hand="9"), "put:c3:9"),
    ("occupied", "I15", lambda: put("a8:9", phase="put", hand="9"), "put:a8:9"),
    ("wrong-mask", "I15", lambda: put(phase="put", hand="9"), "put:a8:10"),
    ("bag-not-empty", "I16", lambda: put("c1:9"), "discover:c1"),
    ("bag-empty", "I16", lambda: put(EMPTY_BAG), "discover"),
    ("does-not-leave", "I16", lambda: put(EMPTY_BAG), "discover:d1"),
    ("blocked", "I12", lambda: put(EMPTY_BAG), "discover:a8"),
    ("no-floe", "I11", lambda: put(EMPTY_BAG), "discover:i1"),
    ("explorer-aboard", "I13", lambda: put(EMPTY_BAG, "a1"), "discover:a1"),
    ("no-floe-leaves", "I16", lambda: put(NOBODY_LEAVES), "discover"),
    ("floe-first", "I17", turn, "end"),
    # what explorers do without moving
    ("explorer-done", "I18", lambda: put(ON_ICE, "e5", "r", done="explorer"), "e5-f5"),
    ("explorer-done", "I18", lambda: put(ON_ICE, "e5", "r", done="explorer"), "fish"),
    ("no-explorer", "I19", turn, "collect:f5:rope"),
    ("no-rope-there", "I19", turn, "collect:e5:rope"),
    ("no-fish-there", "I19", turn, "collect:e5:fish"),
    ("no-rope-there", "I18", lambda: play(put("e5:9,f5:18:f", "e5"), "e5-f5", "stop"), "take:rope"),
    ("no-fish-there", "I18", lambda: taking("r"), "take:fish"),
    ("rucksack-full", "I7", lambda: put("e5:9:r", "e5", "rff"), "collect:e5:rope"),
    ("rucksack-full", "I7", lambda: taking("rff"), "take:rope"),
    ("no-rope", "I20", lambda: put(ON_ICE, "e5", "f"), "fish"),
    ("drop-nobody", "I21", turn, "drop:f5:rope"),
    ("drop-siberia", "I21", lambda: put(ON_ICE, "e5.uelen", "r"), "drop:uelen:rope"),
    ("drop-elsewhere", "I21", walking, "drop:wales:rope"),
    ("drop-elsewhere", "I21", lambda: taking("r"), "drop:e5:rope"),
    ("drop-needed", "I21", walking, "drop:f5:rope"),
    ("no-fish-to-drop", "I21", turn, "drop:e5:fish"),
    ("no-rope-to-drop", "I21", lambda: put(ON_ICE, "e5", "f"), "drop:e5:rope"),
    # steps
    ("no-explorer", "I18", turn, "f5-e5"),
    ("mover-elsewhere", "I18", walking, "e5-f5"),
    ("visited", "I18", walking, "f5-e5"),
    ("visited", "I18", turn, "e5-e5"),
    ("home-stays", "I22", lambda: put("a1:9", "uelen"), "uelen-a1"),
    ("own-there", "I22", lambda: put("a1:9", "uelen.a1", "r"), "a1-uelen"),
    ("full", "I22", walking, "stop"),
    ("dead-end-full", "I22", lambda: put("e5:9,f5:18", "e5/f5.f5"), "e5-f5"),
    ("ridges", "I23", turn, "e5-e6"),
    ("not-next", "I23", turn, "e5-wales"),
    ("swim-it", "I24", turn, "e5-d6"),
    ("swim-fish", "I24", turn, "e5~d5~d6"),
    ("ridges", "I24", lambda: put("e5:18,d6:18", "e5", "f"), "e5~d5~d6"),
    ("swim-blocked", "I24", turn, "e5~e6~f5"),
    ("swim-blocked", "I24", turn, "e5~e4~f5"),
    ("in-the-sea", "I24", turn, "e5-d5"),
    ("in-the-sea", "I24", turn, "e5~d5~c6"),
    ("not-across", "I24", turn, "e5~a1~d6"),
    ("hills", "I25", lambda: put("", "wales"), "wales-tincity"),
    ("open-land", "I25", lambda: put("", "ikpek"), "ikpek-mitletukeruk"),
    ("bears-hungry", "I26", lambda: put("e5:9,f5:9:bb", "e5", "f"), "e5-f5"),
    ("swim-bears", "I26", lambda: put("e5:9,d6:18:b", "e5", "f"), "e5~d5~d6"),
    # bears
    ("bears", "I27", cornered, "stop"),
    ("dead-end-bears", "I27", lambda: put(STUCK, "d6", "ff", diomede="bb"), "d6~d5~e5"),
    ("bear-land", "I27", sending, "send:NE"),
    ("bear-crowd", "I27", sending, "send:S"),
    ("no-fish-to-send", "I28", lambda: bouncing("-"), "send:N"),
    ("bear-back", "I28", lambda: bouncing("f"), "send:S"),
    ("escape-elsewhere", "I28", lambda: bouncing("f"), "d4-e4"),
    ("full", "I22", lambda: bouncing("f"), "e4-d4"),
    ("bear-land", "I27", lambda: bouncing("f"), "send:NE"),
    ("escape-exists", "I29", lambda: bouncing("f"), "lift:wales"),
    ("not-alaska", "I29", lambda: bouncing("-", "e5:9:b"), "lift:naukan"),
    ("station-full", "I29", lifting, "lift:wales"),
]


@pytest.mark.parametrize(
    ("code", "rule", "position", "move"),
    CASES,
    ids=[f"{rule}-{code}-{move}" for code, rule, _, move in CASES],
)
def test_a_move_is_refused_with_code_rule_and_advice(
    code: str, rule: str, position: object, move: str
) -> None:
    found = position().explain(move)  # type: ignore[operator]
    assert found is not None, "it is legal"
    assert (found.code, found.rule) == (code, rule), str(found)
    check_message(found.sentence)
    with pytest.raises(icefield.IllegalMove) as caught:
        position().play(move)  # type: ignore[operator]
    assert caught.value.refusal == found


def why(position: StraitPosition, move: str) -> str:
    return str(position.explain(move))


def test_I23_the_ropes_for_the_ridges_are_counted() -> None:
    assert "needed: 2, in your rucksack: 1." in why(turn(), "e5-e6")


def test_I24_ridges_on_both_shores_count_for_a_swim() -> None:
    said = why(put("e5:18,d6:9", "e5", "f"), "e5~d5~d6")
    assert "ropes needed: 2, in your rucksack: 0." in said


def test_I26_the_fish_for_the_bears_are_counted() -> None:
    said = why(put("e5:9,f5:9:bb", "e5", "f"), "e5-f5")
    assert "fish needed: 2, in your rucksack: 1." in said


def test_I12_a_wrong_drift_is_answered_with_the_right_ones() -> None:
    assert "can go: c2." in why(put("c5:9"), "drift:c5-b4")
    assert "can go: d3." in why(put("e1:9"), "drift:e1-d2")
    assert "can go: d3 or e2." in why(put("e1:9,e3:9"), "drift:e1-d2")
    assert "can go: off the board." in why(put("c1:9"), "drift:c1-c8")


def test_I16_an_empty_bag_is_answered_with_a_floe_that_leaves() -> None:
    assert "as in discover:a1." in why(put(EMPTY_BAG), "discover")


def test_I24_a_swim_is_offered_where_one_leads_there() -> None:
    assert why(turn(), "e5-d6").endswith("one can swim: e5~d5~d6. (I24)")


# -- presses --------------------------------------------------------------------------------------

PRESSES = [
    ("no-such-place", "I11", turn, ("nowhere",)),
    ("no-such-place", "I11", turn, ()),
    ("complete", "I11", turn, ("e5", "cw", "cw")),
    ("nothing-here", "I11", turn, ("a1",)),
    ("nothing-here", "I11", lambda: put(ON_ICE, "/wales.wales"), ("naukan",)),
    ("home-stays", "I22", lambda: put(ON_ICE, "uelen"), ("uelen",)),
    ("not-your-floe", "I11", lambda: put("e5:9", "/e5"), ("e5",)),
    ("floe-done", "I11", lambda: put(ON_ICE, done="floe"), ("e5",)),
    ("explorer-done", "I18", lambda: put(ON_ICE, "wales", done="explorer"), ("wales",)),
    ("no-way-on", "I18", lambda: put("", "wales"), ("wales",)),
    ("in-the-sea", "I24", lambda: put("", "wales", "r"), ("wales", "i7")),
    ("ridges", "I23", turn, ("e5", "e6")),
    ("swim-fish", "I24", turn, ("e5", "d6")),
    ("not-next", "I23", turn, ("e5", "wales")),
    ("not-across", "I24", turn, ("e5", "e6", "a1")),
    ("wrong-end", "I12", lambda: put("c5:9"), ("c5", "off")),
    ("not-its-current", "I12", lambda: put("c5:9"), ("c5", "b4")),
    ("no-rope-there", "I19", turn, ("e5", "collect-rope")),
    ("no-fish-to-drop", "I21", turn, ("e5", "drop-fish")),
    ("no-entry", "I15", lambda: put(ALL_ENTRIES), ("discover",)),
    ("does-not-leave", "I16", lambda: put(EMPTY_BAG), ("discover", "d1")),
    ("floe-first", "I17", turn, ("end",)),
    ("not-now", "I11", turn, ("stop",)),
    ("not-now", "I11", turn, ("send-N",)),
    ("full", "I22", walking, ("stop",)),
    ("visited", "I18", walking, ("e5",)),
    ("drop-needed", "I21", walking, ("drop-rope",)),
    ("bear-land", "I27", sending, ("send-NE",)),
    ("not-now", "I27", sending, ("e6",)),
    ("full", "I22", lambda: bouncing("f"), ("d4",)),
    ("not-alaska", "I29", lambda: bouncing("-", "e5:9:b"), ("naukan",)),
    ("rucksack-full", "I7", lambda: taking("rff"), ("take-rope",)),
    ("entry-point", "I9", lambda: drawn(*SETUP), ("a8",)),
    ("wrong-mask", "I9", lambda: drawn(*SETUP), ("c3", "face-3")),
    ("tile-first", "I9", lambda: play(dealt(), "card:110"), ("c3",)),
    ("entry-point", "I9", lambda: play(dealt(), "card:110"), ("held-0", "a8")),
    ("not-dealt", "I9", lambda: play(dealt(), "card:110"), ("held-4", "c3")),
    ("no-such-place", "I9", lambda: play(dealt(), "card:110"), ("held-4",)),
    ("not-dealt", "I9", lambda: play(dealt(), "card:110"), ("held-2", "c3", "face-99")),
    ("not-alaska", "I10", stationing, ("chini",)),
    ("no-such-player", "I8", lambda: start(2), ("start-2",)),
    ("no-such-place", "I9", drawn, ("tile-15",)),
]


@pytest.mark.parametrize(
    ("code", "rule", "position", "touches"),
    PRESSES,
    ids=[f"{rule}-{code}-{'+'.join(touches)}" for code, rule, _, touches in PRESSES],
)
def test_presses_are_refused_with_code_rule_and_advice(
    code: str, rule: str, position: object, touches: tuple[str, ...]
) -> None:
    if not touches:  # these begin every move
        assert position().explain_touches(touches) is None  # type: ignore[operator]
        return
    found = position().explain_touches(touches)  # type: ignore[operator]
    assert found is not None, "it begins a legal move"
    assert (found.code, found.rule) == (code, rule), str(found)
    check_message(found.sentence)


# -- all of it ------------------------------------------------------------------------------------


def test_every_reason_in_the_catalogue_is_given_by_a_test() -> None:
    known = set(re.findall(r'^msgid "strait\.why\.([\w-]+)"$', CATALOGUE.read_text(), re.MULTILINE))
    assert known - {"off", "or"} == {case[0] for case in (*CASES, *PRESSES)}


def test_any_move_text_is_explained_in_every_phase() -> None:
    """Moves of one phase tried in the others, and spoilt ones: always a sentence."""
    positions = {p().phase: p() for _, _, p, _ in CASES}  # type: ignore[operator]
    assert len(positions) == 10
    texts = sorted(
        {move for *_, move in CASES} | {str(m) for p in positions.values() for m in p.moves()}
    )
    rng = random.Random(6)
    for position in positions.values():
        legal = {str(move) for move in position.moves()}
        for text in [*texts, *(t for m in sorted(legal)[:9] for t in mutations(m, rng, 2))]:
            found = position.explain(text)
            assert (found is None) == (text in legal), f"{position}: {text}"
            if isinstance(found, Refusal):
                check_message(found.sentence)
