"""SVG → pixels: a drawing as a PNG, the same on every machine.

Letters are taken from `fonts/`, never from the machine, so that a server without any fonts draws
the same picture. A drawing must have a fixed theme and a size: `svg(scene, theme=…, size=…)`.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from ..core.arguments import checks_arguments
from ..core.extras import needs

with needs("picture"):
    from PIL import Image
    from resvg_py import svg_to_bytes

NARROWEST: Final = 120
WIDEST: Final = 1600
"""How many pixels wide a picture may be."""

_FONTS: Final = Path(__file__).resolve().parent / "fonts"
_FAMILY: Final = "Noto Sans"


@checks_arguments
def png(drawing: str) -> bytes:
    """The drawing as a PNG file, transparent where nothing is drawn."""
    return svg_to_bytes(
        svg_string=drawing,
        skip_system_fonts=True,
        font_files=[str(file) for file in sorted(_FONTS.glob("*.[ot]tf"))],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


def image(drawing: str) -> Image.Image:
    """The drawing as an image in memory."""
    return Image.open(BytesIO(png(drawing))).convert("RGBA")


def on_paper(drawn: Image.Image) -> Image.Image:
    """An image with transparent parts on white."""
    ground = Image.new("RGBA", drawn.size, "white")
    return Image.alpha_composite(ground, drawn).convert("RGB")
