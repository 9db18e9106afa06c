"""The bodies of requests: their form only; whether something is allowed is checked elsewhere."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..tables.events import TIMER_S
from ..views.boards import MAX_VALUE_CHARACTERS

_BIDI_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _clean(text: str) -> str:
    """Text on one line, without control characters and bidirectional controls."""
    kept = "".join(c for c in text if c not in _BIDI_CONTROLS)
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in kept).split())


Name = Annotated[str, Field(max_length=40), AfterValidator(_clean)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=7, strict=True)]
Words = Annotated[str, Field(max_length=300), AfterValidator(_clean)]
Touch = Annotated[str, Field(max_length=40)]
Value = Annotated[str, Field(max_length=MAX_VALUE_CHARACTERS)] | bool | int


class Form(BaseModel):
    """A body with exactly the fields named."""

    model_config = ConfigDict(extra="forbid")


class NewSeat(Form):
    """The player of a seat: "person" is the host, "bot" a bot of a level, "open" waits for any
    visitor, "invited" for the visitor with the seat's own link."""

    kind: Literal["person", "bot", "open", "invited"]
    level: Annotated[str, Field(max_length=20)] | None = None
    name: Name = ""


class NewClock(Form):
    """Time to think: `seconds` for every turn ("move"), `days` for every turn ("days"), or
    `seconds` for the game with `increment` more after every turn ("player")."""

    kind: Literal["none", "move", "player", "days"] = "none"
    seconds: Number = 0
    increment: Number = 0
    days: Number = 0


class NewTable(Form):
    """A table to open. `seats` are in the order of the game's seats, or dealt out at random. A
    `listed` table is shown in the lobby; at a `rated` one no player gets help."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=2, strict=True)] = 1
    shuffle: bool = False
    timer: Annotated[int, Field(ge=0, le=3600, strict=True)] = TIMER_S
    clock: NewClock = NewClock()
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    options: Annotated[dict[Touch, Value], Field(max_length=20)] = {}


class DecisionRequest(Form):
    """A request made for the state with that decision number."""

    decision: Number


class MoveRequest(DecisionRequest):
    """A move in the game's notation. A player with several seats may name the one that moves."""

    seat: SeatNumber | None = None
    move: Annotated[str, Field(min_length=1, max_length=200)]


class SitRequest(Form):
    """An open seat to take; with the `token` of an invitation also one that is reserved."""

    seat: SeatNumber
    name: Name = ""
    token: Annotated[str, Field(max_length=64)] = ""


class ChatRequest(Form):
    """A message for the others at the table."""

    text: Words


class ConsentAnswer(Form):
    """The answer to a question of another player; `ask` is the number of its event."""

    ask: Number
    yes: Annotated[bool, Field(strict=True)]


class ResignRequest(Form):
    """Which game of the match is given up, from 1."""

    game: Number


class ReplaceRequest(Form):
    """The seat of a player who is away."""

    seat: SeatNumber


class FillRequest(Form):
    """A seat that is still open, and the level of the bot that takes it."""

    seat: SeatNumber
    level: Annotated[str, Field(max_length=20)]


class CommentRequest(Form):
    """A comment about the board. A player with several seats may name the one that speaks."""

    text: Words
    seat: SeatNumber | None = None


class ChallengeRequest(Form):
    """A comment, by the number of its event, that is said to break the rules."""

    comment: Number
    seat: SeatNumber | None = None


class JudgementRequest(ChallengeRequest):
    """Whether a challenged comment broke the rules."""

    guilty: Annotated[bool, Field(strict=True)]


class TouchRequest(DecisionRequest):
    """Touches that seem to lead nowhere."""

    touches: Annotated[list[Touch], Field(max_length=60)]
    seat: SeatNumber | None = None
