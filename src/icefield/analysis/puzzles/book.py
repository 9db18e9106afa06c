"""The puzzles of a game: `puzzles.jsonl` in its data, one puzzle on each line.

A puzzle has a number, which is its place in the book and in its URL, and a name made from the
position, under which progress is kept: it stays when a new edition of a book counts differently.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from ...core.errors import BadOption
from ...core.game import Game, Position
from ...core.message import message
from ...games import data, keys
from ...search.verdict import Continuation

FILE: Final = "puzzles.jsonl"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move wins."""

    game: str
    number: int
    position: str
    solution: str
    plies: int  # to the end under best play, the solution counted
    line: tuple[str, ...]  # best play to the end, beginning with the solution
    others: Mapping[str, Continuation]
    """Every other legal move: its result for the mover, and the play after it that shows it, up to
    the end where it loses, a few moves in a draw."""
    tempting: int  # how many of those look as good as the solution
    grade: int  # 1 to 5
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """A name for the position that does not depend on its number."""
        text = json.dumps([self.game, self.position, dict(self.options)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def start(self, game: Game) -> Position:
        """The position to be solved; raises BadNotation."""
        return game.read(self.position, **self.options)

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {
            "number": self.number,
            "position": self.position,
            "solution": self.solution,
            "plies": self.plies,
            "grade": self.grade,
            "tempting": self.tempting,
            "line": " ".join(self.line),
            "others": {
                move: [other.value, other.plies, " ".join(other.line)]
                for move, other in self.others.items()
            },
        }
        return {**fields, "options": dict(self.options)} if self.options else fields


def write(puzzles: Iterable[Puzzle]) -> str:
    """A book as text."""
    return "".join(json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n" for puzzle in puzzles)


def read(key: str, text: str) -> tuple[Puzzle, ...]:
    """The puzzles in the text of a book; raises BadOption with the line of the error."""
    return tuple(
        _puzzle(key, line, number)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    )


def _puzzle(key: str, line: str, number: int) -> Puzzle:
    try:
        fields = json.loads(line)
        return Puzzle(
            game=key,
            number=_of_type(int, fields["number"]),
            position=_of_type(str, fields["position"]),
            solution=_of_type(str, fields["solution"]),
            plies=_of_type(int, fields["plies"]),
            line=tuple(_of_type(str, fields["line"]).split()),
            others={move: _other(*rest) for move, rest in _of_type(dict, fields["others"]).items()},
            tempting=_of_type(int, fields["tempting"]),
            grade=_of_type(int, fields["grade"]),
            options=_options(fields.get("options", {})),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadOption(message("analysis.puzzles.line", n=number)) from error


def _other(value: object, plies: object, play: object) -> Continuation:
    length = None if plies is None else _of_type(int, plies)
    return Continuation(_of_type(str, value), length, tuple(_of_type(str, play).split()))


def _options(value: object) -> dict[str, Any]:
    """Options as words and numbers, by names that `Game.read` does not use itself."""
    options = _of_type(dict, value)
    if not all(isinstance(value, str | int) for value in options.values()):
        raise TypeError("an option that is neither a word nor a number")
    if not options.keys().isdisjoint(("self", "text")):
        raise TypeError("no game has such an option")
    return options


def _of_type(kind: type[T], value: object) -> T:
    """The value, if it is of that type; raises TypeError."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r:.40} is no {kind.__name__}")
    return value


@lru_cache(maxsize=8)
def book(key: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of their numbers."""
    file = data(key, FILE)
    return () if file is None else read(key, file.read_text("utf-8"))


def find(key: str, number: int) -> Puzzle | None:
    """The puzzle of that number, if there is one."""
    puzzles = book(key)
    return puzzles[number - 1] if 1 <= number <= len(puzzles) else None


def with_books() -> tuple[str, ...]:
    """The keys of the games that have puzzles."""
    return tuple(key for key in keys() if data(key, FILE) is not None)
