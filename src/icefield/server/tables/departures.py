"""Checks for resigning, running out of time, leaving and coming back.

Of two players the other one wins. Where more play, the game goes on: a bot takes over the seat of a
player who resigned, ran out of time or left. A player who only left may come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...bots import bot, levels
from ...core.errors import NotNow, StaleMove
from ...core.message import message
from ..errors import NotSeated
from .events import CameBack, Filled, Flagged, Left, Payload, Resigned

if TYPE_CHECKING:
    from .table import Table

AWAY_S: Final = 60.0
"""After so many seconds without a connection a player's seat may be given to a bot."""
_TWO: Final = 2


def stand_in_level(table: Table) -> str:
    """The level of a bot that plays on for a player: in the middle of the scale."""
    named = [level.name for level in levels(table.game, table.position.seats)]
    scale = [name for name in named if name != "max"]
    return scale[len(scale) // 2]


def check_resign(table: Table, identity: str | None, game: int) -> Payload:
    """The event for resigning game number `game` of the match; raises why it is refused."""
    player = _player_of(table, identity)
    if game != table.match.number + 1:
        raise StaleMove(message("play.stale"))
    if len(table.players) == _TWO:
        return Resigned(player)
    return Left(player, stand_in_level(table), for_good=True)


def flag(table: Table, player: int) -> Flagged:
    """The event for a player whose time is up."""
    return Flagged(player, None if len(table.players) == _TWO else stand_in_level(table))


def check_leave(table: Table, identity: str | None) -> Left:
    """The event for leaving one's seat to a bot; raises why it is refused."""
    player = _player_of(table, identity)
    if table.opened.rated:
        raise NotNow(message("web.problem.rated"), detail="rated")
    return Left(player, stand_in_level(table))


def check_replace(table: Table, identity: str | None, seat: int, away_s: float) -> Left:
    """The event for having a bot play for a player who has been away for `away_s` seconds; raises
    why it is refused."""
    _player_of(table, identity)
    if seat not in range(len(table.players)) or not replaceable(table, seat, identity):
        raise NotNow(message("web.problem.not-replaced"), detail="not-replaced")
    if away_s < AWAY_S:
        left_s = round(AWAY_S - away_s) + 1
        raise NotNow(message("web.problem.not-away", n=left_s), detail="not-away")
    return Left(table.match.seating[seat], stand_in_level(table))


def replaceable(table: Table, seat: int, identity: str | None) -> bool:
    """Whether another person's seat can be given to a bot once that person has been away."""
    player = table.player_at(seat)
    days = table.control is not None and table.control.kind == "days"
    person = not player.is_bot and not player.is_open and player.owner != identity
    casual = not table.opened.rated
    return person and casual and table.going and seat in table.position.deciders and not days


def check_back(table: Table, identity: str | None) -> CameBack:
    """The event for taking one's seats back; raises why it is refused."""
    players = returning(table, identity)
    if not players:
        raise NotSeated()
    return CameBack(tuple(players))


def returning(table: Table, identity: str | None) -> list[int]:
    """The players that an identity left to bots and may take back."""
    mine = [i for i, p in enumerate(table.players) if identity and p.owner == identity]
    return [i for i in mine if table.players[i].may_return]


def check_fill(table: Table, identity: str | None, seat: int, level: str) -> Filled:
    """The event for the host's having a bot sit in an open seat; raises why it is refused."""
    if identity is None or identity != table.host:
        raise NotNow(message("web.problem.not-host"), detail="not-host")
    if seat not in range(len(table.players)) or not table.player_at(seat).is_open:
        raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
    bot(table.game, level)
    return Filled(table.match.seating[seat], level)


def _player_of(table: Table, identity: str | None) -> int:
    """The player of an identity in a game that goes on; raises why there is none."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    table.check_going()
    if len(table.players) == 1:
        raise NotNow(message("web.problem.alone"), detail="alone")
    return table.match.seating[seat]
