"""Drawings → an animated GIF or WebP of a game, each picture held for a moment.

As a program, `python -m icefield.render.film` reads an `Order` from its input and writes the file
to its output. A server starts it as a process of its own, because rasterising would block the event
loop.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Final, TypeVar

from ..core.arguments import checks_arguments
from ..core.extras import needs
from .raster import image, on_paper, png

with needs("picture"):
    from PIL import Image

FORMS: Final = ("png", "gif", "webp")
"""What files can be made: a picture of the first drawing, or a film of them all."""
MOST: Final = 150
"""How many pictures a film has at most; of a longer game it shows that many."""

_FIRST, _STEP, _LAST = 900, 700, 2600  # milliseconds that a frame is shown
_COLOURS: Final = 128  # of a GIF

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Order:
    """A file to be made: its format and its drawings, all of one size."""

    form: str
    drawings: tuple[str, ...]

    def make(self) -> bytes:
        """Encode the file."""
        return png(self.drawings[0]) if self.form == "png" else film(self.drawings, self.form)

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Order:
        found = json.loads(text)
        return cls(found["form"], tuple(found["drawings"]))


@checks_arguments
def chosen(moments: Sequence[T], most: int = MOST) -> list[T]:
    """The frames a film shows: all of them, or `most` at even distances.

    The first and the last are always included.
    """
    if len(moments) <= most:
        return list(moments)
    return [moments[round(i * (len(moments) - 1) / (most - 1))] for i in range(most)]


@checks_arguments
def film(drawings: Sequence[str], form: str) -> bytes:
    """The drawings as an animated "gif" or "webp".

    A drawing that is the same as the one before it only holds longer.
    """
    shown: list[str] = []
    held: list[int] = []
    for number, drawing in enumerate(drawings):
        first, last = number == 0, number == len(drawings) - 1
        time = _LAST if last else _FIRST if first else _STEP
        if shown and shown[-1] == drawing:
            held[-1] = max(held[-1], time)
        else:
            shown.append(drawing)
            held.append(time)
    images = [image(drawing) for drawing in shown]
    file = BytesIO()
    if form == "gif":
        frames = _with_one_palette(images)
        frames[0].save(
            file, "GIF", save_all=True, append_images=frames[1:], duration=held, loop=0, disposal=1
        )
    else:
        images[0].save(
            file,
            "WEBP",
            save_all=True,
            append_images=images[1:],
            duration=held,
            loop=0,
            quality=72,
            method=2,
            minimize_size=False,
        )
    return file.getvalue()


def _with_one_palette(images: Sequence[Image.Image]) -> list[Image.Image]:
    """Images for a GIF that all use one palette, so that nothing flickers.

    The palette is made from the first, a middle and the last image. The corners, which a GIF cannot
    round softly, are white.
    """
    flat = [on_paper(each) for each in images]
    some = [flat[0], flat[len(flat) // 2], flat[-1]]
    width, height = some[0].size
    strip = Image.new("RGB", (width, height * len(some)))
    for i, each in enumerate(some):
        strip.paste(each, (0, height * i))
    palette = strip.quantize(_COLOURS, Image.Quantize.MEDIANCUT)
    return [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in flat]


def main() -> None:
    """Make the file that the order on the input describes."""
    if hasattr(os, "nice"):
        os.nice(5)
    sys.stdout.buffer.write(Order.from_text(sys.stdin.read()).make())


if __name__ == "__main__":
    main()
