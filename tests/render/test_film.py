"""Films of games, made by a process of their own."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

from icefield import Scene
from icefield.render.film import MOST, Order, chosen, film
from icefield.render.svg import svg

from .conftest import SceneOf
from .pixels import differs

SIGNATURES = {"png": b"\x89PNG", "gif": b"GIF8", "webp": b"RIFF"}


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
