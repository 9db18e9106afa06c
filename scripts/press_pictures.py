"""Draws pictures of printing: the 3D models, and a few pages of the PDFs.

python scripts/press_pictures.py
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import Image
from solid_view import Colour, Placed, view

from icefield.games import game
from icefield.games.glide.board import STANDARD, read_level
from icefield.press.book import book
from icefield.press.kits import kit_of
from icefield.press.models import models_of
from icefield.press.models.glide import DEEP, FLOOR, LEVEL, SEAT, SIZE
from icefield.press.models.strait import HOLLOW
from icefield.press.solid import Model

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
ICE: Colour = (232, 243, 248)
WATER: Colour = (64, 140, 160)
DARK: Colour = (60, 78, 92)
RED: Colour = (190, 74, 56)
SUITS: tuple[Colour, ...] = ((190, 74, 56), (70, 84, 98), (48, 130, 88), (58, 104, 180))
EXPLORERS: tuple[Colour, ...] = ((150, 162, 174), (196, 60, 48), (240, 200, 70), (60, 68, 78))


def of(key: str) -> dict[str, Model]:
    return {model.id: model for model in models_of(key) or ()}


def glide() -> list[Placed]:
    """The standard configuration, with a piece above its floe and a floe beside."""
    parts, level = of("glide"), read_level(STANDARD[LEVEL][2])
    things = [Placed(parts["board"], colour=WATER)]
    middle = (level.side - 1) / 2
    high = parts["floe"].size[2]
    for square in range(level.side**2):
        x, y = (square % level.side - middle) * SIZE, (square // level.side - middle) * SIZE
        if level.floes >> square & 1:
            things.append(Placed(parts["floe"], x, y, FLOOR, ICE))
        if square in level.players:
            colour = (DARK, RED)[level.players.index(square)]
            things.append(Placed(parts["player"], x, y, FLOOR + high - SEAT, colour))
    things.append(Placed(parts["floe"], 92, -38, 0, ICE))
    things.append(Placed(parts["player"], 92, -4, 0, DARK))
    assert FLOOR + high > FLOOR + DEEP
    return things


def seals() -> list[Placed]:
    parts = of("seals")
    row = [("seal", (140, 160, 175)), ("bear", (120, 160, 190)), ("disc", WATER)]
    return [Placed(parts[name], 26.0 * i, 0, 0, colour) for i, (name, colour) in enumerate(row)]


def strait() -> list[Placed]:
    parts = of("strait")
    floes = [part for name, part in parts.items() if name.startswith("floe")]
    things = [Placed(f, 38.0 * (i % 4), -36.0 * (i // 4), 0, ICE) for i, f in enumerate(floes)]
    for i, colour in enumerate(EXPLORERS):
        things.append(Placed(parts["explorer"], 104.0 + 13 * i, -47, 0, colour))
    on = 0.115 * 30 + 0.25 + 0.9
    things.append(Placed(parts["explorer"], on, 0, 3 - HOLLOW, EXPLORERS[1]))
    return things


def torch() -> list[Placed]:
    found, x = [], 0.0
    for i, part in enumerate(of("torch").values()):
        for row, colour in enumerate(SUITS):
            found.append(Placed(part, x, 24.0 * row, 0, colour))
        x += 19.0 + i
    return found


def pages(key: str, language: str, numbers: tuple[int, ...]) -> Image.Image:
    """Some pages of a PDF side by side."""
    kit = kit_of(key, language)
    assert kit is not None
    document = pypdfium2.PdfDocument(book(game(key), kit, "a4", language))
    shots = [document[number - 1].render(scale=0.75).to_pil() for number in numbers]
    wide = sum(shot.width + 12 for shot in shots) + 12
    sheet = Image.new("RGB", (wide, shots[0].height + 24), (205, 218, 224))
    x = 12
    for shot in shots:
        sheet.paste(shot, (x, 12))
        x += shot.width + 12
    return sheet


def main() -> None:
    for scene, around, above in (
        (glide, -28, 38),
        (seals, 0, 58),
        (strait, -12, 42),
        (torch, 20, 34),
    ):
        shown = view(scene(), 900, around=around, above=above)
        shown.save(PICTURES / f"press-{scene.__name__}.png", optimize=True)
    pages("torch", "en", (1, 2, 4)).save(PICTURES / "press-pages.png", optimize=True)


if __name__ == "__main__":
    main()
