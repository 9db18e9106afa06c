"""What live connections are told. Those of one table that are rung at the same moment look at it
together: the table is asked once, and everybody who may know the same gets the same text, which is
made once. However many watch, a move costs one drawing for each player and one for the rest.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import anyio
from anyio.to_thread import run_sync

from ..asgi.uvicorn_patches.compression import squeezed
from ..views import table as views
from ..views.clocks import build_clock
from ..views.discussion import build_discussion
from ..views.events import build_events
from ..views.models.table import TableState
from ..views.players import build_presence
from ..views.viewer import Viewer
from .hub import Bell

if TYPE_CHECKING:
    from ..storage.event_log import Event
    from ..tables.table import Table
    from .table_service import Desk

_KEPT: Final = 64  # states, for those who ask a moment later
_AT_ONCE: Final = 8
"""How many tables are looked at at once, beside the moves that are made. With fewer, looks wait for
the database one after the other; more take the interpreter from the event loop."""


# -- the same for many ----------------------------------------------------------------------------


def audience(table: Table, identity: str | None) -> str | None:
    """Who sees a table the same way: each player and the host for themselves, and all others."""
    known = identity == table.host or any(p.owner == identity for p in table.players)
    return identity if known else None


class _States:
    """States that were made lately, the oldest forgotten first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, TableState] = OrderedDict()

    def find(self, key: object) -> TableState | None:
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: object, state: TableState) -> None:
        with self._lock:
            self._kept[key] = state
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)


_states: Final = _States()


def state_json(table: Table, viewer: Viewer) -> TableState:
    """The table as this viewer may know it, as `views` has it, made once for all who may know the
    same. What changes by itself is of this moment."""
    who = audience(table, viewer.identity)
    flip = table.game.key in viewer.flips
    key = table.id, table.number, who, viewer.language, flip
    found = _states.find(key)
    if found is None:
        found = views.build_state(table, viewer)
        _states.keep(key, found)
        return found.copy()
    clock, talk = build_clock(table, viewer.language), build_discussion(table, viewer.identity)
    return {**found, "clock": clock, "talk": talk}


# -- looking together -----------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Watcher:
    """One live connection: who looks, up to which event they know the log, and who was there when
    they looked last."""

    viewer: Viewer
    known: int
    bell: Bell
    here: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to tell somebody: the text of an update, if there is one, up to which event it
    goes, and which seats have their player there."""

    update: str | None
    number: int
    seats: list[bool]
    here: frozenset[str]


@dataclass(slots=True)
class _Crowd:
    """Those who look at one table at once."""

    waiting: list[tuple[Watcher, asyncio.Future[Told]]] = field(default_factory=list)
    people: bool = False
    """Whether it has to be asked who is there, and whether there are events nobody has heard of."""
    heard: int = 0
    """The newest event that somebody has heard of."""


class Watching:
    """Lets connections look at tables together; for the event loop only."""

    def __init__(self, desk: Desk):
        self._desk = desk
        self._crowds: dict[str, _Crowd] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)

    async def look(self, id_: str, watcher: Watcher) -> Told:
        """What a watcher has missed; raises why there is nothing to see."""
        crowd = self._crowds.get(id_)
        if crowd is None:
            crowd = self._crowds[id_] = _Crowd()
            task = asyncio.create_task(self._look(id_))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        crowd.people |= watcher.bell.people or watcher.here is None
        crowd.heard = max(crowd.heard, watcher.bell.heard)
        watcher.bell.people = False
        found: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        crowd.waiting.append((watcher, found))
        told = await found
        watcher.known = watcher.bell.known = told.number
        watcher.here = told.here
        return told

    async def _look(self, id_: str) -> None:
        await asyncio.sleep(0)  # whoever was rung at the same moment comes along
        crowd = self._crowds.pop(id_)
        try:
            told = await run_sync(_looked, self._desk, id_, crowd, limiter=self._limiter)
        except Exception as error:
            for _, found in crowd.waiting:
                if not found.done():
                    found.set_exception(error)
            return
        for (_, found), each in zip(crowd.waiting, told, strict=True):
            if not found.done():
                found.set_result(each)


def _looked(desk: Desk, id_: str, crowd: _Crowd) -> list[Told]:
    watchers, people = [watcher for watcher, _ in crowd.waiting], crowd.people
    with desk.at(id_, 0 if people else crowd.heard) as table:
        mine = frozenset(w.viewer.identity or "" for w in watchers)  # whoever looks is there
        asked = desk.presence.here(id_) | mine if people else None
        logs: dict[int, tuple[Event, ...]] = {}
        texts: dict[object, str] = {}
        told = []
        for watcher in watchers:
            here = watcher.here if asked is None else asked
            assert here is not None, "who has not looked before asks who is there"
            text = None
            if watcher.known != table.number:
                text = _update(desk, table, watcher, logs, texts)
            told.append(Told(text, table.number, build_presence(table, here), here))
        return told


def _update(
    desk: Desk,
    table: Table,
    watcher: Watcher,
    logs: dict[int, tuple[Event, ...]],
    texts: dict[object, str],
) -> str:
    """What a client that knows the log up to some event has missed. `logs` and `texts` are what
    was read and written for others who look at the same time."""
    viewer, since = watcher.viewer, watcher.known
    who = audience(table, viewer.identity)
    key = who, viewer.language, table.game.key in viewer.flips, since
    if key not in texts:
        if since not in logs:
            logs[since] = desk.events(table, since)
        update = {
            "type": "update",
            "number": table.number,
            "events": build_events(table, logs[since], viewer),
            "state": state_json(table, viewer),
        }
        texts[key] = json.dumps(update, ensure_ascii=False, separators=(",", ":"))
        squeezed(texts[key].encode())  # here, not on the event loop
    return texts[key]
