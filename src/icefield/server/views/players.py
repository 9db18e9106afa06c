"""What a client gets of the company at a table: clocks, chat, what is asked, invitations, who has
left. Nothing in it depends on what is secret on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...core.abilities import AllowsDraws
from ...core.errors import IcefieldError
from ...core.message import message
from ...play.session import control_text
from ..clock import now
from ..tables.chat import KEPT
from ..tables.consent import others
from ..tables.departures import check_leave, check_resign, replaceable, returning
from ..tables.table import Table, spoken_name

EVENTS: Final = {
    "filled": ("player", "level"),
    "left": ("player", "level"),
    "back": ("players",),
    "resigned": ("player",),
    "flagged": ("player",),
    "drawn": (),
    "asked": ("player", "what"),
    "answered": ("players", "yes"),
    "rematched": ("table",),
}
"""What everybody may know of these events."""


def company_json(table: Table, identity: str | None, language: str) -> dict[str, Any]:
    """The parts of a state that are about people."""
    return {
        "clock": clock_json(table, language),
        "chat": chat_json(table, identity, language),
        "ask": _ask_json(table, identity, language),
        "invites": invites_json(table, identity, language),
        "rematch": table.rematch,
        "host": identity is not None and identity == table.host,
        "takebacks": table.takebacks,
    }


def company_can(table: Table, identity: str | None) -> dict[str, bool]:
    """What this viewer may do about the company."""
    own = table.owned(identity)
    several = len(table.players) > 1 and bool(own) and table.started and not table.match.game_over
    people = several and bool(others(table, own[0]))
    return {
        "resign": several and _may(lambda: check_resign(table, identity, table.match.number + 1)),
        "draw": people and isinstance(table.game, AllowsDraws) and table.asks.open is None,
        "leave": people and _may(lambda: check_leave(table, identity)),
        "back": bool(returning(table, identity)) and not table.match.over,
        "undo_asks": people and _asks(table, identity),
        "chat": _may(lambda: table.chat.check_open(table, identity)) and _company(table, own),
    }


def _asks(table: Table, identity: str | None) -> bool:
    """Whether taking back has to be asked for."""
    try:
        kind, _ = table.check_undo(identity, table.decision(table.seat_for(identity)))
    except IcefieldError:
        return False
    return kind == "asked"


def _may(check: Callable[[], object]) -> bool:
    try:
        check()
    except IcefieldError:
        return False
    return True


def _company(table: Table, own: tuple[int, ...]) -> bool:
    """Whether anybody else could read what is said."""
    return any(not p.is_bot for i, p in enumerate(table.players) if i not in own)


def clock_json(table: Table, language: str) -> dict[str, Any] | None:
    """What everybody has left, in milliseconds at the moment of asking; None for bots."""
    clock = table.clock
    if clock is None:
        return None
    at, seating = now(), table.match.seating
    return {
        "control": clock.control.to_json(),
        "words": control_text(clock.control).text(language),
        "seats": [
            {
                "left": None if table.player_at(s).is_bot else clock.left(p, at),
                "running": p in clock.running,
            }
            for s, p in enumerate(seating)
        ],
    }


def chat_json(table: Table, identity: str | None, language: str) -> list[dict[str, Any]]:
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
        for said in table.chat.said[-KEPT:]
    ]


def _ask_json(table: Table, identity: str | None, language: str) -> dict[str, Any] | None:
    """What is asked now, in words for this viewer; `answer` says whether they are to answer."""
    ask = table.asks.open
    if ask is None:
        return None
    own = set(table.owned(identity))
    answer = bool(own & table.asks.waiting(table))
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


def invites_json(table: Table, identity: str | None, language: str) -> list[dict[str, Any]]:
    """The links that whoever opened the table may hand out, one for each seat that waits."""
    if identity is None or identity != table.host:
        return []
    found = []
    for seat in range(len(table.players)):
        player = table.player_at(seat)
        if player.is_open:
            query = f"?seat={player.token}" if player.token else ""
            role = table.position.seat_name(seat).text(language)
            found.append({"seat": seat, "role": role, "link": f"/tables/{table.id}{query}"})
    return found


def invitation_json(table: Table, token: str, language: str) -> dict[str, Any] | None:
    """The seat that a link with this token invites to, while it waits."""
    for seat in range(len(table.players)):
        player = table.player_at(seat)
        if token and player.is_open and player.token == token:
            role = table.position.seat_name(seat).text(language)
            return {"seat": seat, "role": role, "token": token}
    return None


def seat_company(table: Table, seat: int, identity: str | None) -> dict[str, Any]:
    """What a seat's entry tells beside its role and name."""
    player = table.player_at(seat)
    return {
        "stand_in": player.stand_in,
        "for_good": player.for_good,
        "replaceable": replaceable(table, seat, identity) and bool(table.owned(identity)),
    }


def presence_json(table: Table, here: frozenset[str]) -> list[bool]:
    """By seat, whether its player is there; bots always are."""
    seats = (table.player_at(seat) for seat in range(len(table.players)))
    return [player.is_bot or player.owner in here for player in seats]


def event_json(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody may know of an event about the company."""
    return {field: body[field] for field in EVENTS[kind] if field in body}
