"""Damaged position texts of strait, each refused with its code, rule and column."""

from __future__ import annotations

import pytest

import icefield

from ...damaged_texts import fails
from ..positions import BEARS, DECK, phases, play, put, read, start, text

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


HELD = "3.3.5.9.11.21/3.3.5.7.13.21"
LYING = (
    f"seats=2 goal=3 tiles=dealt phase=card first=1 active=1 held={HELD} explorers=-/-"
    f" packs=rf/rf deck={DECK}"
)


def test_the_texts_that_are_damaged_below_are_good_ones() -> None:
    for good in (GOOD, MOVING, SENDING, BOUNCING, TAKING, PUTTING, PLACING, OVER, DRAW, LYING):
        assert fails(read, good) is None
    assert {read(t).phase for t in (GOOD, MOVING, SENDING, BOUNCING, TAKING, PUTTING)} == {
        *("turn", "move", "send", "bounce", "take", "put")
    }


def refuse(good: str, old: str, new: str) -> tuple[str, str | None, int]:
    """Code, rule and column of the error for a text with one change.

    The column counts from the place of the change.
    """
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
        ("phase=turn", "phase=move"),  # no explorer moves
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
        (BOUNCING, "bounce.e5.1.f4.e5", "bounce.e6.1.f4.e6"),  # no explorer is there
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


# -- versions -------------------------------------------------------------------------------------


def test_texts_of_version_1_have_drawn_tiles() -> None:
    old = str(start(2))
    assert "tiles=" not in old
    assert read(old).options["tiles"] == "drawn"
    assert read(old, tiles="dealt") == start(2, tiles="dealt")
    assert read(old + " tiles=drawn") == start(2)
    assert read(str(start(2, tiles="dealt")), tiles="drawn").options["tiles"] == "dealt"


@pytest.mark.parametrize(
    ("old", "new", "rule", "column"),
    [
        ("3.3.5.9.11.21/", "3.3.5.9.11/", "I9", 1),  # one too few
        ("13.21", "13.42", "I5", 4),  # not as it is printed
        ("3.3.5.7", "3.3.3.7", "I5", None),  # there are only four of them
        ("phase=card", "phase=tile", "I9", None),  # all have been dealt
        ("phase=card", "phase=put hand=9", None, 16),  # a tile is chosen, not drawn
        ("phase=card", "phase=card hand=-:r", None, 17),
        ("tiles=dealt", "tiles=drawn", "I9", None),
        ("active=1", "active=0", None, 8),
    ],
)
def test_I9_tiles_that_cannot_lie_so_are_refused(
    old: str, new: str, rule: str | None, column: int | None
) -> None:
    _, found, at = refuse(LYING, old, new)
    assert found == rule
    assert column in (None, at)
