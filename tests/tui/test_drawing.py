"""What the board looks like in a terminal: it fits, and everything on it is told by signs."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

import icefield
from icefield.core.game import Position
from icefield.tui.layout import arrange
from icefield.tui.paint import Lit, paint

from .conftest import LARGE, SMALL, Hands, Table

KEYS = sorted(icefield.keys())
MOST = [(key, seats) for key in KEYS for seats in icefield.game(key).seats]


def after(key: str, plies: int, seats: int | None = None) -> Position:
    position, choice = icefield.game(key).start(seats), random.Random(3)
    for _ in range(plies):
        if position.turn is not None:
            position = position.play(choice.choice(position.moves()), position.turn)
    return position


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("key", "seats"), MOST)
@pytest.mark.slow
def test_the_board_is_not_clipped(key: str, seats: int, size: tuple[int, int]) -> None:
    async def playing(hands: Hands) -> None:
        room = hands.app.query_one("#room")
        board = hands.app.board
        assert (room.max_scroll_x, room.max_scroll_y) == (0, 0)
        assert board.region.width == board.plan.width
        assert board.region.height == board.plan.height
        assert room.region.contains_region(board.region)
        side = hands.app.query_one("#side").region
        assert side.x >= room.region.right
        assert side.width >= 22

    Table(key, seats=seats, plies=30).sit(playing, size)


def test_a_tiny_terminal_scrolls_to_the_cursor() -> None:
    async def playing(hands: Hands) -> None:
        room = hands.app.query_one("#room")
        assert room.max_scroll_y > 0
        for _ in range(20):
            await hands.press("down")
        board = hands.app.board
        box = board.plan.boxes[board.cursor]
        assert 0 <= box.y - room.scroll_y < room.size.height

    Table("strait", plies=40).sit(playing, (60, 16))


def test_a_terminal_may_change_its_size() -> None:
    async def playing(hands: Hands) -> None:
        small = hands.app.board.plan.width
        await hands.pilot.resize_terminal(*LARGE)
        await hands.pilot.pause()
        assert hands.app.board.plan.width > small
        await hands.pilot.resize_terminal(*SMALL)
        await hands.pilot.pause()
        assert hands.app.board.plan.width == small

    Table("seals").sit(playing)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("room", [(30, 9), (55, 17), (100, 37)])
def test_boxes_do_not_meet(key: str, room: tuple[int, int]) -> None:
    scene = after(key, 30).scene()
    plan = arrange(scene, *room)
    assert set(plan.boxes) == {space.id for space in scene.spaces}
    taken = [
        (x, y)
        for box in plan.boxes.values()
        for x in range(box.x, box.x + box.width)
        for y in range(box.y, box.y + box.height)
    ]
    assert len(taken) == len(set(taken))
    assert all(0 <= x < plan.width and 0 <= y < plan.height for x, y in taken)
    for id_, box in plan.boxes.items():
        assert plan.at(box.x, box.y) == id_


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("room", [(30, 9), (55, 17), (100, 37)])
def test_every_space_is_reached_with_the_arrow_keys(key: str, room: tuple[int, int]) -> None:
    scene = after(key, 30).scene()
    plan = arrange(scene, *room)
    reached, ahead = set(), [scene.spaces[0].id]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead += [plan.beside(here, *way) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    assert reached == set(plan.boxes)


def test_stations_have_their_names_however_long_they_are() -> None:
    position = after("strait", 30)
    scene = position.scene()
    text = paint(scene, arrange(scene, 100, 37), Lit()).text
    names = [station.name for station in (*position.map.siberia, *position.map.alaska)]  # type: ignore[attr-defined]
    assert max(map(len, names)) > 10
    for name in names:
        assert name[:9] in text


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
