"""Requests that need all others' consent: a takeback, a draw or a rematch.

Bots are not asked. Folded from the events `Asked` and `Answered`; when the last person agrees,
`Undone`, `HasBoardEditor` or `Rematched` follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ...core.abilities import AllowsDraws
from ...core.errors import NotNow
from ...core.message import message
from ...play import decisions_back
from ..errors import NotSeated
from .events import Answered, Asked, HasBoardEditor, Payload, Undone

if TYPE_CHECKING:
    from .table import Table

TAKEBACK: Final = "takeback"
DRAW: Final = "draw"
REMATCH: Final = "rematch"


@dataclass(slots=True)
class Request:
    """A player's request; `number` is that of its event."""

    number: int
    player: int
    what: str
    agreed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Declined:
    """A declined request: the answer's number, and the players who declined."""

    number: int
    request: Request
    players: tuple[int, ...]


class Consent:
    """The open request of a table, and the requests declined since the last move."""

    def __init__(self) -> None:
        self.open: Request | None = None
        self.declined: Declined | None = None
        """The last request that was declined since the last move."""
        self._declined: set[tuple[int, str]] = set()

    def clear(self) -> None:
        """Drop the requests, as the board has changed."""
        self.open = self.declined = None
        self._declined.clear()

    def open_request(self, number: int, asked: Asked) -> None:
        """Apply a logged request."""
        self.open, self.declined = Request(number, asked.player, asked.what), None

    def apply_answer(self, number: int, answered: Answered) -> None:
        """Apply a logged answer, whose event has that number."""
        if self.open is not None and answered.yes:
            self.open.agreed |= set(answered.players)
        elif self.open is not None:
            self._declined.add((self.open.player, self.open.what))
            if answered.players:  # otherwise it was withdrawn
                self.declined = Declined(number, self.open, answered.players)
            self.open = None

    def waiting(self, table: Table) -> set[int]:
        """The players whose answer is pending."""
        if self.open is None:
            return set()
        return others(table, self.open.player) - self.open.agreed

    def rematch_agreed(self, table: Table) -> bool:
        """Whether all agree to play again."""
        asked = self.open is not None and self.open.what == REMATCH
        return asked and not self.waiting(table)

    # -- checks ---------------------------------------------------------------------------------

    def check_ask(self, player: int, what: str) -> Asked:
        """The event for a player's request; raises the refusal."""
        if self.open is not None:
            raise NotNow(message("web.problem.asked-already"), detail="asked-already")
        if (player, what) in self._declined:
            raise NotNow(message("web.problem.declined-already"), detail="declined-already")
        return Asked(player, what)

    def check_draw(self, table: Table, identity: str | None) -> Asked:
        """The event for the offer of a draw; raises the refusal."""
        own = table.owned(identity)
        if not own:
            raise NotSeated()
        table.check_going()
        if not isinstance(table.game, AllowsDraws) or not others(table, own[0]):
            raise NotNow(message("web.problem.no-draws"), detail="no-draws")
        seat = table.seat_for(identity)
        return self.check_ask(own[0] if seat is None else table.match.seating[seat], DRAW)

    def check_rematch(self, table: Table, identity: str | None) -> Asked | Answered:
        """The event that asks for a rematch, or agrees to the one asked for."""
        own = table.players_of(identity)
        if not own:
            raise NotSeated()
        if not table.match.over:
            raise NotNow(message("play.game_goes_on"))
        if table.rematch is not None:
            raise NotNow(message("web.problem.rematched"), detail="rematched")
        mine = self.waiting(table) & set(own)
        if mine and self.open is not None and self.open.what == REMATCH:
            return Answered(tuple(sorted(mine)), True)
        return self.check_ask(own[0], REMATCH)

    def check_answer(self, table: Table, identity: str | None, number: int, yes: bool) -> Payload:
        """The event for an answer to request `number`; raises the refusal.

        The request may be withdrawn by its own player.
        """
        own = set(table.players_of(identity))
        if not own:
            raise NotSeated()
        if self.open is None or self.open.number != number:
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        mine = own & self.waiting(table)
        if not mine and (yes or self.open.player not in own):
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        if not yes or self.waiting(table) - mine or self.open.what == REMATCH:
            return Answered(tuple(sorted(mine)), yes)
        if self.open.what == DRAW:
            return HasBoardEditor(tuple(sorted(mine)))
        seats = {table.match.seat_of(p) for p in partners(table, self.open.player)}
        back = decisions_back(table.position, seats, table.bots)
        return Undone(back)


def partners(table: Table, player: int) -> set[int]:
    """All players of the person who plays one of them."""
    owner = table.players[player].owner
    return {i for i, p in enumerate(table.players) if i == player or (owner and p.owner == owner)}


def others(table: Table, player: int) -> set[int]:
    """The players of all other people; no bots."""
    people = {i for i, p in enumerate(table.players) if not p.is_bot}
    return people - partners(table, player)
