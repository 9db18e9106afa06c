"""The commands of people and bots at a table: one value for each.

`check` changes nothing and returns the event to append, or raises the refusal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from ...core.errors import NotNow
from ...core.message import message
from ..errors import NotSeated
from . import departures
from .departures import site_of
from .discussion import find_speaker
from .events import ClocksStarted, Moved, Payload
from .table import Table


def _never_away(_table_id: str, _identity: str) -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a command: an identity, or None for the server itself.

    `at` is the time in milliseconds since 1970; `away_s` gives the seconds for which an identity
    has had no connection to a table.
    """

    identity: str | None = None
    at: int = 0
    away_s: Callable[[str, str], float] = field(default=_never_away, compare=False)


MAX_EVENTS: Final = 10_000
"""The events of a table after which only what brings its games to an end is accepted."""


class Command(ABC):
    """A change of a table."""

    __slots__ = ()
    ends: ClassVar[bool] = False
    """Whether the command is accepted after MAX_EVENTS events: those that cannot be
    repeated endlessly, and without which the game could not end."""

    def check_room(self, table: Table, /) -> None:
        """Raise the refusal at a table that has had too many events."""
        if table.number >= MAX_EVENTS and not self.ends:
            raise NotNow(message("web.problem.table-full", most=MAX_EVENTS), detail="table-full")

    @abstractmethod
    def check(self, table: Table, caller: Caller, /) -> Payload:
        """The event to append; raises an IcefieldError with the refusal."""


# -- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Make a move in the seat of the caller; of several own seats in `seat`.

    A `typed` move may be written less strictly than in notation.
    """

    ends = True

    move: str
    decision: int
    seat: int | None = None
    typed: bool = False

    def check(self, table: Table, caller: Caller) -> Moved:
        seat = table.seat_for(caller.identity) if self.seat is None else self.seat
        if seat is None or seat not in table.seats_of(caller.identity):
            raise NotSeated()
        return table.check_move(seat, self.move, self.decision, typed=self.typed)


@dataclass(frozen=True, slots=True)
class BotMove(Command):
    """Make the move of a bot."""

    ends = True

    seat: int
    move: str
    decision: int

    def check(self, table: Table, _caller: Caller) -> Moved:
        return table.check_move(self.seat, self.move, self.decision)


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Undo the last own decision, with what followed it, or ask the others to agree."""

    decision: int

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.check_undo(caller.identity, self.decision)


@dataclass(frozen=True, slots=True)
class Restart(Command):
    """Take everything back, in solitaire."""

    decision: int

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.check_restart(caller.identity, self.decision)


@dataclass(frozen=True, slots=True)
class NextGame(Command):
    """Begin the next game of the match."""

    ends = True

    decision: int

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.check_next(caller.identity, self.decision)


@dataclass(frozen=True, slots=True)
class Extend(Command):
    """Add another pair of games to the match."""

    decision: int

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.check_extend(caller.identity, self.decision)


# -- seats ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Take an open seat, or with its `token` an invited one."""

    ends = True

    seat: int
    name: str = ""
    token: str = ""

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.check_sit(caller.identity or "", self.seat, self.name, self.token)


@dataclass(frozen=True, slots=True)
class ChooseName(Command):
    """Give one's own seat a name."""

    name: str

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_name(table, caller.identity, self.name)


@dataclass(frozen=True, slots=True)
class Fill(Command):
    """Have a bot sit in an open seat; for the host."""

    ends = True

    seat: int
    level: str

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_fill(table, caller.identity, self.seat, self.level)


@dataclass(frozen=True, slots=True)
class Close(Command):
    """Close a table that is not full yet; for the host."""

    ends = True

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_close(table, caller.identity)


@dataclass(frozen=True, slots=True)
class CloseAbandoned(Command):
    """Close a table in the lobby whose people have left the site; for the server."""

    ends = True

    def check(self, table: Table, caller: Caller) -> Payload:
        if not table.is_seek:
            return departures.check_abandoned(table, 0.0)
        people = {table.host, *(player.owner for player in table.players)}
        since_s = (caller.at - table.at) / 1000
        places = [(place, who) for who in people if who for place in (table.id, site_of(who))]
        away_s = min((since_s, *(caller.away_s(place, who) for place, who in places)))
        return departures.check_abandoned(table, away_s)


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """Resign game number `game` of the match, from 1."""

    ends = True

    game: int

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_resign(table, caller.identity, self.game)


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Leave one's seat to a bot."""

    ends = True

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_leave(table, caller.identity)


@dataclass(frozen=True, slots=True)
class ComeBack(Command):
    """Take one's seats back from bots."""

    def check(self, table: Table, caller: Caller) -> Payload:
        return departures.check_back(table, caller.identity)


@dataclass(frozen=True, slots=True)
class Replace(Command):
    """Have a bot play for a person who is away."""

    seat: int

    def check(self, table: Table, caller: Caller) -> Payload:
        exists = self.seat in range(len(table.players))
        owner = table.player_at(self.seat).owner if exists else None
        away_s = caller.away_s(table.id, owner or "")
        return departures.check_replace(table, caller.identity, self.seat, away_s)


@dataclass(frozen=True, slots=True)
class Rematch(Command):
    """Ask the others to play again at a new table, or agree when they have asked.

    `Rematched` follows when all agree; bots are not asked.
    """

    ends = True

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.consent.check_rematch(table, caller.identity)


@dataclass(frozen=True, slots=True)
class StartClocks(Command):
    """The server's command to start the clocks, as all players are present."""

    ends = True

    def check(self, table: Table, _caller: Caller) -> ClocksStarted:
        if not table.awaits_players:
            raise NotNow(message("play.game_goes_on"))
        return ClocksStarted()


# -- chat and consent -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say(Command):
    """Write a message in the chat."""

    text: str

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.chat.check(table, caller.identity, self.text, caller.at)


@dataclass(frozen=True, slots=True)
class OfferDraw(Command):
    """Ask the others to agree on a draw."""

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.consent.check_draw(table, caller.identity)


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """Agree to the request with event number `request`, decline, or withdraw it."""

    ends = True

    request: int
    yes: bool

    def check(self, table: Table, caller: Caller) -> Payload:
        return table.consent.check_answer(table, caller.identity, self.request, self.yes)


# -- the discussion before a ballot ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comment(Command):
    """Make a comment about the board."""

    text: str
    seat: int | None = None

    def check(self, table: Table, caller: Caller) -> Payload:
        discussion, player = find_speaker(table, caller.identity, self.seat)
        return discussion.check_comment(player, self.text)


@dataclass(frozen=True, slots=True)
class Challenge(Command):
    """Claim that a comment broke the rules."""

    comment: int
    seat: int | None = None

    def check(self, table: Table, caller: Caller) -> Payload:
        discussion, player = find_speaker(table, caller.identity, self.seat)
        return discussion.check_challenge(player, self.comment)


@dataclass(frozen=True, slots=True)
class Judge(Command):
    """Judge a challenged comment."""

    ends = True

    comment: int
    guilty: bool
    seat: int | None = None

    def check(self, table: Table, caller: Caller) -> Payload:
        discussion, player = find_speaker(table, caller.identity, self.seat)
        return discussion.check_judgement(table, player, self.comment, self.guilty)


@dataclass(frozen=True, slots=True)
class BeReady(Command):
    """Declare for all own seats to have nothing more to say before the ballot."""

    def check(self, table: Table, caller: Caller) -> Payload:
        discussion, _ = find_speaker(table, caller.identity, None)
        return discussion.check_ready(table.owned(caller.identity))
