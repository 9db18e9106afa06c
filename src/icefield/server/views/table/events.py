"""The filter that every event passes on its way to a client."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from ....core.game import CHANCE
from ...tables.events import (
    Aborted,
    Answered,
    Asked,
    CameBack,
    Challenged,
    ChanceMoved,
    Closed,
    Event,
    Filled,
    Flagged,
    HasBoardEditor,
    Judged,
    Left,
    Moved,
    Named,
    Opened,
    Payload,
    Readied,
    Rematched,
    Resigned,
    Said,
    Sat,
    Undone,
)
from ...tables.table import Table
from ..models.table import TableEvent, TableEvents
from ..viewer import Viewer
from .players import name_player

PUBLIC_FIELDS: Final[Mapping[type[Payload], tuple[str, ...]]] = {
    Opened: ("game", "version", "options", "games"),
    Sat: ("player",),
    Named: ("player", "name"),
    Undone: ("decisions",),
    # the players
    Closed: ("gone",),
    Filled: ("player", "level"),
    Left: ("player", "level"),
    CameBack: ("players",),
    Resigned: ("player",),
    Aborted: ("player",),
    Flagged: ("player",),
    HasBoardEditor: (),
    Asked: ("player", "what"),
    Answered: ("players", "yes"),
    Rematched: ("table",),
    # the discussion before a ballot
    Said: ("player", "text"),
    Challenged: ("player", "comment"),
    Judged: ("player", "comment", "guilty"),
    Readied: ("players",),
}
"""The fields of an event that every client may know; a kind that is missing has none."""


def build_events(table: Table, events: Iterable[Event], viewer: Viewer) -> list[TableEvent]:
    """The events without identities and without secret votes.

    A vote of another player is secret before all have voted; where several seats share a screen,
    any vote is, also after all but one of them were left to bots. Events that another process
    appended after the table was read are left for the next time.
    """
    own = table.players_of(viewer.identity)
    sees_own = len(own) == 1 and own == table.owned(viewer.identity)

    def is_secret(event: Event) -> bool:
        mine = sees_own and getattr(event.payload, "player", None) == own[0]
        return event.number > table.shown and not mine

    known = (event for event in events if event.number <= table.number)
    return [_build_event(table, event, viewer, is_secret(event)) for event in known]


def build_events_page(table: Table, events: Sequence[Event], viewer: Viewer) -> TableEvents:
    """A page of the log, with the number after which the next one begins."""
    built = build_events(table, events, viewer)
    more = bool(built) and built[-1]["number"] < table.number
    return {"events": built, "next": built[-1]["number"] if more else None}


def _build_event(table: Table, event: Event, viewer: Viewer, secret: bool) -> TableEvent:
    payload = event.payload
    body = payload.to_json()
    public = PUBLIC_FIELDS.get(type(payload), ())
    built: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    built |= {name: body[name] for name in public if name in body}
    match payload:
        case Opened():
            built["players"] = [
                {"kind": p.kind, "level": p.level, "name": name_player(table, i, viewer)}
                for i, p in enumerate(table.players)
            ]
        case Sat(player):
            built["name"] = name_player(table, player, viewer)
        case Moved() | ChanceMoved():
            built["player"] = payload.player if isinstance(payload, Moved) else CHANCE
            if not secret:
                built["move"] = payload.move
    return cast(TableEvent, built)
