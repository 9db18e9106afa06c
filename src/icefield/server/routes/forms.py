"""The bodies of requests: their form only; permissions are checked elsewhere."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from ...core.visible import is_readable
from ..tables.events import TIMER_S
from ..tables.options import BotPace
from ..views.boards import MAX_VALUE_CHARACTERS

UNREADABLE: Final = "unreadable_text"
"""The type of the error for a text that is invisible or has too many accents."""
_BIDI_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _clean(text: str) -> str:
    """The text on one line, without control characters and bidirectional controls.

    Refuses a text that cannot be read.
    """
    kept = "".join(c for c in text if c not in _BIDI_CONTROLS)
    if not is_readable(kept.strip()):
        raise PydanticCustomError(UNREADABLE, "a text that cannot be read")
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in kept).split())


Name = Annotated[str, Field(max_length=40), AfterValidator(_clean)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=7, strict=True)]
Words = Annotated[str, Field(max_length=300), AfterValidator(_clean)]
Touch = Annotated[str, Field(max_length=40)]
Value = Annotated[str, Field(max_length=MAX_VALUE_CHARACTERS)] | bool | int


class Form(BaseModel):
    """A body with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class NewSeat(Form):
    """The player of a seat.

    "person" is the host, "bot" a bot of a level, "open" waits for any visitor, "invited" for the
    visitor with the seat's own link.
    """

    kind: Literal["person", "bot", "open", "invited"]
    level: Annotated[str, Field(max_length=20)] | None = None
    name: Name = ""


class NewClock(Form):
    """A time control.

    `seconds` for every turn ("move"), `days` for every turn ("days"), or `seconds` for the game
    with an `increment` after every turn ("player").
    """

    kind: Literal["none", "move", "player", "days"] = "none"
    seconds: Number = 0
    increment: Number = 0
    days: Number = 0


class NewTable(Form):
    """A table to open.

    `seats` are in the order of the game's seats, or shuffled. A `listed` table is shown in the
    lobby; at a `rated` one no player gets help. `pace` is how fast moves of bots are shown.
    """

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=2, strict=True)] = 1
    shuffle: bool = False
    timer: Annotated[int, Field(ge=0, le=3600, strict=True)] = TIMER_S
    pace: BotPace = "normal"
    clock: NewClock = NewClock()
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    options: Annotated[dict[Touch, Value], Field(max_length=20)] = {}


class DecisionRequest(Form):
    """A request made for the state with that decision number."""

    decision: Number


class MoveRequest(DecisionRequest):
    """A move in notation; a player with several seats may name the one that moves.

    With `typed`, the move may be written as people type it: in any case, without hyphens. `held` is
    the `version` of a state that the client holds; the answer may be a patch of it.
    """

    held: Annotated[str, Field(max_length=40)] | None = None
    seat: SeatNumber | None = None
    typed: bool = False
    move: Annotated[str, Field(min_length=1, max_length=200)]


class NameRequest(Form):
    """The name of the player at a table."""

    name: Name


class SitRequest(Form):
    """An open seat to take; with the `token` of an invitation also a reserved one."""

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
    """The game of the match to resign, from 1."""

    game: Number


class ReplaceRequest(Form):
    """The seat of a player who is away."""

    seat: SeatNumber


class FillRequest(Form):
    """A seat that is still open, and the level of the bot to take it."""

    seat: SeatNumber
    level: Annotated[str, Field(max_length=20)]


class CommentRequest(Form):
    """A comment about the board; a player with several seats may name the speaker."""

    text: Words
    seat: SeatNumber | None = None


class ChallengeRequest(Form):
    """A challenged comment, by the number of its event."""

    comment: Number
    seat: SeatNumber | None = None


class JudgementRequest(ChallengeRequest):
    """Whether a challenged comment broke the rules."""

    guilty: Annotated[bool, Field(strict=True)]


class TouchRequest(DecisionRequest):
    """Touches that begin no legal move."""

    touches: Annotated[list[Touch], Field(max_length=60)]
    seat: SeatNumber | None = None
