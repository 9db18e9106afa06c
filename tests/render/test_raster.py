"""Pixels: pictures and films of drawings."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import cast

import pytest
from PIL import Image, ImageChops, ImageSequence

from icefield import Scene
from icefield.core.scene import Label
from icefield.render import themes
from icefield.render.film import MOST, Order, chosen, film
from icefield.render.raster import image, png
from icefield.render.svg import svg

SceneOf = Callable[[str], Scene]

SIGNATURES = {"png": b"\x89PNG", "gif": b"GIF8", "webp": b"RIFF"}


@pytest.fixture
def scene(scene_of: SceneOf) -> Scene:
    return scene_of("seals-middle")


def differs(a: Image.Image, b: Image.Image) -> bool:
    return ImageChops.difference(a, b).getbbox(alpha_only=False) is not None


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


def test_a_film_shows_every_drawing_once(scene_of: SceneOf) -> None:
    names = ("seals-start", "seals-middle", "seals-middle", "seals-isolated")
    drawings = [svg(scene_of(name), theme="light", size=160) for name in names]
    for form in ("gif", "webp"):
        made = film(drawings, form)
        assert made.startswith(SIGNATURES[form])
        frames = Image.open(BytesIO(made))
        assert getattr(frames, "n_frames", 1) == 3  # two drawings are the same
        shown = [each.convert("RGB") for each in ImageSequence.Iterator(frames)]
        assert all(differs(a, b) for a, b in pairwise(shown))
        assert frames.info["loop"] == 0


def test_a_film_of_one_drawing_is_fine(scene: Scene) -> None:
    drawing = svg(scene, theme="dark", size=160)
    assert film([drawing], "gif").startswith(SIGNATURES["gif"])


def test_a_long_game_is_shown_in_parts() -> None:
    assert chosen(range(5)) == [0, 1, 2, 3, 4]
    some = chosen(range(10 * MOST))
    assert len(some) == MOST
    assert (some[0], some[-1]) == (0, 10 * MOST - 1)
    assert all(5 < b - a < 15 for a, b in pairwise(some))


@pytest.mark.parametrize("form", SIGNATURES)
def test_the_program_makes_what_is_ordered(form: str, scene: Scene) -> None:
    order = Order(form, (svg(scene, theme="light", size=130),))
    assert Order.from_text(order.to_text()) == order
    done = subprocess.run(
        [sys.executable, "-m", "icefield.render.film"],
        input=order.to_text().encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == order.make()
    assert done.stdout.startswith(SIGNATURES[form])
    assert done.stderr == b""
