"""What clients may send. The forms only; whether a thing is allowed is asked elsewhere."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .talk import TIMER

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
    """Who is to sit in a seat: a person (whoever opens the table), a bot of a level, or whoever
    comes by the link ("open")."""

    kind: Literal["person", "bot", "open"]
    level: Annotated[str, Field(max_length=20)] | None = None
    name: Name = ""


class NewTable(Form):
    """A table to open. `seats` are in the order of the game's seats, or dealt out at random."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[Seat], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=2, strict=True)] = 1
    shuffle: bool = False
    timer: Annotated[int, Field(ge=0, le=3600, strict=True)] = TIMER
    options: Annotated[dict[Touch, Value], Field(max_length=20)] = {}


class Decided(Form):
    """Something that was asked for while looking at that decision number."""

    decision: Number


class Moved(Decided):
    """A move in the game's notation. Who has several seats may say which one moves."""

    seat: SeatNumber | None = None
    move: Annotated[str, Field(min_length=1, max_length=200)]


class Sat(Form):
    """An open seat to take."""

    seat: SeatNumber
    name: Name = ""


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
