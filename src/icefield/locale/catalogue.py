"""Turn every `.po` catalogue into the `.mo` beside it: `python -m icefield.locale.compile`.

With folders as arguments, those in them; that is for games of other packages.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

_NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)  # so that the same words give the same bytes


def compiled(po: Path) -> bytes:
    """The `.mo` form of a catalogue."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parent.parent.name)
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main(folders: Sequence[str] = ()) -> None:
    """Compile all catalogues in these folders, or ours."""
    for folder in folders or (Path(__file__).parent,):
        for po in sorted(Path(folder).rglob("*.po")):
            po.with_suffix(".mo").write_bytes(compiled(po))


if __name__ == "__main__":
    main(sys.argv[1:])
