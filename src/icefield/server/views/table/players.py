"""The players of a table: seats, presence, invitations, chat, what one asks the others. Nothing in
it depends on what is secret on the board."""

from __future__ import annotations

from collections.abc import Callable

from ....core.abilities import AllowsDraws
from ....core.errors import IcefieldError
from ....core.message import Message, message
from ...tables.chat import SHOWN_MESSAGES
from ...tables.consent import others
from ...tables.departures import check_leave, check_resign, replaceable, returning
from ...tables.events import Asked
from ...tables.players import spoken_name
from ...tables.table import Table
from ..models.table import (
    ChatMessage,
    ConsentQuestion,
    Invitation,
    Invite,
    PlayerPermissions,
    TableSeat,
)
from ..viewer import Viewer

# -- seats ----------------------------------------------------------------------------------------


def call_player(table: Table, player: int, viewer: Viewer) -> Message:
    """What the viewer calls a player: "You" for the one seat of their own."""
    found = table.players[player]
    if not found.name and found.owner is not None and table.owned(viewer.identity) == (player,):
        return message("web.player.you")
    return spoken_name(found, player)


def name_player(table: Table, player: int, viewer: Viewer) -> str:
    """What the viewer calls a player, in the viewer's language."""
    return call_player(table, player, viewer).text(viewer.language)


def build_seats(table: Table, viewer: Viewer) -> list[TableSeat]:
    """Who sits where, in the order of the seats."""
    return [_build_seat(table, seat, viewer) for seat in range(len(table.players))]


def _build_seat(table: Table, seat: int, viewer: Viewer) -> TableSeat:
    player = table.player_at(seat)
    identity = viewer.identity
    return {
        "seat": seat,
        "player": table.match.seating[seat],
        "role": table.position.seat_name(seat).text(viewer.language),
        "name": name_player(table, table.match.seating[seat], viewer),
        "kind": player.kind,
        "level": player.level,
        "mine": player.owner is not None and player.owner == identity,
        "deciding": table.going and seat in table.position.deciders,
        "active": table.going and seat == table.position.active,
        "stand_in": player.stand_in,
        "for_good": player.for_good,
        "replaceable": replaceable(table, seat, identity) and bool(table.owned(identity)),
    }


def build_invites(table: Table, identity: str | None, language: str) -> list[Invite]:
    """The links that the host may hand out, one for each free seat; none for other viewers."""
    if identity is None or identity != table.host:
        return []
    found: list[Invite] = []
    for seat in range(len(table.players)):
        player = table.player_at(seat)
        if player.is_open:
            query = f"?seat={player.token}" if player.token else ""
            role = table.position.seat_name(seat).text(language)
            found.append({"seat": seat, "role": role, "link": f"/tables/{table.id}{query}"})
    return found


def build_invitation(table: Table, token: str, language: str) -> Invitation | None:
    """The free seat that a link with this token invites to."""
    for seat in range(len(table.players)):
        player = table.player_at(seat)
        if token and player.is_open and player.token == token:
            role = table.position.seat_name(seat).text(language)
            return {"seat": seat, "role": role, "token": token}
    return None


# -- chat and questions ---------------------------------------------------------------------------


def build_chat(table: Table, identity: str | None, language: str) -> list[ChatMessage]:
    """The last messages; `mine` are the viewer's own."""
    own = table.owned(identity)
    return [
        {
            "number": said.number,
            "player": said.player,
            "name": spoken_name(table.players[said.player], said.player).text(language),
            "text": said.text,
            "at": said.at,
            "mine": said.player in own,
        }
        for said in table.chat.messages[-SHOWN_MESSAGES:]
    ]


def build_consent_question(
    table: Table, identity: str | None, language: str
) -> ConsentQuestion | None:
    """What a player asks the others now, in words for this viewer."""
    ask = table.consent.open
    if ask is None:
        return None
    own = set(table.owned(identity))
    answer = bool(own & table.consent.waiting(table))
    mine = ask.player in own
    kind = "mine" if mine else "you" if answer else "others"
    who = spoken_name(table.players[ask.player], ask.player)
    sentence = message(f"web.ask.{ask.what}.{kind}", who=who)
    return {
        "number": ask.number,
        "what": ask.what,
        "mine": mine,
        "answer": answer,
        "sentence": sentence.text(language),
    }


# -- permissions ----------------------------------------------------------------------------------


def build_player_permissions(table: Table, identity: str | None) -> PlayerPermissions:
    """What this viewer may do that is not about the board."""
    own = table.owned(identity)
    several = len(table.players) > 1 and bool(own) and table.started and not table.match.game_over
    people = several and bool(others(table, own[0]))
    return {
        "resign": several and _may(lambda: check_resign(table, identity, table.match.number + 1)),
        "draw": people and isinstance(table.game, AllowsDraws) and table.consent.open is None,
        "leave": people and _may(lambda: check_leave(table, identity)),
        "back": bool(returning(table, identity)) and not table.match.over,
        "undo_asks": people and _must_ask_undo(table, identity),
        "chat": _may(lambda: table.chat.check_open(table, identity)) and _has_reader(table, own),
    }


def _must_ask_undo(table: Table, identity: str | None) -> bool:
    """Whether the others have to agree to an undo."""
    try:
        payload = table.check_undo(identity, table.decision(table.seat_for(identity)))
    except IcefieldError:
        return False
    return isinstance(payload, Asked)


def _may(check: Callable[[], object]) -> bool:
    try:
        check()
    except IcefieldError:
        return False
    return True


def _has_reader(table: Table, own: tuple[int, ...]) -> bool:
    """Whether another person could read a chat message."""
    return any(not p.is_bot for i, p in enumerate(table.players) if i not in own)
