"""Logs of tables with secret votes, and what each viewer receives of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from icefield.core.errors import IcefieldError
from icefield.core.game import CHANCE
from icefield.server.routes.pictures import draw_ply
from icefield.server.tables.events import ChanceMoved, Event
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.records import view_plies, write_export, write_record
from icefield.server.views.table.events import build_events
from icefield.server.views.table.state import build_ply, build_state, explain_touches
from icefield.server.views.viewer import Viewer


def person(viewer: Viewer) -> Player:
    return Player("person", owner=viewer.identity)


def opened(*players: Player, timer: int = 0) -> Event:
    body = {
        "game": "torch",
        "version": 1,
        "options": {},
        "games": 1,
        "timer": timer,
        "players": [player.to_json() for player in players],
    }
    return Event(1, "opened", body, 1000)


def received(table: Table, events: list[Event], viewer: Viewer) -> bytes:
    """All that a viewer can get of a table, by all routes."""

    def refusal(ask: Callable[[], object]) -> object:
        try:
            return ask()
        except IcefieldError as error:
            return error.to_json()

    own = table.seats_of(viewer.identity)
    decision = table.decision(table.seat_for(viewer.identity))
    plies = len(table.plies(0)) - 1
    seat, known = view_plies(table, viewer)
    look: dict[str, Any] = {"theme": "dark", "flip": True, "width": 480}
    told: list[Any] = [
        [draw_ply(each, seat, viewer.language, **look) for each in known[-5:]],
        build_state(table, viewer),
        build_events(table, events, viewer),
        [
            build_events(table, events[since:], viewer)
            for since in range(len(events) - 5, len(events))
        ],
        [event["number"] for event in build_events(table, events, viewer)],
        [refusal(partial(build_ply, table, viewer, 1, p)) for p in range(plies - 4, plies + 2)],
        write_record(table, viewer),
        refusal(lambda: write_export(table, viewer, "ppn")),
        refusal(lambda: write_export(table, viewer, "nothing")),
        [explain_touches(table, viewer, touches, decision) for touches in ([], ["vote-5"], ["a1"])],
        refusal(lambda: table.check_undo(viewer.identity, decision)),
    ]
    for seat in own:
        for move in ("vote:9", "vote:S", "vote:0", "bar:S", "decline"):
            for number in (decision, 1):
                told.append(refusal(partial(table.check_move, seat, move, number)))
    lengths = [len(json.dumps(part, default=repr)) for part in told]
    return json.dumps([lengths, told], default=repr).encode()


def stages(
    players: tuple[Player, ...], seed: int
) -> Iterator[tuple[list[Event], list[tuple[int, int]]]]:
    """A random game as its log, at each moment at which votes are concealed.

    With it are the places of these votes in the log and the voters. The order of voting is random.
    """
    chance, log = random.Random(seed), [opened(*players)]
    table = Table.fold("t", log)
    votes: list[tuple[int, int]] = []
    while table.position.outcome is None:
        position = table.position
        draft = None if table.discussion is None else table.discussion.due(table, 10**12)
        if position.turn == CHANCE:
            draft = ChanceMoved(chance.choice(position.moves()).text)
        elif draft is None:
            seat = chance.choice(position.deciders)
            move = chance.choice(position.moves(seat)).text
            draft = table.check_move(seat, move, table.decision(seat))
            if move.startswith("vote:"):
                votes.append((len(log), seat))
        log.append(Event.of(len(log) + 1, draft, 1000 + len(log)))
        table.apply(log[-1])
        if not table.position.view(None).concealed:
            votes = []
        if votes:
            yield list(log), list(votes)
