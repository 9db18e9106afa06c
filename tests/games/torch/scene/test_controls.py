"""The buttons of a ballot: what they are about, and what they warn of."""

from __future__ import annotations

from icefield.core.scene import Control

from ..positions import play, put, vote

ON = "SA@d4 MA@d2 CA@c2 AA@e2"


def buttons(position: object, seat: int = 0) -> dict[str, Control]:
    scene = position.scene(seat)  # type: ignore[attr-defined]
    return {control.id: control for control in scene.controls}


def test_a_vote_marks_the_tiles_that_it_is_about() -> None:
    position = put(ON, phase="number")
    for number in "012345":
        tiles = {space for space, tile in position.tiles.items() if tile[1] == number}
        assert set(buttons(position)[f"vote-{number}"].about) == tiles


def test_T14_a_vote_for_a_number_without_tiles_warns() -> None:
    position = put(ON, phase="number")
    for number in "012345":
        left = any(tile[1] == number for tile in position.tiles.values())
        assert (buttons(position)[f"vote-{number}"].warning is None) == left


def test_T17_a_vote_for_a_tile_that_is_gone_warns() -> None:
    lie = put(ON).tiles
    lost = next(space for space in ("a1", "b1", "a3", "b3") if space in lie)
    suit, number = lie[lost][0], lie[lost][1]
    position = vote(put(ON, gone=lost, phase="number"), number * 4)
    while position.phase == "number-coins":
        position = play(position, "decline")
    assert position.phase == "suit"
    for each in "SMCA":
        control = buttons(position)[f"vote-{each}"]
        assert (control.warning is None) == (each != suit)
        assert len(control.about) == (each != suit)
        assert control.picture


def test_who_is_asked_for_coins_again_reads_what_was_added() -> None:
    position = vote(put(ON, phase="number"), "3345")
    assert position.phase == "number-coins"
    first = position.turn
    assert first is not None
    assert str(position.scene(first).prompt) == "add coins to a number, or none."
    position = play(position, "decline")
    adder = position.turn
    assert adder is not None
    position = play(position, "add1:3")
    while position.turn != first:
        position = play(position, "decline")
    said = str(position.scene(first).prompt)
    assert said.startswith(f"{position.seat_name(adder)} added +1 to 3. Now 3 has 3")
    assert said.endswith("Do you answer with coins?")


def test_a_coin_says_what_comes_next() -> None:
    position = vote(put(ON, phase="number"), "3345")
    coins = [c for c in buttons(position, position.turn or 0).values() if c.id.startswith("coin-")]
    assert {str(c.chosen) for c in coins} >= {"Ace coin (+1): choose a number."}
