"""What one player asks of the others: to take a move back, or to call it a draw. Everybody else has
to agree; bots are not asked. Folded from events:

    asked     player, what ("takeback" or "draw")
    answered  player, yes: somebody has agreed, or has declined and ended it
    undone / drawn   what the last one who agreed has brought about
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ...core.abilities import AllowsDraws
from ...core.errors import NotNow
from ...core.message import message
from ...play import decisions_back
from ..errors import NotSeated

if TYPE_CHECKING:
    from ..storage.event_log import Event
    from .discussion import Draft
    from .table import Table

TAKEBACK: Final = "takeback"
DRAW: Final = "draw"


@dataclass(slots=True)
class Ask:
    """Something asked; `number` is that of its event."""

    number: int
    player: int
    what: str
    agreed: set[int] = field(default_factory=set)


class Asks:
    """What is asked at a table now, and what was declined since the last move."""

    def __init__(self) -> None:
        self.open: Ask | None = None
        self._declined: set[tuple[int, str]] = set()

    def clear(self) -> None:
        """Something happened on the board: what was asked has lost its meaning."""
        self.open = None
        self._declined.clear()

    def apply(self, event: Event) -> None:
        """Let a logged question or answer happen."""
        body = event.body
        if event.kind == "asked":
            self.open = Ask(event.number, body["player"], body["what"])
        elif self.open is not None and body["yes"]:
            self.open.agreed |= set(body["players"])
        elif self.open is not None:
            self._declined.add((self.open.player, self.open.what))
            self.open = None

    def waiting(self, table: Table) -> set[int]:
        """The players whose answer is awaited."""
        if self.open is None:
            return set()
        return others(table, self.open.player) - self.open.agreed

    # -- what may happen ------------------------------------------------------------------------

    def check_ask(self, player: int, what: str) -> Draft:
        """A player asks for something."""
        if self.open is not None:
            raise NotNow(message("web.problem.asked-already"), detail="asked-already")
        if (player, what) in self._declined:
            raise NotNow(message("web.problem.declined-already"), detail="declined-already")
        return "asked", {"player": player, "what": what}

    def check_draw(self, table: Table, identity: str | None) -> Draft:
        """A player offers a draw."""
        own = table.owned(identity)
        if not own:
            raise NotSeated()
        table.check_going()
        if not isinstance(table.game, AllowsDraws) or not others(table, own[0]):
            raise NotNow(message("web.problem.no-draws"), detail="no-draws")
        seat = table.seat_for(identity)
        return self.check_ask(own[0] if seat is None else table.match.seating[seat], DRAW)

    def check_answer(self, table: Table, identity: str | None, number: int, yes: bool) -> Draft:
        """Somebody agrees or declines. Whoever asked may withdraw."""
        own = set(table.owned(identity))
        if not own:
            raise NotSeated()
        if self.open is None or self.open.number != number:
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        mine = own & self.waiting(table)
        if not mine and (yes or self.open.player not in own):
            raise NotNow(message("web.problem.not-asked"), detail="not-asked")
        if not yes or self.waiting(table) - mine:
            return "answered", {"players": sorted(mine), "yes": yes}
        if self.open.what == DRAW:
            return "drawn", {"players": sorted(mine)}
        seats = {table.match.seat_of(p) for p in partners(table, self.open.player)}
        back = decisions_back(table.position, seats, table.bots)
        return "undone", {"decisions": back}


def partners(table: Table, player: int) -> set[int]:
    """The players that the owner of one plays."""
    owner = table.players[player].owner
    return {i for i, p in enumerate(table.players) if i == player or (owner and p.owner == owner)}


def others(table: Table, player: int) -> set[int]:
    """The players whom somebody else plays; no bots."""
    people = {i for i, p in enumerate(table.players) if not p.is_bot}
    return people - partners(table, player)
