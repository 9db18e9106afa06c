"""Checks for resigning, time forfeits, leaving and coming back.

Of two players the other one wins, unless the player has not moved: then the game is aborted. Where
more play, the game goes on: a bot takes over the seat of a player who resigned, forfeited on time
or left. A player who only left may come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...bots import bot, levels
from ...core.errors import NotNow, StaleMove
from ...core.message import message
from ..errors import NotSeated
from .events import Aborted, CameBack, Closed, Filled, Flagged, Left, Named, Payload, Resigned

if TYPE_CHECKING:
    from .table import Table

AWAY_S: Final = 60.0
"""The seconds without a connection after which a player's seat may be given to a bot."""
SEEK_AWAY_S: Final = 60.0
"""The seconds without a connection of its people after which a table leaves the lobby."""
_TWO: Final = 2


def site_of(identity: str) -> str:
    """The id under which presence counts an identity on any page, as at a table."""
    return f"@{identity}"


def stand_in_level(table: Table) -> str:
    """The level of a bot that replaces a player: in the middle of the scale."""
    named = [level.name for level in levels(table.game, table.position.seats)]
    scale = [name for name in named if name != "max"]
    return scale[len(scale) // 2]


def check_resign(table: Table, identity: str | None, game: int) -> Payload:
    """The event for resigning game number `game` of the match; raises the refusal."""
    player = _player_of(table, identity)
    if game != table.match.number + 1:
        raise StaleMove(message("play.stale"))
    if may_abort(table, player):
        return Aborted(player)
    if len(table.players) == _TWO:
        return Resigned(player)
    return Left(player, stand_in_level(table), for_good=True)


def may_abort(table: Table, player: int) -> bool:
    """Whether the game is aborted, not lost, when this player gives up or is too slow.

    That is so before their first move in the first game of a match of two.
    """
    first = table.match.number == 0 and not table.has_moved(player)
    return first and len(table.players) == _TWO


def flag(table: Table, player: int) -> Flagged | Aborted:
    """The event for a player whose time is up."""
    if may_abort(table, player):
        return Aborted(player)
    return Flagged(player, None if len(table.players) == _TWO else stand_in_level(table))


def check_leave(table: Table, identity: str | None) -> Left:
    """The event for leaving one's seat to a bot; raises the refusal."""
    player = _player_of(table, identity)
    if table.opened.rated:
        raise NotNow(message("web.problem.rated"), detail="rated")
    return Left(player, stand_in_level(table))


def check_replace(table: Table, identity: str | None, seat: int, away_s: float) -> Left:
    """The event for replacing a player who is away by a bot; raises the refusal.

    The player has been away for `away_s` seconds.
    """
    _player_of(table, identity)
    if seat not in range(len(table.players)) or not replaceable(table, seat, identity):
        raise NotNow(message("web.problem.not-replaced"), detail="not-replaced")
    if away_s < AWAY_S:
        left_s = round(AWAY_S - away_s) + 1
        raise NotNow(message("web.problem.not-away", n=left_s), detail="not-away")
    return Left(table.match.seating[seat], stand_in_level(table))


def replaceable(table: Table, seat: int, identity: str | None) -> bool:
    """Whether another person's seat can be given to a bot after an absence."""
    player = table.player_at(seat)
    days = table.control is not None and table.control.kind == "days"
    person = not player.is_bot and not player.is_open and player.owner != identity
    casual = not table.opened.rated
    return person and casual and table.going and seat in table.position.deciders and not days


def check_back(table: Table, identity: str | None) -> CameBack:
    """The event for taking one's seats back; raises the refusal."""
    players = returning(table, identity)
    if not players:
        raise NotSeated()
    return CameBack(tuple(players))


def returning(table: Table, identity: str | None) -> list[int]:
    """The players that an identity left to bots and may take back."""
    mine = [i for i, p in enumerate(table.players) if identity and p.owner == identity]
    return [i for i in mine if table.players[i].may_return]


def check_fill(table: Table, identity: str | None, seat: int, level: str) -> Filled:
    """The event for filling an open seat with a bot; raises the refusal."""
    if identity is None or identity != table.host:
        raise NotNow(message("web.problem.not-host"), detail="not-host")
    table.check_not_closed()
    if seat not in range(len(table.players)) or not table.player_at(seat).is_open:
        raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
    bot(table.game, level)
    return Filled(table.match.seating[seat], level)


def check_close(table: Table, identity: str | None) -> Closed:
    """The event for closing a table that is not full yet; raises the refusal."""
    if identity is None or identity != table.host:
        raise NotNow(message("web.problem.not-host"), detail="not-host")
    table.check_not_closed()
    if table.started:
        raise NotNow(message("web.problem.started"), detail="started")
    return Closed()


def check_abandoned(table: Table, away_s: float) -> Closed:
    """The event for a table in the lobby whose people left `away_s` seconds ago."""
    if not table.is_seek or away_s < SEEK_AWAY_S:
        raise NotNow(message("web.problem.not-away", n=1), detail="not-away")
    return Closed(gone=True)


def check_name(table: Table, identity: str | None, name: str) -> Named:
    """The event for giving one's seat a name, where it has none; raises the refusal."""
    own = table.players_of(identity)
    if len(own) != 1:
        raise NotSeated()
    if not name or (table.players[own[0]].name and table.started):
        raise NotNow(message("web.problem.named"), detail="named")
    return Named(own[0], name)


def _player_of(table: Table, identity: str | None) -> int:
    """The player of an identity in a game in progress; raises the refusal."""
    seat = table.seat_for(identity)
    if seat is None:
        raise NotSeated()
    table.check_going()
    if len(table.players) == 1:
        raise NotNow(message("web.problem.alone"), detail="alone")
    return table.match.seating[seat]
