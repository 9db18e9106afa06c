"""The bears' chances in lost positions, and that they rank setups correctly."""

from __future__ import annotations

import re

import pytest

import icefield
from icefield.core.abilities import HasSwindles
from icefield.games.seals.swindle import EARLY, chance, weights

SEALS = icefield.game("seals")


def _turned(text: str) -> str:
    """The same position on a board turned by a quarter."""
    missing = (2, 1, 0, 0, 0, 0, 1, 2)  # spaces at each end of a row
    board, *rest = text.split(" ")
    spread = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in board.split("/")]
    square = ["#" * n + row + "#" * n for n, row in zip(missing, spread, strict=True)]
    rows = ["".join(row[i] for row in reversed(square)).strip("#") for i in range(8)]
    joined = "/".join(rows)
    return " ".join([re.sub(r"\.+", lambda run: str(len(run[0])), joined), *rest])


def hopes(text: str, **options: str) -> dict[str, float]:
    position = SEALS.read(text, **options)
    assert isinstance(position, HasSwindles)
    return {move.text: hope for move, hope in position.hopes().items()}


def test_every_move_of_the_bears_has_a_chance_in_the_opening() -> None:
    position = SEALS.start().play("b2-b4")
    assert isinstance(position, HasSwindles)
    found = position.hopes()
    assert set(found) == set(position.moves())
    assert all(0.0 < hope < 1.0 for hope in found.values())
    assert max(found.values()) < 0.5  # the seals are ahead
    assert max(found.values()) > 1.5 * min(found.values())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4/s4b/8/8/8/8/s4b/4 s -", "the seals move"),
        ("4/5b/8/8/8/8/s4b/4 b -", "a seal is caught"),
        ("4/s4b/8/8/8/8/s5/4 b -", "a bear is gone"),
        ("4/so3b/oooo4/oooo4/8/8/s2o1b/oooo b -", "it is late"),
    ],
)
def test_nothing_is_told_otherwise(text: str, why: str) -> None:
    assert hopes(text) == {}, why


def test_images_of_a_position_have_the_same_chances() -> None:
    position = SEALS.start().play("b2-b4").play("g7-f6").play("b4-a5")
    mirrored = SEALS.start().play("b7-b5").play("g2-f3").play("b5-a4")
    turned = SEALS.read(_turned(str(position)))
    here, there = position.hopes(), mirrored.hopes()  # type: ignore[attr-defined]
    mirror = str.maketrans("12345678", "87654321")
    wanted = {move.text.translate(mirror): hope for move, hope in here.items()}
    assert {move.text: hope for move, hope in there.items()} == pytest.approx(wanted)
    assert chance(turned.state) == pytest.approx(chance(position.state))


def test_it_is_told_down_to_so_many_empty_spaces() -> None:
    enough = "4/s4b/8/o7/ooooo3/ooooo3/s4b/4 b -"
    assert SEALS.read(enough).stake() == EARLY  # type: ignore[attr-defined]
    assert hopes(enough)
    assert not hopes(enough.replace("o7", "oo6"))


def test_it_tells_setups_apart_that_won_from_setups_that_lost() -> None:
    """Bears' setups after three moves each, against the same seals.

    With the first the bears won 20 of 28 games and with the second 25 of 42; with the others 1 of
    31, 4 of 45 and 1 of 23.
    """
    board = "4/o4{}/so6/1s6/{}/o4o/4 s -"
    won = [("o/1o1b1o2", "1o3b2"), ("o/1o1boo2", "1o3b2")]
    lost = [("o/1o3b2", "1o1boo2"), ("o/1o3o2", "1o3b2"), ("b/1o6", "1o1boo2")]
    texts = [[board.format(*rows) for rows in some] for some in (won, lost)]
    texts[0][0] = texts[0][0].replace("so6", "so2o3")
    texts[1][1] = texts[1][1].replace("so6", "so2b3")
    good, bad = ([chance(SEALS.read(text).state) for text in some] for some in texts)
    assert min(good) > 1.4 * max(bad)


def test_the_same_weights_for_everybody_who_looks() -> None:
    found = weights()
    assert found is weights()
    width, hidden = found.alone.shape[-1], len(found.out)
    assert found.around.shape == (2, 7, 7, width)
    assert found.others.shape == (2, 2, 15, 15, width)
    assert found.seen.shape == (2 * width, hidden)
    assert found.counted.shape == (17, hidden)
