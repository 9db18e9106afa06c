"""The board from the opposite side: what turns, and what stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from icefield import Message, Scene
from icefield.core.scene import Label, Mark, Patch, Piece, Space
from icefield.core.scene import Scene as Sheet
from icefield.render.flipped import flipped
from icefield.render.svg import overlay, svg

SceneOf = Callable[[str], Scene]
SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
NAME = Message("x.y")


def piece(id_: str, x: float, y: float, space: str | None = None, look: str = "z") -> Piece:
    return Piece(id_, "no/symbol", x, y, look, NAME, space=space)


@pytest.fixture
def sheet() -> Scene:
    """A board of two spaces, the second lopsided, over a tray."""
    wide = ((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5))
    return Sheet(
        game="none",
        width=6,
        height=5,
        caption=NAME,
        spaces=(Space("a", 1, 1, SQUARE, "ice", NAME), Space("b", 3, 3, wide, "ice", NAME)),
        pieces=(
            piece("on-a", 1.2, 1.3, "a"),
            piece("on-b", 3.8, 3.1, "b"),
            piece("aside", 5, 2),
            piece("in-tray", 2, 4.6),
            piece("arrow", 1, 1, "a", "directed"),
        ),
        marks=(Mark("last-move", ((1, 1), (3, 3)), space="b"),),
        labels=(Label("A", 1, 0.7), Label("n", 2, 4.6), Label("edge", 0.1, 2)),
        patches=(
            Patch("plate on", ((0, 4), (6, 4), (6, 5), (0, 5))),
            Patch("peak", ((4, 2), (5, 2), (4.5, 1))),
            Patch("peak-snow", ((4.4, 1.2), (4.6, 1.2), (4.5, 1))),
            Patch("land", ((0, 0), (1, 0), (0, 1))),
        ),
    )


def test_the_board_turns_and_the_tray_stays(sheet: Scene) -> None:
    turned = flipped(sheet)  # what is not the tray is 4 high
    assert [(s.x, s.y) for s in turned.spaces] == [(5, 3), (3, 1)]
    at = {p.id: (p.x, p.y) for p in turned.pieces}
    assert at["on-a"] == pytest.approx((5.2, 3.3))  # upright within its space
    assert at["on-b"] == pytest.approx((2.2, 1.1))  # where the space reaches to now
    assert at["aside"] == pytest.approx((1, 2))
    assert at["in-tray"] == pytest.approx((2, 4.6))
    labels: dict[object, object] = {
        label.text: (label.x, pytest.approx(label.y)) for label in turned.labels
    }
    assert labels == {"A": (5, 2.7), "n": (2, 4.6), "edge": (5.9, 2)}
    assert {p.id: p.turn for p in turned.pieces}["arrow"] == 180
    assert turned.marks[0].path == ((5, 3), (3, 1))


def test_hills_stand_upright_with_their_snow(sheet: Scene) -> None:
    tray, peak, snow, land = (patch.outline for patch in flipped(sheet).patches)
    assert tray == sheet.patches[0].outline
    assert [*peak] == [(1, 3), (2, 3), (1.5, 2)]
    assert [*snow[-1]] == [1.5, 2]
    assert land == ((6, 4), (5, 4), (6, 3))


def test_turning_twice_shows_the_same(drawn: tuple[str, Scene]) -> None:
    _, scene = drawn
    again = flipped(flipped(scene))
    for old, new in zip(scene.spaces, again.spaces, strict=True):
        assert (new.x, new.y) == pytest.approx((old.x, old.y))
    for a, b in zip(scene.pieces, again.pieces, strict=True):
        assert (b.x, b.y) == pytest.approx((a.x, a.y))


def test_marks_laid_over_a_flipped_board_are_flipped(sheet: Scene) -> None:
    assert overlay(sheet, sheet.marks, flip=True) == overlay(sheet, flipped(sheet).marks)
    assert overlay(sheet, sheet.marks, flip=True) != overlay(sheet, sheet.marks)


def test_a_board_that_is_only_looked_at_can_be_read(scene_of: SceneOf) -> None:
    scene = scene_of("seals-middle")
    drawing = svg(scene, theme="page", readable=True)
    assert 'role="group"' in drawing
    assert drawing.count('role="img" aria-label=') == len(scene.spaces)
    assert "tabindex" not in drawing
    assert "<title>" not in drawing


def test_only_a_page_is_told_the_way_of_a_move(scene_of: SceneOf) -> None:
    scene = scene_of("seals-middle")
    assert 'data-way="' in svg(scene, interactive=True)
    assert 'data-way="' in svg(scene, theme="page")
    assert "data-way" not in svg(scene)
    assert "data-way" not in svg(scene, theme="dark")
