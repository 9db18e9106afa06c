"""Makes the fonts of printed pages: subsets of Noto Sans for our catalogues.

    python scripts/press_fonts.py --latin FOLDER --japanese FOLDER

The folders hold NotoSans-Regular.ttf and NotoSans-Bold.ttf, and NotoSansCJK-Regular.ttc and
NotoSansCJK-Bold.ttc (the first font in them is the Japanese one). Run it when a test says that a
translation uses a letter that the fonts lack.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools import subset

from icefield.core.message import LOCALE_FOLDER
from icefield.press.fonts import FILES, JAPANESE, LATIN

_LATIN = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2027),
    *(0x2030, 0x2039, 0x203A, 0x20AC, 0x2212, 0x2190, 0x2191, 0x2192, 0x2193),
)
_SOURCES = {
    (LATIN, False): "NotoSans-Regular.ttf",
    (LATIN, True): "NotoSans-Bold.ttf",
    (JAPANESE, False): "NotoSansCJK-Regular.ttc",
    (JAPANESE, True): "NotoSansCJK-Bold.ttc",
}


def japanese() -> set[int]:
    """The characters of all Japanese catalogues, with all kana and punctuation."""
    texts = LOCALE_FOLDER.parent.rglob("locale/ja/LC_MESSAGES/*.po")
    found = {ord(letter) for po in texts for letter in po.read_text(encoding="utf-8")}
    kana = {*range(0x3000, 0x3020), *range(0x3041, 0x3097), *range(0x30A0, 0x3100)}
    return {code for code in found if code >= 0x20} | kana | set(range(0x20, 0x7F))


def make(source: Path, target: Path, codes: set[int]) -> None:
    options = subset.Options(font_number=0, hinting=False, desubroutinize=True)
    options.layout_features = ["kern"] if target.suffix == ".ttf" else []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # the licence stays in
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font["head"].modified = font["head"].created  # the same letters give the same file
    font.recalcTimestamp = False
    subset.save_font(font, str(target), options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latin", type=Path, required=True)
    parser.add_argument("--japanese", type=Path, required=True)
    chosen = parser.parse_args()
    codes = {LATIN: set(_LATIN), JAPANESE: japanese()}
    folders = {LATIN: chosen.latin, JAPANESE: chosen.japanese}
    for (script, bold), target in FILES.items():
        make(folders[script] / _SOURCES[script, bold], target, codes[script])
        print(f"{target.name}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
