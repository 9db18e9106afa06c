"""Record files that are named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.message import message
from .console import BadUsage

if TYPE_CHECKING:
    from ..play import Record

STDIN: Final = "-"
"""The file name of standard input."""


def record_in(file: str, number: int | None) -> Record:
    """Return the game of that number (from 1); None needs a file with one game."""
    records = _records(file)
    if number is None and len(records) > 1:
        raise BadUsage(message("cli.analyse.several", count=len(records)))
    if number is not None and number > len(records):
        raise BadUsage(message("cli.analyse.no_game", number=number, count=len(records)))
    return records[(number or 1) - 1]


def _records(file: str) -> tuple[Record, ...]:
    from ..play import read_records
    from .record_files import read_stdin, read_text

    return read_records(read_stdin() if file == STDIN else read_text(file))
