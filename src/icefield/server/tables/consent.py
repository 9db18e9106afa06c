"""Requests that need the consent of all other people at the table: a takeback or a draw. Bots are
not asked. Folded from the events `Asked` and `Answered`; when the last person agrees, `Undone` or
`HasBoardEditor` follows."""

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


@dataclass(slots=True)
class Request:
    """What a player asked for; `number` is that of its event."""

    number: int
    player: int
    what: str
    agreed: set[int] = field(default_factory=set)


class Consent:
    """The open request of a table, and what was declined since the last move."""

    def __init__(self) -> None:
        self.open: Request | None = None
        self._declined: set[tuple[int, str]] = set()

    def clear(self) -> None:
        """Forget requests, as the board has changed."""
        self.open = None
        self._declined.clear()

    def open_request(self, number: int, asked: Asked) -> None:
        """Apply a logged request."""
        self.open = Request(number, asked.player, asked.what)

    def apply_answer(self, answered: Answered) -> None:
        """Apply a logged answer."""
        if self.open is not None and answered.yes:
            self.open.agreed |= set(answered.players)
        elif self.open is not None:
            self._declined.add((self.open.player, self.open.what))
            self.open = None

    def waiting(self, table: Table) -> set[int]:
        """The players whose answer is awaited."""
        if self.open is None:
            return set()
        return others(table, self.open.player) - self.open.agreed

    # -- checks ---------------------------------------------------------------------------------

    def check_ask(self, player: int, what: str) -> Asked:
        """The event for a player's request; raises why it is refused."""
        if self.open is not None:
            raise NotNow(message("web.problem.asked-already"), detail="asked-already")
        if (player, what) in self._declined:
            raise NotNow(message("web.problem.declined-already"), detail="declined-already")
        return Asked(player, what)

    def check_draw(self, table: Table, identity: str | None) -> Asked:
        """The event for the offer of a draw; raises why it is refused."""
        own = table.owned(identity)
        if not own:
            raise NotSeated()
        table.check_going()
        if not isinstance(table.game, AllowsDraws) or not others(table, own[0]):
            raise NotNow(message("web.problem.no-draws"), detail="no-draws")
        seat = table.seat_for(identity)
        return self.check_ask(own[0] if seat is None else table.match.seating[seat], DRAW)

    def check_answer(self, table: Table, identity: str | None, number: int, yes: bool) -> Payload:
        """The event for an answer to request `number`, which its own player may withdraw; raises
        why it is refused."""
        own = set(table.owned(identity))
        if not own:
            raise NotSeated()
        if self.open is None or self.open.number != number:
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        mine = own & self.waiting(table)
        if not mine and (yes or self.open.player not in own):
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        if not yes or self.waiting(table) - mine:
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
