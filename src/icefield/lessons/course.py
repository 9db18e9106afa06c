"""The courses of the games: `course.toml` in a game's data, read and validated.

A course has lessons, a lesson has steps. A step shows a position and asks for something:

    [[lesson]]
    id = "moving"                 # a-z, 0-9 and -; unique in the course, part of the address

    [[lesson.step]]
    id = "slide"                  # unique in the lesson
    task = "play"                 # "read", "play" or "try"
    rules = ["S4", "S7"]          # what it teaches; only a "read" may teach none
    position = "4/s4b/8/8/8/8/s4b/4 s -"
                                  # a position text, or "start"; left out, the step goes on where
                                  # the one before it ends when its "Show me" is followed
    seats = 3                     # optional, for "start" and for texts that do not tell
    options = { board = "c7" }    # optional, for "start" and for reading the text
    moves = ["g2-e4"]             # optional: made before the step begins, not shown
    watch = ["b2-d4"]             # optional: then made before the learner's eyes, one by one
    seat = 0                      # optional: the learner's; else the seat that decides then
    point = ["d4", "e5"]          # optional: spaces and controls to point at

"read" has only words. "play" asks for moves, one or several in a row:

    accept = ["b2-d4", "b2-*"]    # what counts; `*` stands for anything. "Show me" plays the first
                                  # legal move that the first entry means
    reply = ["g7-e5"]             # optional: what the others and chance do then, shown one by one

    [[lesson.step.turn]]          # several in a row: turns with `accept` and `reply`, instead
    accept = ["b2-d4"]

    [[lesson.step.wrong]]         # a legal move that is not accepted and deserves its own words
    id = "into-teeth"
    move = "b2-d2"                # `*` stands for anything; the first that fits answers
    rule = "S6"                   # optional: the rule that is opened beside the words

"try" asks for something forbidden and is done when the engine refuses with the same code as one of
the step's tries. In the other tasks a try is a "What if …?" and needs an id, for its words:

    [[lesson.step.try]]
    id = "too-far"
    touches = ["b2", "e5"]        # or `move = "b2-e5"` for what cannot be touched
    rule = "S4"                   # what the engine's refusal says; the sentence is the engine's

A move in `moves`, `watch` and `reply` is a text, or `{ seat = 1, move = "vote 5" }` where several
may decide. The words are in the domain `lesson_<key>`: `about`, `<lesson>`, `<lesson>.<step>`,
`<lesson>.<step>.done` for what is to be done, and `<lesson>.<step>.<id>` of wrong moves and tries.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from ..core.message import Message, message
from ..games import data, game, keys

READ: Final = "read"
PLAY: Final = "play"
TRY: Final = "try"
START: Final = "start"
"""The position text that stands for the start of a game."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_RESERVED: Final = frozenset({"about", "done"})


class BadCourse(ValueError):  # noqa: N818 (like the errors of the core)
    """An error in the data of a course: names the file, lesson and step."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move that the course makes: its text, and the seat where several may decide."""

    text: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of the learner: accepted moves, and the replies that follow."""

    accept: tuple[str, ...]
    reply: tuple[Made, ...] = ()

    def accepts(self, text: str) -> bool:
        return any(matches_pattern(pattern, text) for pattern in self.accept)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A legal move that the step does not accept, with its own explanation."""

    id: str
    move: str
    words: Message
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """A forbidden action worth trying: touches, or a move's text."""

    rule: str
    touches: tuple[str, ...] = ()
    move: str | None = None
    id: str | None = None
    words: Message | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson, on one position."""

    id: str
    task: str
    rules: tuple[str, ...]
    words: Message
    done: Message | None
    position: str | None = None
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Made, ...] = ()
    watch: tuple[Made, ...] = ()
    seat: int | None = None
    point: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    tries: tuple[Try, ...] = ()

    def messages(self) -> Iterator[Message]:
        """All messages of the step."""
        yield self.words
        if self.done is not None:
            yield self.done
        yield from (each.words for each in self.wrong)
        yield from (each.words for each in self.tries if each.words is not None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps about one topic."""

    id: str
    title: Message
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game, from the first touch on."""

    game: str
    about: Message
    lessons: tuple[Lesson, ...]

    def lesson(self, id_: str) -> Lesson | None:
        """The lesson with that id, if there is one."""
        return next((lesson for lesson in self.lessons if lesson.id == id_), None)

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for lesson in self.lessons for step in lesson.steps)

    @property
    def rules(self) -> frozenset[str]:
        """The rule numbers that a step teaches or a try meets."""
        taught = {rule for step in self.steps for rule in step.rules}
        return frozenset(taught | {each.rule for step in self.steps for each in step.tries})

    def messages(self) -> Iterator[Message]:
        """All messages of the course."""
        yield self.about
        for lesson in self.lessons:
            yield lesson.title
            for step in lesson.steps:
                yield from step.messages()


def matches_pattern(pattern: str, text: str) -> bool:
    """Whether a move's text matches a pattern; `*` stands for any characters."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None


@lru_cache(maxsize=16)
def course(key: str) -> Course | None:
    """The course of a game; None where there is none.

    Raises UnknownGame and BadCourse.
    """
    file = data(game(key).key, "course.toml")
    return None if file is None else read(key, file.read_text("utf-8"))


def courses() -> dict[str, Course]:
    """All courses, by the keys of their games."""
    found = {key: course(key) for key in keys()}
    return {key: each for key, each in found.items() if each is not None}


# -- reading --------------------------------------------------------------------------------------


class _Table:
    """A TOML table with its path in the file; each value is taken once and checked."""

    def __init__(self, table: object, where: str):
        if not isinstance(table, dict):
            raise BadCourse(f"{where}: a table is needed here")
        self._left = dict(table)
        self.where = where

    def bad(self, what: str) -> BadCourse:
        return BadCourse(f"{self.where}: {what}")

    def text(self, name: str) -> str:
        found = self.maybe_text(name)
        if found is None:
            raise self.bad(f"`{name}` is missing")
        return found

    def maybe_text(self, name: str) -> str | None:
        found = self._left.pop(name, None)
        if found is not None and (not isinstance(found, str) or not found):
            raise self.bad(f"`{name}` must be a text")
        return found

    def number(self, name: str) -> int | None:
        found = self._left.pop(name, None)
        if found is not None and (not isinstance(found, int) or isinstance(found, bool)):
            raise self.bad(f"`{name}` must be a number")
        return found

    def name(self) -> str:
        found = self.text("id")
        if not _ID.fullmatch(found) or found in _RESERVED:
            raise self.bad(f"{found!r} cannot be an id")
        self.where += f" {found!r}"
        return found

    def items(self, name: str) -> list[Any]:
        found = self._left.pop(name, [])
        if not isinstance(found, list):
            raise self.bad(f"`{name}` must be a list")
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        found = self.items(name)
        if not all(isinstance(each, str) and each for each in found):
            raise self.bad(f"`{name}` must be a list of texts")
        return tuple(found)

    def tables(self, name: str) -> list[_Table]:
        found = self.items(name)
        return [_Table(each, f"{self.where}, {name} {i}") for i, each in enumerate(found, 1)]

    def options(self, name: str) -> Mapping[str, Any]:
        found = self._left.pop(name, {})
        if not isinstance(found, dict):
            raise self.bad(f"`{name}` must be a table")
        return found

    def moves(self, name: str) -> tuple[Made, ...]:
        moves = []
        for i, each in enumerate(self.items(name), 1):
            if isinstance(each, str) and each:
                moves.append(Made(each))
                continue
            table = _Table(each, f"{self.where}, {name} {i}")
            moves.append(Made(table.text("move"), table.number("seat")))
            table.end()
        return tuple(moves)

    def end(self) -> None:
        """Raise BadCourse when a value was not taken.

        A misspelt name would be silently ignored.
        """
        if self._left:
            raise self.bad(f"`{min(self._left)}` means nothing here")


def read(key: str, text: str) -> Course:
    """The course in the text of a file; raises BadCourse with the path of the error."""
    where = f"{key}/course.toml"
    try:
        table = _Table(tomllib.loads(text), where)
    except tomllib.TOMLDecodeError as error:
        raise BadCourse(f"{where}: {error}") from error
    lessons = tuple(_lesson(key, each) for each in table.tables("lesson"))
    table.end()
    if not lessons:
        raise table.bad("there is no lesson")
    _require_unique(table, "lesson", [lesson.id for lesson in lessons])
    return Course(key, message(f"lesson_{key}.about"), lessons)


def _require_unique(table: _Table, what: str, ids: list[str]) -> None:
    for id_ in ids:
        if ids.count(id_) > 1:
            raise table.bad(f"the {what} {id_!r} occurs twice")


def _lesson(key: str, table: _Table) -> Lesson:
    name = table.name()
    steps = tuple(_step(key, name, each) for each in table.tables("step"))
    table.end()
    if not steps:
        raise table.bad("there is no step")
    _require_unique(table, "step", [step.id for step in steps])
    if steps[0].position is None:
        raise table.bad("the first step needs a `position`")
    return Lesson(name, message(f"lesson_{key}.{name}"), steps)


def _step(key: str, lesson: str, table: _Table) -> Step:
    name = table.name()
    task = table.text("task")
    if task not in (READ, PLAY, TRY):
        raise table.bad(f"the task {task!r} is none of read, play, try")
    words = f"lesson_{key}.{lesson}.{name}"
    step = Step(
        id=name,
        task=task,
        rules=table.texts("rules"),
        words=message(words),
        done=None if task == READ else message(f"{words}.done"),
        position=table.maybe_text("position"),
        seats=table.number("seats"),
        options=table.options("options"),
        moves=table.moves("moves"),
        watch=table.moves("watch"),
        seat=table.number("seat"),
        point=table.texts("point"),
        turns=_turns(table),
        wrong=tuple(_wrong(words, each) for each in table.tables("wrong")),
        tries=tuple(_try(words, each) for each in table.tables("try")),
    )
    table.end()
    _check_task(step, table)
    return step


def _turns(table: _Table) -> tuple[Turn, ...]:
    """The learner's decisions: the turns listed, or the single one of the step."""
    listed = table.tables("turn")
    turns = [Turn(each.texts("accept"), each.moves("reply")) for each in listed]
    for each in listed:
        each.end()
    single = Turn(table.texts("accept"), table.moves("reply"))
    if single.accept or single.reply:
        if turns:
            raise table.bad("either `accept` and `reply`, or turns that have them")
        turns = [single]
    if not all(turn.accept for turn in turns):
        raise table.bad("`accept` is missing")
    return tuple(turns)


def _wrong(words: str, table: _Table) -> Wrong:
    name = table.name()
    found = Wrong(name, table.text("move"), message(f"{words}.{name}"), table.maybe_text("rule"))
    table.end()
    return found


def _try(words: str, table: _Table) -> Try:
    rule, touches, move = table.text("rule"), table.texts("touches"), table.maybe_text("move")
    name = table.maybe_text("id")
    table.end()
    if bool(touches) == (move is not None):
        raise table.bad("either `touches` or `move`")
    if name is not None and (not _ID.fullmatch(name) or name in _RESERVED):
        raise table.bad(f"{name!r} cannot be an id")
    said = None if name is None else message(f"{words}.{name}")
    return Try(rule, touches, move, name, said)


def _check_task(step: Step, table: _Table) -> None:
    """Raise BadCourse when a step has what does not belong to its task."""
    if step.task != READ and not step.rules:
        raise table.bad("`rules` says nothing about what is learnt")
    if (step.task == PLAY) != bool(step.turns):
        raise table.bad("what is to be played belongs to the task play, and must be there")
    if step.wrong and step.task != PLAY:
        raise table.bad("wrong moves belong to the task play")
    if step.task == TRY and not step.tries:
        raise table.bad("there is nothing to try")
    if step.task == TRY and any(each.id is not None for each in step.tries):
        raise table.bad("the step's own words ask for the try; it needs no id")
    if step.task != TRY and any(each.id is None for each in step.tries):
        raise table.bad("a try beside the task needs an id, for its words")
    if step.position is None and (step.seats is not None or step.options):
        raise table.bad("`seats` and `options` belong to a `position`")
    ids = [each.id for each in step.wrong] + [each.id for each in step.tries if each.id is not None]
    _require_unique(table, "id", ids)
