"""The board as a widget: it fits into the terminal, or scrolls."""

from __future__ import annotations

import pytest

import icefield

from .conftest import LARGE, SMALL, Hands, Table
from .played import KEYS

MOST = [(key, seats) for key in KEYS for seats in icefield.game(key).seats]


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


@pytest.mark.slow
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
