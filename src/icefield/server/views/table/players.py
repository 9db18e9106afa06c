"""The players of a table: seats, presence, invitations, chat and requests.

Nothing in it depends on what is secret on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ....core.abilities import AllowsDraws, Discussed
from ....core.errors import IcefieldError
from ....core.message import Message, message
from ...tables.chat import SHOWN_MESSAGES
from ...tables.consent import DRAW, others
from ...tables.departures import check_close, check_leave, check_resign, replaceable, returning
from ...tables.events import Aborted, Asked
from ...tables.table import WAITING, Table
from ..games import list_changed_options, name_clock
from ..models.table import (
    Absence,
    ChatMessage,
    ConsentQuestion,
    DeclinedRequest,
    FreeSeat,
    Invitation,
    Invite,
    PlayerPermissions,
    TableSeat,
)
from ..viewer import Viewer

T = TypeVar("T")

# -- seats ----------------------------------------------------------------------------------------


def call_player(table: Table, player: int, viewer: Viewer) -> Message:
    """The viewer's name for a player: "You" for the one seat of their own."""
    found = table.players[player]
    if not found.name and found.owner is not None and table.owned(viewer.identity) == (player,):
        return message("web.player.you")
    return table.name_of(player)


def name_player(table: Table, player: int, viewer: Viewer) -> str:
    """The viewer's name for a player, in the viewer's language."""
    return call_player(table, player, viewer).text(viewer.language)


def build_seats(table: Table, viewer: Viewer) -> list[TableSeat]:
    """The seats with their players, in order."""
    return [_build_seat(table, seat, viewer) for seat in range(len(table.players))]


def _build_seat(table: Table, seat: int, viewer: Viewer) -> TableSeat:
    player = table.player_at(seat)
    identity = viewer.identity
    number = table.match.seating[seat]
    role = table.position.seat_name(seat).text(viewer.language)
    shared = player.owner is not None and len(table.players_of(player.owner)) > 1
    nameless = shared and not player.name and table.match.length == 1
    return {
        "seat": seat,
        "player": number,
        "role": role,
        "name": role if nameless else name_player(table, number, viewer),
        "named": bool(player.name),
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
    """The host's links, one for each free seat; none for other viewers."""
    if identity is None or identity != table.host or table.closed is not None:
        return []
    found: list[Invite] = []
    for seat in range(len(table.players)):
        player = table.player_at(seat)
        if player.is_open:
            query = f"?seat={player.token}" if player.token else ""
            role = table.position.seat_name(seat).text(language)
            found.append({"seat": seat, "role": role, "link": f"/tables/{table.id}{query}"})
    return found


def build_invitation(table: Table, token: str, viewer: Viewer) -> Invitation | None:
    """What a visitor may join: the seat of a token, or else the open seats."""
    if table.stage != WAITING or table.players_of(viewer.identity):
        return None
    language = viewer.language
    free = [(seat, table.player_at(seat)) for seat in range(len(table.players))]
    kept = [(seat, p) for seat, p in free if token and p.kind == "invited" and p.token == token]
    offered = kept or [(seat, p) for seat, p in free if p.kind == "open"]
    if not offered:
        return None
    hosts = [i for i in table.players_of(table.host) if table.players[i].name]
    kind = "named" if hosts else "unnamed"
    who = {"who": table.name_of(hosts[0])} if hosts else {}
    title = message(f"web.company.invites.{kind}", game=table.game.title, **who)
    games = message("web.company.match", n=table.opened.games)
    facts = [
        name_clock(table.opened.clock).text(language),
        *([games.text(language)] if table.opened.games > 1 else []),
        *list_changed_options(language, table.game, table.opened.options),
    ]
    seats: list[FreeSeat] = [
        {
            "seat": seat,
            "role": table.position.seat_name(seat).text(language),
            "token": player.token if kept else "",
        }
        for seat, player in offered
    ]
    return {"title": title.text(language), "seats": seats, "facts": facts}


def build_absence(table: Table, identity: str | None, language: str) -> Absence | None:
    """Why a bot plays for the viewer; None where they play themselves."""
    away = [table.players[i] for i in table.players_of(identity) if table.players[i].stand_in]
    if not away or table.match.over or table.owned(identity):
        return None
    back = any(player.may_return for player in away)
    flagged = any(player.flagged for player in away)
    kind = f"{'time' if flagged else 'left'}.{'back' if back else 'good'}"
    sentence = message(f"web.absence.{kind}").text(language)
    return {"sentence": sentence, "timed": flagged, "back": back}


def build_closing(table: Table, identity: str | None, language: str) -> str | None:
    """How the table was closed before it was full, in words; None where it was not."""
    if table.closed is None:
        return None
    kind = "mine" if identity is not None and identity == table.host else "host"
    said = message(f"web.table.closed.{'gone.' if table.closed.gone else ''}{kind}")
    return said.text(language)


# -- chat and questions ---------------------------------------------------------------------------


def find_chat_rule(table: Table) -> str | None:
    """The rule that chat messages can break now; None where they cannot."""
    game = table.game
    return game.discussion_rule if isinstance(game, Discussed) and table.chat_is_discussed else None


def build_chat(table: Table, identity: str | None, language: str) -> list[ChatMessage]:
    """The last messages; `mine` are the viewer's own."""
    own = table.owned(identity)
    return [
        {
            "number": said.number,
            "player": said.player,
            "name": table.name_of(said.player).text(language),
            "text": said.text,
            "at": said.at,
            "mine": said.player in own,
        }
        for said in table.chat.messages[-SHOWN_MESSAGES:]
    ]


def build_consent_question(
    table: Table, identity: str | None, language: str
) -> ConsentQuestion | None:
    """A player's open request to the others, in words for this viewer."""
    ask = table.consent.open
    if ask is None:
        return None
    own = set(table.players_of(identity))
    answer = bool(own & table.consent.waiting(table))
    mine = ask.player in own
    kind = "mine" if mine else "you" if answer else "others"
    who = table.name_of(ask.player)
    sentence = message(f"web.ask.{ask.what}.{kind}", who=who)
    return {
        "number": ask.number,
        "what": ask.what,
        "mine": mine,
        "answer": answer,
        "sentence": sentence.text(language),
    }


def build_declined_request(
    table: Table, identity: str | None, language: str
) -> DeclinedRequest | None:
    """The last declined request since the last move; None for who declined it."""
    declined = table.consent.declined
    own = table.players_of(identity)
    if declined is None or declined.players[0] in own:
        return None
    what, mine = declined.request.what, declined.request.player in own
    who = table.name_of(declined.players[0])
    kind = f"{what}.mine" if mine else "others"
    sentence = message(f"web.declined.{kind}", who=who).text(language)
    return {"number": declined.number, "what": what, "mine": mine, "sentence": sentence}


# -- permissions ----------------------------------------------------------------------------------


def build_player_permissions(table: Table, identity: str | None) -> PlayerPermissions:
    """This viewer's permissions that are not about the board."""
    own = table.owned(identity)
    several = len(table.players) > 1 and bool(own) and table.started and not table.match.game_over
    people = several and bool(others(table, own[0]))
    resign = (
        _may(lambda: check_resign(table, identity, table.match.number + 1)) if several else None
    )
    return {
        "close": _may(lambda: check_close(table, identity)) is not None,
        "resign": resign is not None,
        "abort": isinstance(resign, Aborted),
        "draw": people
        and isinstance(table.game, AllowsDraws)
        and _may(lambda: table.consent.check_ask(own[0], DRAW)) is not None,
        "leave": people and _may(lambda: check_leave(table, identity)) is not None,
        "back": bool(returning(table, identity)) and not table.match.over,
        "undo_asks": people and _must_ask_undo(table, identity),
        "chat": _is_open(table, identity) and _has_reader(table, own),
    }


def _must_ask_undo(table: Table, identity: str | None) -> bool:
    """Whether the others have to agree to an undo."""
    try:
        payload = table.check_undo(identity, table.decision(table.seat_for(identity)))
    except IcefieldError:
        return False
    return isinstance(payload, Asked)


def _may(check: Callable[[], T]) -> T | None:
    """What a check returns; None where it raises the refusal."""
    try:
        return check()
    except IcefieldError:
        return None


def _is_open(table: Table, identity: str | None) -> bool:
    """Whether this viewer may write in the chat."""
    try:
        table.chat.check_open(table, identity)
    except IcefieldError:
        return False
    return True


def _has_reader(table: Table, own: tuple[int, ...]) -> bool:
    """Whether another person could read a chat message."""
    return any(not p.is_bot for i, p in enumerate(table.players) if i not in own)
