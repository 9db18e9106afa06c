"""The filter that every event passes on its way to a client."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from ...core.game import CHANCE
from ..tables.table import Table
from .models.table import TableEvent
from .players import name_player
from .viewer import Viewer

if TYPE_CHECKING:
    from ..storage.event_log import Event

PUBLIC_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "opened": ("game", "version", "options", "games"),
    "sat": ("player",),
    "undone": ("decisions",),
    # the players
    "filled": ("player", "level"),
    "left": ("player", "level"),
    "back": ("players",),
    "resigned": ("player",),
    "flagged": ("player",),
    "drawn": (),
    "asked": ("player", "what"),
    "answered": ("players", "yes"),
    "rematched": ("table",),
    # the discussion before a ballot
    "said": ("player", "text"),
    "challenged": ("player", "comment"),
    "judged": ("player", "comment", "guilty"),
    "ready": ("players",),
}
"""The fields of an event's body that every client may know, by kind. A body may lack some; a kind
that is not named has none."""


def build_events(table: Table, events: Iterable[Event], viewer: Viewer) -> list[TableEvent]:
    """The events without identities, and without any vote of another player before all have voted.
    Where several seats share a screen, without any vote. Events that another process appended
    after the table was read are left for the next time."""
    own = table.owned(viewer.identity)

    def is_secret(event: Event) -> bool:
        mine = len(own) == 1 and event.body.get("player") == own[0]
        return event.number > table.shown and not mine

    known = (event for event in events if event.number <= table.number)
    return [_build_event(table, event, viewer, is_secret(event)) for event in known]


def _build_event(table: Table, event: Event, viewer: Viewer, secret: bool) -> TableEvent:
    body = event.body
    built: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    built |= {name: body[name] for name in PUBLIC_FIELDS.get(event.kind, ()) if name in body}
    match event.kind:
        case "opened":
            built["players"] = [
                {"kind": p.kind, "level": p.level, "name": name_player(table, i, viewer)}
                for i, p in enumerate(table.players)
            ]
        case "sat":
            built["name"] = name_player(table, body["player"], viewer)
        case "moved" | "chance":
            built["player"] = body.get("player", CHANCE)
            if not secret:
                built["move"] = body["move"]
    return cast(TableEvent, built)
