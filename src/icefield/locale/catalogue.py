"""Reading catalogues: the `.po` files that translators edit, or what a build made of them.

A wheel has a compiled `.mo` file beside every `.po`, made by `hatch_build.py`; that is what is read
where it exists. In a checkout there are only `.po` files. They are compiled in memory when they are
first used, so an edited catalogue is in force with the next start. This module imports nothing of
the package, because the build loads it alone.
"""

from __future__ import annotations

import gettext
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

_NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)  # so that the same words give the same bytes


def find(folder: Path, domain: str, language: str) -> Path | None:
    """The catalogue of a domain in a language, compiled or not; None where there is none."""
    source = folder / language / "LC_MESSAGES" / f"{domain}.po"
    files = (source.with_suffix(".mo"), source)
    return next((file for file in files if file.is_file()), None)


def read(file: Path) -> gettext.GNUTranslations:
    """The translations in a `.po` or `.mo` file."""
    with BytesIO(compiled(file) if file.suffix == ".po" else file.read_bytes()) as stream:
        return gettext.GNUTranslations(stream)


def compiled(po: Path) -> bytes:
    """The `.mo` form of a `.po` file; the same text gives the same bytes."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parent.parent.name)
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
