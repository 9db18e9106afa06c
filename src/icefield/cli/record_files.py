"""The record files of a session; a file of another session is never overwritten."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..core.errors import IcefieldError
from ..core.message import message
from ..play import Record, write_records
from .console import FileTrouble, file_trouble

MAX_FILE_BYTES: Final = 8 * 2**20
"""The size of a text file that a command reads; a file of records this large has thousands of
games."""
MAX_LINE_CHARACTERS: Final = 2**20
"""The length of a line of standard input that is read at once."""


def read_text(file: str) -> str:
    """Return the text of a file without a byte order mark; raises FileTrouble.

    The file may be a pipe. Of one that is too large, or never ends, little is read.
    """
    return read_bytes(file).decode("utf-8-sig", errors="replace")


def read_bytes(file: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of a file of at most `limit` bytes; raises FileTrouble."""
    try:
        with open(file, "rb") as stream:
            found = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise _trouble(error, file) from error
    if len(found) > limit:
        raise too_large(file, limit)
    return found


def read_stdin() -> str:
    """Return the text of standard input without a byte order mark; raises FileTrouble."""
    found = sys.stdin.read(MAX_FILE_BYTES + 1)
    if len(found) > MAX_FILE_BYTES:
        raise too_large("-", MAX_FILE_BYTES)
    return found.removeprefix("\ufeff")


def too_large(file: str, limit: int) -> FileTrouble:
    """Return the error of a file beyond the limit."""
    said = message("cli.file_too_large", file=file[:200], limit=limit // 2**20)
    return FileTrouble(said, detail="file-too-large")


def check_new(file: str) -> None:
    """Raise FileTrouble, before any work, if that new file cannot be written."""
    path = Path(file)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        path.touch(exist_ok=False)
        path.unlink()
    except FileExistsError:
        raise FileTrouble(message("cli.file_exists", file=file), detail="file-exists") from None
    except (OSError, ValueError) as error:
        raise _trouble(error, file) from error


def write_new(file: str, text: str) -> None:
    """Write a file atomically, so no reader sees half of it; raises FileTrouble."""
    path = Path(file)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise file_trouble(error, file) from error


def _trouble(error: Exception, file: str) -> FileTrouble:
    """Return any error of a file operation as a FileTrouble."""
    if isinstance(error, OSError):
        return file_trouble(error, file)
    return file_trouble(OSError(0, str(error).rstrip(".")), file)


class Files:
    """The files a session may overwrite, because it wrote or read them."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def own(self, file: str) -> None:
        """Allow overwriting a file that was read."""
        self._own.add(Path(file).resolve())

    def write(self, file: str, records: Sequence[Record]) -> None:
        """Write records; raises FileTrouble, also for an existing file of others."""
        try:
            path = Path(file).expanduser()
            if path.resolve() not in self._own and path.exists():
                raise FileTrouble(message("cli.file_exists", file=file), detail="file-exists")
            path.write_text(write_records(records), encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:  # expanduser, no home
            if isinstance(error, IcefieldError):
                raise
            raise _trouble(error, file) from error
        self._own.add(path.resolve())
