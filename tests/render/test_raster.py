"""Pixels: pictures and films of drawings."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from icefield import Scene
from icefield.core.scene import Label
from icefield.render import themes
from icefield.render.raster import image, png
from icefield.render.svg import svg

from .conftest import SceneOf
from .pixels import differs


@pytest.mark.parametrize("width", [120, 333])
def test_a_picture_has_the_size_that_is_asked_for(scene_of: SceneOf, width: int) -> None:
    for name in ("seals-middle", "strait-middle"):  # a square one and a wide one
        scene = scene_of(name)
        found = Image.open(BytesIO(png(svg(scene, theme="light", size=width))))
        assert found.format == "PNG"
        assert found.width == width
        assert found.height == pytest.approx(width * scene.height / scene.width, rel=0.05)


@pytest.mark.parametrize("theme", themes.THEMES)
def test_a_picture_has_the_colours_of_its_theme(scene: Scene, theme: str) -> None:
    found = image(svg(scene, theme=theme, size=300)).convert("RGB")
    counts = cast("list[tuple[int, tuple[int, int, int]]]", found.getcolors(300 * 300) or [])
    colours = {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in counts}
    wanted = {themes.palette(theme)[f"--ice-{name}"] for name in ("water", "ice", "hole", "last")}
    assert wanted <= colours


def test_flip_and_theme_change_the_picture(scene: Scene) -> None:
    plain = image(svg(scene, theme="light", size=200))
    assert not differs(plain, image(svg(scene, theme="light", size=200)))
    assert differs(plain, image(svg(scene, theme="light", size=200, flip=True)))
    assert differs(plain, image(svg(scene, theme="dark", size=200)))


@pytest.mark.parametrize("text", ["a", "7", "é", "ß", "œ", "Ж", "シベリア"])
def test_letters_are_drawn_from_our_own_fonts(text: str, scene: Scene) -> None:
    def drawn(letters: str) -> Image.Image:
        bare = replace(scene, labels=(Label(letters, 4, 4),), pieces=(), marks=())
        return image(svg(bare, theme="light", size=300))

    assert differs(drawn(text), drawn(""))
    assert differs(drawn(text), drawn("\uffff" * len(text)))  # not the box of a missing letter
