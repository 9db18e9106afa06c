"""The board in a terminal: it fits, and signs show everything on it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

import icefield
from icefield.tui.layout import arrange
from icefield.tui.paint import Lit, paint

from .played import KEYS, after


def test_stations_have_their_names_however_long_they_are() -> None:
    position = after("strait", 30)
    scene = position.scene()
    text = paint(scene, arrange(scene, 100, 37), Lit()).text
    names = [station.name for station in (*position.map.siberia, *position.map.alaska)]  # type: ignore[attr-defined]
    assert max(map(len, names)) > 10
    for name in names:
        assert name[:6] in text


def test_long_names_of_stations_go_on_in_a_second_line() -> None:
    scene = after("strait", 30).scene()
    plan = arrange(scene, 80, 32)  # a terminal of 120×40, without the panels
    lines = paint(scene, plan, Lit()).text.splitlines()
    for station, parts in {"Shishmaref": ("Shishm-", "aref"), "Tin City": ("Tin", "City")}.items():
        (id_,) = [s.id for s in scene.spaces if station in str(s.name)]
        box = plan.boxes[id_]
        shown = [line[box.x : box.x + box.width] for line in lines[box.y :][: box.height]]
        assert all(part in row for part, row in zip(parts, shown, strict=False))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("room", [(55, 17), (100, 37)])
def test_all_pieces_are_drawn(key: str, room: tuple[int, int]) -> None:
    """Every glyph of a piece that stands alone or in company can be read on its space."""
    scene = after(key, 60).scene()
    plan = arrange(scene, *room)
    lines = paint(scene, plan, Lit()).text.splitlines()
    for piece in scene.pieces:
        if piece.space is None or not piece.glyph or piece.seat is None:
            continue
        box = plan.boxes[piece.space]
        shown = "".join(line[box.x : box.x + box.width] for line in lines[box.y :][: box.height])
        assert piece.glyph in shown or "…" in shown, (piece, shown)


@pytest.mark.parametrize("key", KEYS)
def test_rows_are_as_wide_as_they_say(key: str) -> None:
    plan = arrange(after(key, 30).scene(), 55, 17)
    canvas = paint(after(key, 30).scene(), plan, Lit())
    for y in range(plan.height):
        assert sum(cell_len(segment.text) for segment in canvas.segments(y)) == plan.width


def test_signs_tell_what_is_lit() -> None:
    scene = icefield.game("seals").start().scene()
    plan = arrange(scene, 55, 17)
    text = paint(scene, plan, Lit("c3", ["b2"], ["b7"], ["g2"])).text
    assert "‹ S ›" in text
    assert "« S »" in text
    assert "? B ?" in text
    assert "▙" in text


def test_a_small_board_has_names_beside_it() -> None:
    scene = icefield.game("seals").start().scene()
    lines = paint(scene, arrange(scene, 30, 9), Lit()).text.splitlines()
    assert lines[-1].split() == list("abcdefgh")
    assert [line[0] for line in lines[:-1]] == list("87654321")
