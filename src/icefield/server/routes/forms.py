"""What clients may send. The forms only; whether a thing is allowed is asked elsewhere."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..tables.events import TIMER_S

VALUE: Final = 8000
"""How long the text of an option may be: a whole board, packed."""
_TURNERS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _plain(text: str) -> str:
    """Text on one line, without control characters and without marks that turn it around."""
    kept = "".join(c for c in text if c not in _TURNERS)
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in kept).split())


Name = Annotated[str, Field(max_length=40), AfterValidator(_plain)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=7, strict=True)]
Words = Annotated[str, Field(max_length=300), AfterValidator(_plain)]
Touch = Annotated[str, Field(max_length=40)]
Value = Annotated[str, Field(max_length=VALUE)] | bool | int


class Form(BaseModel):
    """A body with exactly the fields named."""

    model_config = ConfigDict(extra="forbid")


class Seat(Form):
    """Who is to sit in a seat: a person (whoever opens the table), a bot of a level, whoever comes
    to the table ("open"), or whoever has the seat's own link ("invited")."""

    kind: Literal["person", "bot", "open", "invited"]
    level: Annotated[str, Field(max_length=20)] | None = None
    name: Name = ""


class Clock(Form):
    """Time to think: `seconds` for every turn ("move"), `days` for every turn ("days"), or
    `seconds` for the game with `increment` more after every turn ("player")."""

    kind: Literal["none", "move", "player", "days"] = "none"
    seconds: Number = 0
    increment: Number = 0
    days: Number = 0


class NewTable(Form):
    """A table to open. `seats` are in the order of the game's seats, or dealt out at random. A
    `listed` table is shown to strangers; at a `rated` one nobody gets help."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[Seat], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=2, strict=True)] = 1
    shuffle: bool = False
    timer: Annotated[int, Field(ge=0, le=3600, strict=True)] = TIMER_S
    clock: Clock = Clock()
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    options: Annotated[dict[Touch, Value], Field(max_length=20)] = {}


class Decided(Form):
    """Something that was asked for while looking at that decision number."""

    decision: Number


class Moved(Decided):
    """A move in the game's notation. Who has several seats may say which one moves."""

    seat: SeatNumber | None = None
    move: Annotated[str, Field(min_length=1, max_length=200)]


class Sat(Form):
    """An open seat to take; with the `token` of an invitation also one that is kept."""

    seat: SeatNumber
    name: Name = ""
    token: Annotated[str, Field(max_length=64)] = ""


class Chatted(Form):
    """A message for the others at the table."""

    text: Words


class Answered(Form):
    """The answer to what was asked, by the number of its event."""

    ask: Number
    yes: Annotated[bool, Field(strict=True)]


class Resigned(Form):
    """Which game of the match is given up, from 1."""

    game: Number


class Replaced(Form):
    """The seat of somebody who is away."""

    seat: SeatNumber


class Filled(Form):
    """A seat where nobody came, and the level of the bot that takes it."""

    seat: SeatNumber
    level: Annotated[str, Field(max_length=20)]


class Spoken(Form):
    """A comment about the board. Who has several seats may say which one speaks."""

    text: Words
    seat: SeatNumber | None = None


class Challenged(Form):
    """A comment, by the number of its event, that is said to break the rules."""

    comment: Number
    seat: SeatNumber | None = None


class Judged(Challenged):
    """Whether a challenged comment broke the rules."""

    guilty: Annotated[bool, Field(strict=True)]


class Touched(Decided):
    """Touches that seem to lead nowhere."""

    touches: Annotated[list[Touch], Field(max_length=60)]
    seat: SeatNumber | None = None


class Problem(BaseModel):
    """What was wrong: a stable code, the number of the rule that was broken, and a sentence."""

    error: str
    code: str
    rule: str | None = None
    sentence: str


State = dict[str, Any]
