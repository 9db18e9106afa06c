"""The legend of the currents' speeds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from icefield.core.scene import Point, Scene
from icefield.games import data_folder, game
from icefield.games.strait.board_file import load_board
from icefield.games.strait.position import StraitPosition
from icefield.games.strait.scene.legend import build_legend, known_speeds
from icefield.render.flipped import flipped


def begin() -> StraitPosition:
    start = game("strait").start()
    assert isinstance(start, StraitPosition)
    return start


def box(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def keys(scene: Scene) -> dict[str, tuple[float, float, float, float]]:
    found = [p for p in scene.patches if p.look.startswith("key ")]
    return {p.look.removeprefix("key "): box(p.outline) for p in found}


def test_I2_legend_has_a_key_with_number_and_arrow_heads_for_each_speed() -> None:
    scene = begin().scene()
    heads = [box(p.outline) for p in scene.patches if p.look == "key-flow"]
    numbers = [label for label in scene.labels if label.look == "key-number"]
    found = keys(scene)
    assert list(found) == ["speed-1", "speed-2", "speed-3"]
    for speed, (left, top, right, bottom) in enumerate(found.values(), 1):
        inside = [h for h in heads if left < h[0] and h[2] < right and top < h[1] and h[3] < bottom]
        assert len(inside) == speed
        assert [n.text for n in numbers if left < n.x < right and top < n.y < bottom] == [
            str(speed)
        ]


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Speed"), ("de", "Tempo"), ("fr", "Vitesse"), ("ja", "速さ")]
)
def test_legend_has_a_title_in_each_language(language: str, word: str) -> None:
    title = build_legend(load_board("bering")).labels[0]
    assert not isinstance(title.text, str)
    assert title.text.text(language) == word


def test_legend_lies_beside_the_supply_even_with_a_tile_in_hand() -> None:
    position = begin()
    while position.hand is None:
        after = position.play(next(iter(position.moves())))
        assert isinstance(after, StraitPosition)
        position = after
    strips = [box(p.outline) for p in position.scene().patches if p.look.startswith("strip")]
    (supply, legend) = strips
    assert legend[2] < supply[0]
    assert legend[0] >= 0
    assert all(legend[0] < k[0] and k[2] < legend[2] for k in keys(position.scene()).values())


def test_legend_stays_where_it_is_when_the_board_is_turned() -> None:
    scene = begin().scene()
    assert keys(flipped(scene)) == keys(scene)


def test_legend_knows_the_speeds_of_the_board() -> None:
    assert known_speeds(load_board("bering")) == (1, 2, 3)
    text = (data_folder("strait") / "boards" / "bering.toml").read_text("utf-8")
    faster = load_board(text.replace("speed = 1", "speed = 4", 1))
    assert known_speeds(faster) == (1, 2, 3, 4)
    patches = build_legend(faster).patches
    plate, *found = [box(p.outline) for p in patches if p.look != "key-flow"]
    assert len(found) == 4
    assert all(a[2] < b[0] for a, b in pairwise(found))
    assert plate[0] < found[0][0]
    assert found[-1][2] < plate[2]
