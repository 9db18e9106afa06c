"""Clocks: time left, increments and flags, in milliseconds."""

from __future__ import annotations

import pytest

from icefield.core.errors import BadOption
from icefield.play import Clock, Control

ANN, BEN, CAT = range(3)


def blitz(increment: int = 0) -> Clock:
    return Clock(Control("player", seconds=60, increment=increment), 3)


def test_only_who_has_to_decide_loses_time() -> None:
    clock = blitz()
    clock.run({ANN}, 1, 1_000)
    assert (clock.left(ANN, 11_000), clock.left(BEN, 11_000)) == (50_000, 60_000)
    clock.run({BEN}, 2, 11_000)
    assert (clock.left(ANN, 99_000), clock.left(BEN, 12_000)) == (50_000, 59_000)
    assert clock.running == {BEN}


def test_all_who_decide_at_once_lose_time_together() -> None:
    clock = blitz()
    clock.run({ANN, BEN, CAT}, 1, 0)
    clock.run({ANN, CAT}, 1, 5_000)  # Ben has voted
    assert [clock.left(p, 8_000) for p in (ANN, BEN, CAT)] == [52_000, 55_000, 52_000]


def test_the_increment_comes_after_a_turn_and_only_once() -> None:
    clock = blitz(increment=5)
    clock.run({ANN}, 1, 0)
    clock.run({BEN}, 1, 10_000)  # asked in the middle of Ann's turn
    clock.run({ANN}, 1, 12_000)
    assert clock.left(ANN, 12_000) == 50_000
    clock.run({CAT}, 2, 13_000)
    assert clock.left(ANN, 13_000) == 54_000
    assert clock.left(BEN, 13_000) == 63_000  # who was asked has had a decision, too
    assert clock.left(CAT, 13_000) == 60_000


def test_every_turn_has_the_whole_time_when_moves_are_timed() -> None:
    clock = Clock(Control("move", seconds=30), 2)
    clock.run({ANN}, 1, 0)
    clock.run({BEN}, 1, 20_000)
    clock.run({ANN}, 1, 21_000)  # still the same turn
    assert clock.left(ANN, 25_000) == 6_000
    clock.run({BEN}, 2, 26_000)
    clock.run({ANN}, 3, 27_000)
    assert clock.left(ANN, 27_000) == 30_000


def test_the_flag_of_the_first_who_runs_out_falls() -> None:
    clock = blitz()
    clock.run({ANN}, 1, 0)
    clock.run({ANN, BEN}, 2, 10_000)
    assert (clock.ends, clock.fallen(59_999)) == (60_000, None)
    assert clock.fallen(60_000) == ANN
    clock.run(set(), 3, 20_000)
    assert clock.ends is None
    assert clock.fallen(10**12) is None


def test_a_time_that_jumps_back_takes_nothing() -> None:
    clock = blitz()
    clock.run({ANN}, 1, 50_000)
    clock.run({BEN}, 2, 20_000)
    assert clock.left(ANN, 20_000) == 60_000


@pytest.mark.parametrize(
    ("control", "limit"),
    [
        (Control("move", seconds=30), 30_000),
        (Control("player", seconds=600, increment=5), 600_000),
        (Control("days", days=3), 3 * 86_400_000),
    ],
)
def test_controls_are_read_and_written(control: Control, limit: int) -> None:
    assert control.check().limit == limit
    assert Control.read(control.to_json()) == control


def test_no_clock() -> None:
    assert Control.read(None) is None
    assert Control.read({"kind": "none", "seconds": 5}) is None


@pytest.mark.parametrize(
    "control",
    [
        Control("move", seconds=4),
        Control("move", seconds=3601),
        Control("player", seconds=9),
        Control("player", seconds=60, increment=301),
        Control("days", days=0),
        Control("days", days=31),
    ],
)
def test_what_nobody_could_play_by_is_refused(control: Control) -> None:
    with pytest.raises(BadOption) as error:
        control.check()
    assert error.value.refusal.code == "bad-clock"
