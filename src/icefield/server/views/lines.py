"""Lines of play on the analysis page: a record's tags, and moves from there.

The server keeps nothing for a client; a line is complete in itself, and the last positions are
cached so that one more move costs one more move.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cachetools import LRUCache

from ...core.errors import BadNotation, IcefieldError, TextError
from ...core.game import Position
from ...core.message import message
from ...games import game as find_game
from ...play import Record, is_move_list, read_moves, read_record
from ..errors import BadRequest

MAX_TEXT_CHARACTERS: Final = 100_000
"""The maximum length of a record or of the text of a position."""
MAX_MOVES: Final = 1500
"""The maximum number of moves of a line."""
MAX_FILE_MOVES: Final = 20_000
"""The maximum number of moves of all games of a text; only one of them is played."""
_MAX_POSITIONS: Final = 1500


@dataclass(frozen=True, slots=True)
class Line:
    """A start (`head`: a record without moves) and the moves made from there."""

    head: str
    moves: tuple[str, ...] = ()

    def digests(self) -> list[str]:
        """A digest of the start and of the line after each of its moves."""
        found = hashlib.sha256(self.head.encode("utf-8", "replace"))
        names = [found.hexdigest()]
        for move in self.moves:
            found.update(b"\n" + move.encode("utf-8", "replace"))
            names.append(found.hexdigest())
        return names

    @property
    def digest(self) -> str:
        return self.digests()[-1]


Branch: TypeAlias = tuple[Position | None, int]
"""The end of a branch, and how many moves it has."""


class Positions:
    """The last positions, by the digest of the line that led to them."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._cache: LRUCache[str, Position] = LRUCache(most)

    def __len__(self) -> int:
        return len(self._cache)

    def find(self, name: str) -> Position | None:
        with self._lock:
            return self._cache.get(name)

    def keep(self, name: str, position: Position) -> None:
        with self._lock:
            self._cache[name] = position


positions: Final = Positions(_MAX_POSITIONS)


def position_of(line: Line) -> Position:
    """The position of a line; raises the error of its start or first bad move."""
    names = line.digests()
    done = len(line.moves)
    position = positions.find(names[done])
    while position is None and done > 0:
        done -= 1
        position = positions.find(names[done])
    if position is None:
        position = _beginning(line.head)
        positions.keep(names[0], position)
    for number in range(done, len(line.moves)):
        position = position.play(line.moves[number])
        positions.keep(names[number + 1], position)
    return position


def read_branches(line: Line, branches: Sequence[tuple[int, Sequence[str]]]) -> list[Branch]:
    """The ends of branches, each with the number of its moves that are legal.

    A branch begins after a node: the positions of the line by ply, then those of the branches in
    order. Raises BadRequest if all branches together are too long.
    """
    if sum(len(moves) for _, moves in branches) > MAX_MOVES:
        raise BadRequest("field", field="branches")
    nodes: list[tuple[str, ...] | None] = [line.moves[:ply] for ply in range(len(line.moves) + 1)]
    found = []
    for after, moves in branches:
        before = nodes[after] if after < len(nodes) else None
        end, count = _follow(line.head, before, moves)
        found.append((end, count))
        nodes += [
            (*before, *moves[:made]) if before is not None and made <= count else None
            for made in range(1, len(moves) + 1)
        ]
    return found


def _follow(head: str, before: tuple[str, ...] | None, moves: Sequence[str]) -> Branch:
    """The position after the legal beginning of these moves, and how many they are."""
    if before is None:
        return None, 0
    at = position_of(Line(head, before))
    for count, move in enumerate(moves):
        try:
            at = at.play(move)
        except IcefieldError:
            return at, count
    return at, len(moves)


def plies(position: Position) -> list[Position]:
    """Every position of the line that led here, from its start."""
    found: list[Position] = []
    at: Position | None = position
    while at is not None:
        found.append(at)
        at = at.before
    return found[::-1]


def _beginning(head: str) -> Position:
    record, count = read_record(head, 1, MAX_MOVES)
    if record is None or record.moves or count != 1:
        raise BadRequest("field", field="head")
    return record.begin()


def head_of(position: Position, players: Sequence[str] = ()) -> str:
    """The head of lines that start here."""
    first = plies(position)[0]
    return str(Record.of(first, players=tuple(players))).rstrip() + "\n"


# -- pasted texts ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pasted:
    """The content of a text: one of `count` games, or a single position."""

    position: Position
    head: str
    players: tuple[str, ...]
    number: int
    count: int

    @property
    def line(self) -> Line:
        return Line(self.head, tuple(move.text for move in self.position.history))


def read_pasted(text: str, key: str | None, number: int, seats: int | None) -> Pasted:
    """The content of a record, of a list of moves, or of the text of a position.

    A record names its game, the others are of the game `key`. A list of moves begins at the start
    of the game. Raises TextError with line and column.
    """
    if len(text) > MAX_TEXT_CHARACTERS:
        sentence = message("web.problem.text-long", most=MAX_TEXT_CHARACTERS // 1000)
        raise BadNotation(sentence, detail="text-long")
    if not text.strip():
        raise BadNotation(message("web.problem.text-empty"), detail="text-empty")
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        return _read_record(text.lstrip("\ufeff"), number)
    return _read_position(text, key, seats)


def _read_record(text: str, number: int) -> Pasted:
    record, count = read_record(text, number, MAX_FILE_MOVES)
    if record is None:
        raise BadRequest("no-such-game", count=count)
    if len(record.moves) > MAX_MOVES:
        raise BadNotation(message("web.problem.line-long", most=MAX_MOVES), detail="line-long")
    head = str(replace(record, moves=(), tags=_names(record), comments={})).rstrip() + "\n"
    position = position_of(Line(head, record.moves))
    players = tuple(record.tags.get(f"Seat{i + 1}", "") for i in range(position.seats))
    return Pasted(position, head, players, number, count)


def _names(record: Record) -> dict[str, str]:
    return {name: value for name, value in record.tags.items() if name.startswith("Seat")}


def _read_position(text: str, key: str | None, seats: int | None) -> Pasted:
    if key is None:
        raise BadNotation(message("web.problem.text-game"), detail="text-game")
    game = find_game(key)
    words = " ".join(text.split())
    try:
        position = game.read(words)
        if seats in game.seats and position.seats != seats:
            position = _with_seats(position, words, seats)
    except TextError as error:
        start = game.start(seats if seats in game.seats else None)
        if is_move_list(start, text):
            return _read_moves(start, text)
        raise _placed(error, text) from error
    return Pasted(position, head_of(position), (), 1, 1)


def _read_moves(start: Position, text: str) -> Pasted:
    """The game that a list of moves tells."""
    position = read_moves(start, text)
    if len(position.history) > MAX_MOVES:
        raise BadNotation(message("web.problem.line-long", most=MAX_MOVES), detail="line-long")
    return Pasted(position, head_of(position), (), 1, 1)


def _with_seats(position: Position, words: str, seats: int | None) -> Position:
    """The position for so many players, where its text does not tell how many."""
    try:
        return position.game.read(words, seats=seats)
    except IcefieldError:
        return position


def _placed(error: TextError, text: str) -> BadNotation:
    """The error with its place in the pasted text.

    The game reads the words of the text on one line.
    """
    at, column = 0, 1
    for column_of_words, offset in _offsets(text):
        if column_of_words > error.column:
            break
        at, column = offset, column_of_words
    at += max(0, error.column - column)
    line = text.count("\n", 0, at) + 1
    place = at - (text.rfind("\n", 0, at) + 1) + 1
    return BadNotation(
        error.what, line=line, column=place, rule=error.rule, detail=error.refusal.code
    )


def _offsets(text: str) -> list[tuple[int, int]]:
    """The start of each word of a text: its column in the joined words, its offset."""
    found, column, offset = [], 1, 0
    for word in text.split():
        offset = text.index(word, offset)
        found.append((column, offset))
        column += len(word) + 1
        offset += len(word)
    return found
