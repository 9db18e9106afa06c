"""The events of a table: one dataclass for each kind, and its JSON on disk.

The JSON never changes: databases written by any version are read by all later ones. A body may
have fields that this version does not know, and an event may be of an unknown kind; both are kept
in the log and change nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar, Final, Self

from .players import Player

CHAT: Final = "chat"
COMMENT: Final = "comment"
TIMER_S: Final = 60
"""Seconds for the discussion before a ballot, unless the table was opened with another number."""


def _optional(default: Any) -> Any:
    """A field that is left out of the JSON where it has its default value."""
    return field(default=default, metadata={"optional": True})


class Payload:
    """The body of an event, beside its number and time.

    Subclasses are frozen dataclasses whose fields are the keys of the JSON, in the order in which
    they are written.
    """

    __slots__ = ()
    kind: ClassVar[str]
    _KEYS: ClassVar[Mapping[str, str]] = {}
    """Keys of the JSON that differ from the names of the fields."""

    def to_json(self) -> dict[str, Any]:
        """The body as it is written to the database."""
        found: dict[str, Any] = {}
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if not (each.metadata.get("optional") and value == each.default):
                found[self._KEYS.get(each.name, each.name)] = _to_json(value)
        return found

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """Read a body; raises KeyError when a field that every version wrote is missing."""
        return cls(**{each.name: cls._value(each, body) for each in fields(cls)})  # type: ignore[arg-type]

    @classmethod
    def _value(cls, each: Field[Any], body: Mapping[str, Any]) -> Any:
        key = cls._KEYS.get(each.name, each.name)
        if each.default is not MISSING and key not in body:
            return each.default
        value = body[key]
        return tuple(value) if isinstance(value, list) else value


def _to_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Opened(Payload):
    """The table was opened: always event 1."""

    kind = "opened"
    game: str
    version: int
    options: Mapping[str, Any]
    games: int
    players: tuple[Player, ...]
    host: str | None = None
    clock: Mapping[str, Any] | None = None
    takebacks: bool = True
    listed: bool = False
    rated: bool = False
    timer: int = TIMER_S
    clock_waits: bool = _optional(False)
    """Whether the clocks start only when all players are present, or have moved."""
    pace: str = _optional("normal")
    """How fast the moves of bots are shown: a name in `options.BOT_PACES`."""

    def to_json(self) -> dict[str, Any]:
        """The body as it is written to the database."""
        players = [player.to_json() for player in self.players]
        return Payload.to_json(self) | {"players": players}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """Read a body; raises KeyError when a field that every version wrote is missing."""
        players = tuple(Player(**player) for player in body["players"])
        known = {each.name: cls._value(each, body) for each in fields(cls)}
        return cls(**known | {"players": players})


@dataclass(frozen=True, slots=True)
class Sat(Payload):
    """A person took an open seat."""

    kind = "sat"
    player: int
    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Named(Payload):
    """A person chose a name for their seat."""

    kind = "named"
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Moved(Payload):
    """A player moved; without one, the verdict on a guilty `comment` was made."""

    kind = "moved"
    player: int | None
    move: str
    decision: int | None = _optional(None)
    comment: int | None = _optional(None)


@dataclass(frozen=True, slots=True)
class ChanceMoved(Payload):
    """Chance decided: a coin, a die, a card."""

    kind = "chance"
    move: str


@dataclass(frozen=True, slots=True)
class Undone(Payload):
    """So many decisions were taken back."""

    kind = "undone"
    decisions: int


@dataclass(frozen=True, slots=True)
class ClocksStarted(Payload):
    """All players were present, so the clocks of the present game started."""

    kind = "started"


@dataclass(frozen=True, slots=True)
class NextGameBegun(Payload):
    """The next game of the match began."""

    kind = "next"


@dataclass(frozen=True, slots=True)
class Extended(Payload):
    """Another pair of games was added to the match and began."""

    kind = "extended"


@dataclass(frozen=True, slots=True)
class Filled(Payload):
    """The host had a bot sit down in an open seat."""

    kind = "filled"
    player: int
    level: str


@dataclass(frozen=True, slots=True)
class Closed(Payload):
    """The table was closed before it was full, as the host had `gone` or wished it."""

    kind = "closed"
    gone: bool = _optional(False)


@dataclass(frozen=True, slots=True)
class Left(Payload):
    """A bot replaced a player who left, until they return unless it is for good."""

    kind = "left"
    player: int
    level: str
    for_good: bool = _optional(False)


@dataclass(frozen=True, slots=True)
class CameBack(Payload):
    """Players took their seats back from bots."""

    kind = "back"
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resigned(Payload):
    """A player resigned, which ended the game."""

    kind = "resigned"
    player: int


@dataclass(frozen=True, slots=True)
class Flagged(Payload):
    """A player's time was up; with a `level` a bot plays on, else the game ended."""

    kind = "flagged"
    player: int
    level: str | None = _optional(None)


@dataclass(frozen=True, slots=True)
class Aborted(Payload):
    """The game ended before it began: a player who had not moved left or was too slow."""

    kind = "aborted"
    player: int


@dataclass(frozen=True, slots=True)
class HasBoardEditor(Payload):
    """The players agreed on a draw; `players` are those who agreed last."""

    kind = "drawn"
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rematched(Payload):
    """The same people play again at another table."""

    kind = "rematched"
    table: str


@dataclass(frozen=True, slots=True)
class Asked(Payload):
    """A player asked the others to agree to `what`: a takeback, a draw or a rematch."""

    kind = "asked"
    player: int
    what: str


@dataclass(frozen=True, slots=True)
class Answered(Payload):
    """Players agreed, or the request was declined or withdrawn."""

    kind = "answered"
    players: tuple[int, ...]
    yes: bool


@dataclass(frozen=True, slots=True)
class Said(Payload):
    """A message of the chat, or a comment before a ballot."""

    kind = "said"
    _KEYS: ClassVar[Mapping[str, str]] = {"channel": "kind"}
    player: int
    channel: str
    text: str


@dataclass(frozen=True, slots=True)
class Challenged(Payload):
    """A player claimed that a comment broke the rules."""

    kind = "challenged"
    player: int
    comment: int


@dataclass(frozen=True, slots=True)
class Judged(Payload):
    """A player judged a challenged comment; `ruling` marks the arbiter's decision."""

    kind = "judged"
    player: int
    comment: int
    guilty: bool
    ruling: bool = _optional(False)


@dataclass(frozen=True, slots=True)
class Readied(Payload):
    """Players have nothing more to say before the ballot."""

    kind = "ready"
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VotingOpened(Payload):
    """The discussion ended and the ballot is open."""

    kind = "voting"


@dataclass(frozen=True, slots=True)
class Unknown(Payload):
    """An event of a kind that this version does not know."""

    kind = ""


PAYLOADS: Final[Mapping[str, type[Payload]]] = {
    each.kind: each
    for each in (
        *(Opened, Sat, Named, ClocksStarted, Moved, ChanceMoved, Undone, NextGameBegun, Extended),
        *(Closed, Filled, Left, CameBack, Resigned, Flagged, Aborted, HasBoardEditor, Rematched),
        *(Asked, Answered, Said, Challenged, Judged, Readied, VotingOpened),
    )
}
"""All payloads by kind."""


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the log; numbers rise from 1 by 1, `at` is in milliseconds."""

    number: int
    kind: str
    body: Mapping[str, Any]
    at: int = 0

    @classmethod
    def of(cls, number: int, payload: Payload, at: int = 0) -> Self:
        """The row for a payload."""
        return cls(number, payload.kind, payload.to_json(), at)

    @property
    def payload(self) -> Payload:
        """The body as the dataclass of its kind."""
        return PAYLOADS.get(self.kind, Unknown).from_json(self.body)
