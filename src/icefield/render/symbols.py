"""The drawings of pieces and marks: files `symbols/<folder>/<name>.svg`, found by name.

A file is a whole SVG with viewBox "-50 -50 100 100", so that any editor opens it; 100 of its units
are one board unit and its middle is the middle of the piece. It has no colours of its own but the
classes of `look.css`, and no ids. `<name>-2.svg`, `<name>-3.svg` … beside it are variants of the
same drawing, so that many equal pieces do not look stamped.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

_FOLDER: Final = Path(__file__).resolve().parent / "symbols"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*/[a-z][a-z0-9-]*")


@lru_cache(maxsize=512)
def variants(name: str) -> tuple[str, ...]:
    """The markup inside each file that draws `name` ("seals/bear"), or () when there is none."""
    if not _NAME.fullmatch(name):  # also keeps a name from leaving the folder
        return ()
    files = [_FOLDER / f"{name}.svg"]
    while (more := _FOLDER / f"{name}-{len(files) + 1}.svg").is_file():
        files.append(more)
    return tuple(_inside(file) for file in files) if files[0].is_file() else ()


def symbol(name: str, at: str = "") -> str | None:
    """The markup that draws `name`, in hundredths of a board unit, or None when it is unknown.

    `at` (the id of a piece or space) chooses among variants, always the same for the same text.
    """
    found = variants(name)
    return found[crc32(at.encode()) % len(found)] if found else None


def _inside(file: Path) -> str:
    text = re.sub(r"<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return (
        text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
        .replace("> <", "><")
        .strip()
    )
