"""Readers of translation catalogues: `.po` files, or `.mo` files from a build.

A wheel has a compiled `.mo` file beside every `.po`, made by `hatch_build.py`; that is read where
it exists. In a checkout there are only `.po` files. They are compiled in memory when they are first
used, so an edited catalogue is in force with the next start. This module imports nothing of the
package, because the build loads it alone.
"""

from __future__ import annotations

import gettext
from io import BytesIO
from pathlib import Path


def find(folder: Path, domain: str, language: str) -> Path | None:
    """The file of a domain's catalogue in a language, compiled or not, or None."""
    source = folder / language / "LC_MESSAGES" / f"{domain}.po"
    files = (source.with_suffix(".mo"), source)
    return next((file for file in files if file.is_file()), None)


def read(file: Path) -> gettext.GNUTranslations:
    """The translations in a `.po` or `.mo` file."""
    with BytesIO(compiled(file) if file.suffix == ".po" else file.read_bytes()) as stream:
        return gettext.GNUTranslations(stream)


def compiled(po: Path) -> bytes:
    """The `.mo` form of a `.po` file; the same text gives the same bytes."""
    import polib

    return polib.pofile(str(po), encoding="utf-8").to_binary()
