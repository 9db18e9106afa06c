"""The drawings of pieces and marks, found by name.

`<game>/<drawing>` is `symbols/<drawing>.svg` in the data of that game, `marks/<drawing>` a file
beside this module.

A file is a whole SVG with viewBox "-50 -50 100 100", so that any editor opens it; 100 of its units
are one board unit and its middle is the middle of the piece. It has no colours of its own but the
classes of `look.css`, and no ids. `<name>-2.svg`, `<name>-3.svg` … beside it are variants of the
same drawing, so that many equal pieces do not look stamped.

`<image href="name.svg" … transform="…"/>` includes another drawing of the same folder. Where a text
holds `{glyph}`, the piece's glyph is written, and `{glyph[1:]}` writes it without its first letter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

from ..games import data

_FOLDER: Final = Path(__file__).resolve().parent / "symbols"
_MARKS: Final = "marks"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*/[a-z][a-z0-9-]*")
_IMAGE: Final = re.compile(r"<image [^>]*/>")
_IMAGE_OF: Final = re.compile(r'href="([a-z][a-z0-9-]*\.svg)"')
_MOVED: Final = re.compile(r'transform="[^"]*"')


@lru_cache(maxsize=512)
def variants(name: str) -> tuple[str, ...]:
    """The markup of each file that draws `name` ("seals/bear"); () when there is none."""
    if not _NAME.fullmatch(name):  # also keeps a name from leaving the folder
        return ()
    game, _, drawing = name.partition("/")
    home = _FOLDER / game if game == _MARKS else data(game, "symbols")
    if home is None:
        return ()
    files = [home / f"{drawing}.svg"]
    while (more := home / f"{drawing}-{len(files) + 1}.svg").is_file():
        files.append(more)
    return tuple(_inside(file) for file in files) if files[0].is_file() else ()


def symbol(name: str, at: str = "") -> str | None:
    """The markup that draws `name`, or None when there is no such drawing.

    Its unit is a hundredth of a board unit. `at` (the id of a piece or space) chooses among
    variants: the same for the same text.
    """
    found = variants(name)
    return found[crc32(at.encode()) % len(found)] if found else None


def lettered(drawing: str, glyph: str) -> str:
    """The drawing with a piece's glyph, already escaped, in its placeholders."""
    if "{glyph" not in drawing:
        return drawing
    rest = glyph[1:] if not glyph.startswith("&") else glyph[glyph.find(";") + 1 :]
    return drawing.replace("{glyph}", glyph).replace("{glyph[1:]}", rest)


def _inside(file: Path) -> str:
    """The markup of a file in one line, with the drawings that it includes."""

    def shown(image: re.Match[str]) -> str:
        other = _IMAGE_OF.search(image[0])
        assert other is not None, f"{file.name} shows a file that is not in its folder: {image[0]}"
        moved = _MOVED.search(image[0])
        return (
            f"<g {moved[0]}>{_inside(file.parent / other[1])}</g>"
            if moved
            else _inside(file.parent / other[1])
        )

    return _IMAGE.sub(shown, _plain(file))


def _plain(file: Path) -> str:
    text = re.sub(r"<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return (
        text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
        .replace("> <", "><")
        .strip()
    )
