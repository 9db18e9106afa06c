"""The record files of a session: written as often as need be, and never over those of others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.errors import IcefieldError
from ..core.message import message
from ..play import Record, write_records
from .console import FileTrouble, file_trouble


class Files:
    """The files a session may write over, because it wrote or read them."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def own(self, file: str) -> None:
        """A file that was read may be written, too."""
        self._own.add(Path(file).resolve())

    def write(self, file: str, records: Sequence[Record]) -> None:
        """Write records; raises FileTrouble, also where a file of others would be lost."""
        path = Path(file).expanduser()
        try:
            if path.resolve() not in self._own and path.exists():
                raise FileTrouble(message("cli.file_exists", file=file), detail="file-exists")
            path.write_text(write_records(records), encoding="utf-8")
        except (OSError, ValueError) as error:
            if isinstance(error, IcefieldError):
                raise
            trouble = error if isinstance(error, OSError) else OSError(0, str(error))
            raise file_trouble(trouble, file) from error
        self._own.add(path.resolve())
