"""Where spaces lie in a terminal."""

from __future__ import annotations

import pytest

from icefield.tui.layout import arrange

from .played import KEYS, after


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
