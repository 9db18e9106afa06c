"""Record files: tags, then numbered moves in notation. PGN in spirit.

    [Game "seals"]
    [Version "1"]
    [Seat1 "Ann"]
    [Seat2 "Ben"]
    [Result "11 0"]

    1. b2-d4 2. g7-e5 3. d4-c4 {a comment}

A file may hold several games; a tag after a move begins the next one. Reading plays every move, so
a record that was read is a legal game, and an error names the line and the column.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.arguments import checks_arguments
from ..core.errors import BadOption, BadRecord, IcefieldError, TextError
from ..core.game import Game, Outcome, Position
from ..core.message import Message, message
from ..games import game as find_game
from .endings import KINDS, Ending

WIDTH: Final = 80
_OPTION: Final = "Option."
MAX_VALUE_CHARACTERS: Final = 100_000
"""The length of the value of a tag; longer ones would take much memory to read."""
MAX_MOVE_CHARACTERS: Final = 10_000
_TAG: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_.-]*)\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_TOKENS: Final = re.compile(
    r"(?P<space>\s+)"
    rf"|(?P<tag>{_TAG.pattern})"
    r"|(?P<comment>\{[^}]*\})"
    r"|(?P<number>[0-9]+\.(?=\s|$))"
    r"|(?P<move>[^\s\[\]{}]+)"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played; `comments[n]` was written after n moves."""

    game: str
    version: int
    moves: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None
    start: str | None = None  # the position text it began from, when not the start position
    tags: Mapping[str, str] = field(default_factory=dict)  # players, result and other tags
    comments: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        players: tuple[str, ...] = (),
        game_number: int | None = None,
        round_: int | None = None,
        ending: Ending | None = None,
    ) -> Record:
        """The record of the game that led to this position, as a spectator may know it.

        `game_number` counts the games of a match from 1 (the tag `Round`); `round_` is its former
        name. `ending` is set where its players ended it.
        """
        if round_ is not None:
            warnings.warn("round_ is now game_number", DeprecationWarning, stacklevel=2)
            game_number = round_
        position = position.view(None)
        first = position
        while first.before is not None:
            first = first.before
        tags = {f"Seat{i}": name for i, name in enumerate(players, 1)}
        if game_number is not None:
            tags["Round"] = str(game_number)
        outcome = position.outcome if ending is None else ending.outcome
        if outcome is not None:
            tags["Result"] = _result(outcome)
        if ending is not None:
            tags["Termination"] = ending.kind
        return cls(
            game=position.game.key,
            version=position.game.version,
            moves=tuple(move.text for move in position.history),
            options=(named := _named(first)),
            seats=position.seats,
            start=None if _is_standard(first, named) else str(first),
            tags=tags,
        )

    def begin(self) -> Position:
        """The position the record starts from."""
        found = find_game(self.game)
        options = found.options_of(self.version, self.options)
        if self.start is not None:
            return _read(found, self.start, self.seats, options)
        return found.start(self.seats, **options)

    def replay(self) -> tuple[Position, ...]:
        """Every position of the game, the first one included."""
        positions = [self.begin()]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    def __str__(self) -> str:
        tags: dict[str, str] = {"Game": self.game, "Version": str(self.version)}
        if self.seats is not None:
            tags["Seats"] = str(self.seats)
        tags |= {f"{_OPTION}{name}": str(value) for name, value in self.options.items()}
        if self.start is not None:
            tags["Start"] = self.start
        tags |= self.tags
        head = "".join(f'[{name} "{_quote(value)}"]\n' for name, value in tags.items())
        return f"{head}\n{_wrap(self._movetext())}"

    def _movetext(self) -> Iterator[str]:
        if 0 in self.comments:
            yield _comment(self.comments[0])
        for n, move in enumerate(self.moves, 1):
            yield f"{n}. {move}"
            if n in self.comments:
                yield _comment(self.comments[n])


def _named(first: Position) -> dict[str, Any]:
    """The options that name the start of a game that began here."""
    return {**first.options, **first.game.named_start(first)}


def _is_standard(first: Position, options: Mapping[str, Any]) -> bool:
    """Whether the seats and options alone determine this first position."""
    try:
        return first == first.game.start(first.seats, **options)
    except BadOption:
        return False


def _read(game: Game, text: str, seats: int | None, options: Mapping[str, Any]) -> Position:
    """The position of a Start tag.

    A text need not tell how many seats there are; the record does.
    """
    position = game.read(text, **options)
    if seats is not None and position.seats != seats:
        position = game.read(text, seats=seats, **options)
    return position


def _result(outcome: Outcome) -> str:
    return " ".join(str(score) for score in outcome.scores)


def _quote(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    return "{" + " ".join(text.replace("{", "(").replace("}", ")").split()) + "}"


def _wrap(words: Iterable[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"


@checks_arguments
def write_records(records: Iterable[Record]) -> str:
    """The text of a file that holds these records."""
    return "\n".join(str(record) for record in records)


# -- reading ------------------------------------------------------------------------------------


class _Place:
    """Converts an offset into a line and a column."""

    def __init__(self, text: str):
        self._text = text

    def error(self, offset: int, sentence: Message, rule: str | None = None) -> BadRecord:
        line = self._text.count("\n", 0, offset) + 1
        column = offset - (self._text.rfind("\n", 0, offset) + 1) + 1
        return BadRecord(sentence, line=line, column=column, rule=rule)


@dataclass
class _Draft:
    """A record while it is being read: tags with offsets, options, then moves."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    position: Position | None = None


@checks_arguments
def read_records(text: str) -> tuple[Record, ...]:
    """All records of a file; raises BadRecord with line, column and reason."""
    place = _Place(text)
    return tuple(_read_part(text, begin, end, place) for begin, end in _split(text, place))


@checks_arguments
def read_record(text: str, number: int, most_plies: int) -> tuple[Record | None, int]:
    """One record of a file, counted from 1, and how many there are.

    Only its moves are played; None if there is no such record. Raises BadRecord with line, column
    and reason, also for a file with more than `most_plies` moves in all.
    """
    place = _Place(text)
    parts = list(_split(text, place, most_plies))
    if not 1 <= number <= len(parts):
        return None, len(parts)
    begin, end = parts[number - 1]
    return _read_part(text, begin, end, place), len(parts)


def _split(text: str, place: _Place, most_plies: int | None = None) -> Iterator[tuple[int, int]]:
    """Where each record of a file begins and ends.

    What no record can hold ends the last one, for its reader to tell.
    """
    begin = offset = plies = 0
    moves = game = tags = False
    while (found := _TOKENS.match(text, offset)) is not None:
        if found["tag"]:
            if moves or (found[3] == "Game" and game):
                yield begin, offset
                begin, moves, game = offset, False, False
            game = game or found[3] == "Game"
            tags = True
        elif found["move"]:
            moves = True
            plies += 1
            if most_plies is not None and plies > most_plies:
                raise place.error(offset, message("play.record.plies", most=most_plies))
        offset = found.end()
    if not (tags or moves or offset < len(text)):
        raise place.error(0, message("play.record.empty"))
    yield begin, len(text)


def _read_part(text: str, begin: int, end: int, place: _Place) -> Record:
    """The record between these offsets."""
    draft = _Draft()
    offset = begin
    while offset < end:
        found = _TOKENS.match(text, offset)
        if found is None:
            raise place.error(offset, message("play.record.token", text=text[offset]))
        if found["tag"]:
            _add_tag(draft, found[3], found[4], offset, place)
        elif found["comment"]:
            comment = " ".join(found["comment"][1:-1].split())
            draft.comments.setdefault(len(draft.moves), []).append(comment)
        elif found["number"]:
            _check_number(draft, found["number"], offset, place)
        elif found["move"]:
            _add_move(draft, found["move"], offset, place)
        offset = found.end()
    return _finish(draft, place, end)


def _add_tag(draft: _Draft, name: str, value: str, offset: int, place: _Place) -> None:
    if len(value) > MAX_VALUE_CHARACTERS:
        raise place.error(offset, message("play.record.long", most=MAX_VALUE_CHARACTERS))
    if name in draft.tags:
        raise place.error(offset, message("play.record.tag_twice", name=name))
    draft.tags[name] = (re.sub(r"\\(.)", r"\1", value), offset)


def _check_number(draft: _Draft, number: str, offset: int, place: _Place) -> None:
    expected = len(draft.moves) + 1
    if number != f"{expected}.":
        raise place.error(
            offset, message("play.record.number", found=number[:12], expected=expected)
        )


def _add_move(draft: _Draft, move: str, offset: int, place: _Place) -> None:
    if len(move) > MAX_MOVE_CHARACTERS:
        raise place.error(offset, message("play.record.long", most=MAX_MOVE_CHARACTERS))
    if draft.position is None:
        draft.position = _begin(draft, place, offset)
    try:
        draft.position = draft.position.play(move)
    except IcefieldError as error:
        raise place.error(
            offset,
            message("play.record.move", move=move[:20], why=_why(error)),
            rule=error.rule,
        ) from error
    draft.moves.append(move)


def _tag(draft: _Draft, name: str) -> tuple[str | None, int]:
    return draft.tags.get(name, (None, 0))


def _number(draft: _Draft, name: str, place: _Place) -> int | None:
    value, offset = _tag(draft, name)
    if value is None:
        return None
    if not re.fullmatch(r"[0-9]{1,6}", value):
        raise place.error(offset, message("play.record.not_a_number", name=name, value=value[:20]))
    return int(value)


def _game(draft: _Draft, place: _Place, offset: int) -> Game:
    key, at = _tag(draft, "Game")
    if key is None:
        raise place.error(offset, message("play.record.no_game"))
    try:
        game = find_game(key)
    except IcefieldError as error:
        raise place.error(at, error.sentence) from error
    version = _number(draft, "Version", place)
    if version is not None and version > game.version:
        raise place.error(
            draft.tags["Version"][1],
            message("play.record.version", found=version, known=game.version),
        )
    return game


def _begin(draft: _Draft, place: _Place, offset: int) -> Position:
    game = _game(draft, place, offset)
    for tag, (value, at) in draft.tags.items():
        if tag.startswith(_OPTION):
            name = tag.removeprefix(_OPTION)
            try:
                draft.options[name] = game.check({name: value})[name]
            except IcefieldError as error:
                raise place.error(at, _why(error), rule=error.rule) from error
    version = _number(draft, "Version", place)
    if version is not None:
        draft.options = game.options_of(version, draft.options)
    seats = _number(draft, "Seats", place)
    start, _ = _tag(draft, "Start")
    try:
        if start is not None:
            return _read(game, start, seats, draft.options)
        return game.start(seats, **draft.options)
    except IcefieldError as error:
        blamed = "Start" if start is not None else "Seats" if seats is not None else "Game"
        raise place.error(draft.tags[blamed][1], _why(error), rule=error.rule) from error


def _why(error: IcefieldError) -> Message:
    """The message of an error without its place: the record's place is used."""
    return error.what if isinstance(error, TextError) else error.sentence


def _finish(draft: _Draft, place: _Place, offset: int) -> Record:
    position = draft.position or _begin(draft, place, offset)
    result, at = _tag(draft, "Result")
    by_word = position.outcome is None and _tag(draft, "Termination")[0] in KINDS
    if result is not None and not by_word:
        true = "*" if position.outcome is None else _result(position.outcome)
        if result != true:
            raise place.error(at, message("play.record.result", found=result[:20], true=true))
    known = ("Game", "Version", "Seats", "Start")
    return Record(
        game=position.game.key,
        version=_number(draft, "Version", place) or position.game.version,
        moves=tuple(draft.moves),
        options={**position.options, **draft.options},
        seats=_number(draft, "Seats", place),
        start=_tag(draft, "Start")[0],
        tags={
            name: value
            for name, (value, _) in draft.tags.items()
            if name not in known and not name.startswith(_OPTION)
        },
        comments={n: " ".join(filter(None, said)) for n, said in draft.comments.items()},
    )
