"""Giving up, running out of time, leaving and coming back.

Of two players the other one wins. Where more play, the game goes on for them: a bot plays in the
seat of whoever gave up, ran out of time or left. Who only left may come back.

    resigned  player              flagged  player, level where a bot takes over
    left      player, level       back     players
    filled    player, level: a bot sits down where nobody came
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...bots import bot, levels
from ...core.errors import NotNow, StaleMove
from ...core.message import message
from ..cluster.presence import AWAY
from ..errors import NotSeated

if TYPE_CHECKING:
    from .discussion import Draft
    from .table import Table

_TWO: Final = 2


def stand_in(table: Table) -> str:
    """The level that plays on for somebody: in the middle of the scale."""
    named = [level.name for level in levels(table.game, table.position.seats)]
    scale = [name for name in named if name != "max"]
    return scale[len(scale) // 2]


def check_resign(table: Table, identity: str | None, game: int) -> Draft:
    """A player gives up the present game."""
    player = _playing(table, identity)
    if game != table.match.number + 1:
        raise StaleMove(message("play.stale"))
    if len(table.players) == _TWO:
        return "resigned", {"player": player}
    return "left", {"player": player, "level": stand_in(table), "for_good": True}


def flag(table: Table, player: int) -> Draft:
    """A player's time is up."""
    if len(table.players) == _TWO:
        return "flagged", {"player": player}
    return "flagged", {"player": player, "level": stand_in(table)}


def check_leave(table: Table, identity: str | None) -> Draft:
    """A player leaves the seat to a bot, and may come back."""
    player = _playing(table, identity)
    if table.opened.get("rated"):
        raise NotNow(message("web.problem.rated"), detail="rated")
    return "left", {"player": player, "level": stand_in(table)}


def check_replace(table: Table, identity: str | None, seat: int, away: float) -> Draft:
    """A player has a bot play for somebody who has not been there for a while."""
    _playing(table, identity)
    if seat not in range(len(table.players)) or not replaceable(table, seat, identity):
        raise NotNow(message("web.problem.not-replaced"), detail="not-replaced")
    if away < AWAY:
        raise NotNow(message("web.problem.not-away", n=round(AWAY - away) + 1), detail="not-away")
    return "left", {"player": table.match.seating[seat], "level": stand_in(table)}


def replaceable(table: Table, seat: int, identity: str | None) -> bool:
    """Whether somebody else's seat can be given to a bot once its owner has been away."""
    player = table.player_at(seat)
    days = table.control is not None and table.control.kind == "days"
    person = not player.is_bot and not player.is_open and player.owner != identity
    casual = not table.opened.get("rated")
    return person and casual and table.going and seat in table.position.deciders and not days


def check_back(table: Table, identity: str | None) -> Draft:
    """Whoever left takes the seat back."""
    players = returning(table, identity)
    if not players:
        raise NotSeated()
    return "back", {"players": players}


def returning(table: Table, identity: str | None) -> list[int]:
    """The players that somebody left to bots and may take back."""
    mine = [i for i, p in enumerate(table.players) if identity and p.owner == identity]
    return [i for i in mine if table.players[i].may_return]


def check_fill(table: Table, identity: str | None, seat: int, level: str) -> Draft:
    """Whoever opened the table has a bot sit down where nobody came."""
    if identity is None or identity != table.host:
        raise NotNow(message("web.problem.not-host"), detail="not-host")
    if seat not in range(len(table.players)) or not table.player_at(seat).is_open:
        raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
    bot(table.game, level)
    return "filled", {"player": table.match.seating[seat], "level": level}


def _playing(table: Table, identity: str | None) -> int:
    """The player of somebody in a game that goes on."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    table.check_going()
    if len(table.players) == 1:
        raise NotNow(message("web.problem.alone"), detail="alone")
    return table.match.seating[seat]
