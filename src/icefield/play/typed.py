"""Moves that players type, one by one or as a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..core.arguments import checks_arguments
from ..core.errors import BadRecord, IcefieldError, TextError
from ..core.game import Move, Position

_WORD: Final = re.compile(r"\{[^}]*\}|\S+")
_NUMBER: Final = re.compile(r"[0-9]+\.+")
_TRIMMED: Final = ",;!?"
"""What stands behind a move in lists and in comments on games, and is not part of it."""
_RESULT: Final = re.compile(r"\*|[0-9]+(?:[-:][0-9]+)+")
_BETWEEN_PLACES: Final = re.compile(r"(?<=[0-9])x(?=[a-z])")
_SEPARATORS: Final = re.compile(r"[\s\-–—−:~]+")


@checks_arguments
def meant(position: Position, line: str, seat: int | None = None) -> Move | None:
    """The legal move that a line means; None when it means none, or more than one.

    It is the notation in any case, or the touches, "b2 d4". Where exactly one legal move fits,
    hyphens and other signs between the parts may be missing or other ones: "b2d4", "B2 – D4". A
    sign of a capture may be missing, but is never read into another move.
    """
    words = tuple(line.lower().split())
    moves = position.moves(seat)
    for move in moves:
        if words in ((move.text.lower(),), tuple(touch.lower() for touch in move.touches)):
            return move
    typed = _squeeze(line)
    captures = _captures(line)
    fitting = [
        move
        for move in moves
        if typed and _squeeze(move.text) == typed and (_captures(move.text) or not captures)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _captures(text: str) -> bool:
    return _BETWEEN_PLACES.search(text.lower()) is not None


def _squeeze(text: str) -> str:
    """A move's text in lower case, without the signs between its parts."""
    return _SEPARATORS.sub("", _BETWEEN_PLACES.sub("", text.lower()))


# -- lists of moves -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A move of a list, and its offset in the text."""

    text: str
    offset: int


@checks_arguments
def is_move_list(start: Position, text: str) -> bool:
    """Whether a text is a list of moves from a position, and not a position's text.

    Its first word then is a legal move, or at least has none of the signs, such as slashes, that
    the first words of positions have.
    """
    entries = _entries(text)
    if not entries:
        return False
    first = entries[0].text
    if _find(start, first) is not None:
        return True
    return not _signs(first) & _signs(str(start).split()[0])


def _signs(word: str) -> set[str]:
    return {letter for letter in word if not letter.isalnum()}


@checks_arguments
def read_moves(start: Position, text: str) -> Position:
    """The position after a list of moves: "1. b2-d4 g7f6 {a comment} …".

    Numbers, commas, comments in braces and a result at the end are skipped, and every move may be
    written as a player types it. Raises BadRecord with line and column.
    """
    position = start
    for entry in _entries(text):
        try:
            position = position.play(_find(position, entry.text) or entry.text)
        except IcefieldError as error:
            raise _misplaced(error, text, entry.offset) from error
    return position


def _entries(text: str) -> list[_Entry]:
    found = []
    for word in _WORD.finditer(text):
        written, offset = word[0], word.start()
        if written.startswith("{"):
            continue
        number = _NUMBER.match(written)
        if number is not None:
            written, offset = written[number.end() :], offset + number.end()
        written = written.rstrip(_TRIMMED)
        if written:
            found.append(_Entry(written, offset))
    if found and _RESULT.fullmatch(found[-1].text):
        found.pop()
    return found


def _find(position: Position, text: str) -> Move | None:
    """The legal move that is written, of a seat or of chance."""
    try:
        return position.legal(text)[1]
    except IcefieldError:
        return meant(position, text)


def _misplaced(error: IcefieldError, text: str, offset: int) -> BadRecord:
    why = error.what if isinstance(error, TextError) else error.sentence
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return BadRecord(why, line=line, column=column, rule=error.rule)
