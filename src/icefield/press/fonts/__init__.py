"""The fonts of printed pages: subsets of Noto Sans that are part of the package.

Made by `scripts/press_fonts.py`; the licence is in `OFL.txt` beside them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).resolve().parent
LATIN: Final = "Latin"
JAPANESE: Final = "Japanese"
FILES: Final = {
    (LATIN, False): FOLDER / "NotoSans-Regular.ttf",
    (LATIN, True): FOLDER / "NotoSans-Bold.ttf",
    (JAPANESE, False): FOLDER / "NotoSansJP-Regular.otf",
    (JAPANESE, True): FOLDER / "NotoSansJP-Bold.otf",
}
"""By script and whether it is bold."""


@lru_cache(maxsize=4)
def font(script: str, bold: bool) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(FILES[script, bold], lazy=True)


@lru_cache(maxsize=4)
def letters(script: str, bold: bool) -> dict[int, str]:
    """The characters of a font, with the names of their glyphs."""
    return dict(font(script, bold).getBestCmap())


@lru_cache(maxsize=8192)
def advance(letter: str, scripts: tuple[str, ...], bold: bool) -> float:
    """The advance width of a letter in em, from the first of the scripts that has it."""
    script = next((s for s in scripts if ord(letter) in letters(s, bold)), scripts[0])
    used = font(script, bold)
    glyph = letters(script, bold).get(ord(letter), ".notdef")
    return float(used["hmtx"][glyph][0] / used["head"].unitsPerEm)


@lru_cache(maxsize=1024)
def outline(words: str, bold: bool) -> tuple[str, float]:
    """The words as one SVG path, and its width; sizes in em, y grows upwards."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    at, parts = 0.0, []
    for letter in words:
        script = LATIN if ord(letter) in letters(LATIN, bold) else JAPANESE
        used = font(script, bold)
        glyphs = used.getGlyphSet()
        glyph = glyphs[letters(script, bold).get(ord(letter), ".notdef")]
        em = used["head"].unitsPerEm
        pen = SVGPathPen(glyphs, lambda value: f"{value:.4f}".rstrip("0").rstrip("."))
        glyph.draw(TransformPen(pen, (1 / em, 0, 0, 1 / em, at, 0)))
        parts.append(pen.getCommands())
        at += glyph.width / em
    return "".join(parts), at
