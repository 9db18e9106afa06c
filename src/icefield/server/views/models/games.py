"""Games to choose from, tables in a list, a visitor, boards made by visitors."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from .board import Refusal
from .table import GameResult, GameTitle, TableSeat, TimeControl


class OptionValue(TypedDict):
    value: bool | int | str | None
    words: str


class GameOption(TypedDict):
    """An option of a game and the values it may have."""

    name: str
    about: str
    default: bool | int | str | None
    choices: list[OptionValue]


class BotLevel(TypedDict):
    """A level of the bots; `error` is two standard errors of its Elo."""

    name: str
    about: str
    elo: int | None
    error: int | None
    words: str
    seat: str


class GameCard(TypedDict):
    """A game that can be played; `levels_by_seats` has the number of seats as key."""

    key: str
    title: str
    designer: str
    year: int | None
    version: int | str
    promise: str
    seats: list[int]
    roles: list[str]
    pair: str | None
    options: list[GameOption]
    levels: list[BotLevel]
    levels_by_seats: dict[str, list[BotLevel]]


class Preparation(TypedDict):
    """How much of a game is compiled.

    `seconds` is about what is left, 0 where that is not known.
    """

    ready: bool
    percent: int
    seconds: int
    sentence: str


class ClockChoice(TypedDict):
    clock: TimeControl
    words: str


class TableRow(TypedDict):
    """A table in a list; `stage` is "waiting", "playing" or "over"."""

    id: str
    number: int
    link: str
    picture: str
    game: GameTitle
    stage: str
    seats: list[TableSeat]
    mine: bool
    deciding: bool
    note: str
    result: GameResult | None
    score: str | None
    clock: str
    options: list[str]
    active: str


class GameStatistics(TypedDict):
    """A visitor's finished matches of one game; `games` has those called off, too."""

    game: GameTitle
    games: int
    won: int
    lost: int
    drawn: int


class Profile(TypedDict):
    """A visitor; `code_made` is a date in words."""

    nickname: str
    code_made: str | None
    games: list[TableRow]
    statistics: list[GameStatistics]


class RecoveryCode(TypedDict):
    code: str


class Problem(Refusal):
    """The error of a request or a text; `line` and `column` count from 1."""

    error: str
    line: NotRequired[int]
    column: NotRequired[int]


class LevelCheck(TypedDict):
    """Whether a drawn board can be played; `cells` are column and row by space."""

    legal: bool
    level: str | None
    players: int | None
    problem: Problem | None
    svg: str | None
    facts: list[str]
    cells: dict[str, tuple[int, int] | None]


class OwnBoard(TypedDict):
    """A board from a file; `value` is the game's option that stands for it."""

    name: str
    value: str
    text: str | None
    reconstruction: bool
    facts: list[str]
    svg: str


class BoardFileCheck(TypedDict):
    """The board of a file, or the error in it."""

    legal: bool
    problem: Problem | None
    board: OwnBoard | None
