"""A table from its snapshot is the table of the whole log.

This holds now and after every later event.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from icefield.core.errors import IcefieldError
from icefield.core.game import CHANCE, Game, Position
from icefield.games import game as find_game
from icefield.games import keys
from icefield.server.tables import snapshot
from icefield.server.tables.events import (
    CHAT,
    COMMENT,
    Aborted,
    Answered,
    Asked,
    CameBack,
    Challenged,
    ChanceMoved,
    Closed,
    Event,
    Extended,
    Flagged,
    HasBoardEditor,
    Judged,
    Left,
    Moved,
    Named,
    NextGameBegun,
    Payload,
    Readied,
    Resigned,
    Said,
    Undone,
)
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table

from ..viewers import ANN, BEN
from ..vote_logs import opened, person

CLOCK = {"kind": "player", "seconds": 600, "increment": 5}


def restored(table: Table) -> Table:
    """The table of the snapshot of a table, through its JSON."""
    return snapshot.load(table.id, json.loads(json.dumps(snapshot.dump(table))))


def described(value: object, path: str = "table") -> Iterator[tuple[str, object]]:
    """Every field that can be reached from a table, with the path to it."""
    match value:
        case Position():
            yield path, (str(value), [move.text for move in value.history])
        case Game():
            yield path, value.key
        case list() | tuple():
            for number, part in enumerate(value):
                yield from described(part, f"{path}[{number}]")
        case dict():
            for key, part in value.items():
                yield from described(part, f"{path}[{key}]")
        case set() | frozenset():
            yield path, sorted(value)
        case _ if type(value).__module__.startswith("icefield.") and not hasattr(value, "text"):
            slots = getattr(type(value), "__slots__", ())
            for name in (*slots, *getattr(value, "__dict__", ())):
                if name != "recent":  # the last events, for live connections
                    yield from described(getattr(value, name), f"{path}.{name}")
        case _:
            yield path, str(value)


def same(one: Table, other: Table) -> None:
    assert dict(described(one)) == dict(described(other))


class Log:
    """A table, and the log that made it."""

    def __init__(self, first: Event):
        self.table = Table.fold("t", [first])
        self.at = 1000

    def add(self, *payloads: Payload) -> Log:
        for payload in payloads:
            self.at += 700
            self.table.apply(Event.of(self.table.number + 1, payload, self.at))
        return self

    def play(self, count: int, chance: random.Random) -> Log:
        """So many decisions; some of them are taken back."""
        for _ in range(count):
            table, position = self.table, self.table.position
            if position.outcome is not None:
                break
            due = None if table.discussion is None else table.discussion.due(table, 10**14)
            if position.turn == CHANCE:
                self.add(ChanceMoved(chance.choice(position.moves()).text))
            elif due is not None:
                self.add(due)
            else:
                seat = chance.choice(position.deciders)
                move = chance.choice(position.moves(seat)).text
                self.add(table.check_move(seat, move, table.decision(seat)))
                self._undo(chance)
        return self

    def _undo(self, chance: random.Random) -> None:
        if chance.random() < 0.2 and not self.table.position.view(None).concealed:
            try:
                self.add(self.table.check_undo(ANN.identity, self.table.decision(0)))
            except IcefieldError:  # what chance decided stands
                return


def first_event(key: str, **more: Any) -> Event:
    game = find_game(key)
    players = [person(ANN), *[person(BEN)] * (min(game.seats) - 1)]
    body = {
        **opened(*players).body,
        "game": key,
        "version": game.version,
        "clock": CLOCK,
        "options": game.check({}),
        **more,
    }
    return Event(1, "opened", body, 1000)


@pytest.mark.parametrize("key", keys())
def test_restored_table_equals_the_folded_one(key: str) -> None:
    chance = random.Random(key)
    log = Log(first_event(key))
    for _ in range(3):
        log.play(12, chance)
        same(log.table, restored(log.table))
    log.table = restored(log.table)  # goes on like the folded one
    other = Log(first_event(key))
    again = random.Random(key)
    other.play(36, again)
    log.play(6, chance)
    other.play(6, again)
    same(log.table, other.table)


MOVES = (Moved(0, "b2-d4"), Moved(1, "g2-f3"))
ENDED: dict[str, tuple[Payload, ...]] = {
    "chat, names, questions": (
        *(Said(0, CHAT, "Hello"), Named(1, "Ben"), *MOVES, Asked(0, "takeback")),
        *(Answered((1,), False), Asked(0, "draw")),
    ),
    "taken back": (*MOVES, Undone(1)),
    "left and flagged": (*MOVES, Left(1, "3"), CameBack((1,)), Left(0, "2", for_good=True)),
    "resigned": (*MOVES, Resigned(1)),
    "out of time": (*MOVES, Flagged(0)),
    "aborted": (Aborted(0),),
    "drawn": (*MOVES, HasBoardEditor((0, 1))),
    "a match": (*MOVES, Resigned(1), NextGameBegun(), Moved(1, "b2-d4"), Flagged(0), Extended()),
    "flag with a bot": (*MOVES, Flagged(0, "3")),
}


@pytest.mark.parametrize("name", ENDED)
def test_every_state_of_a_table_is_restored(name: str) -> None:
    log = Log(first_event("seals", games=2 if name == "a match" else 1))
    for payload in ENDED[name]:
        log.add(payload)
        same(log.table, restored(log.table))


def test_closed_tables_are_restored() -> None:
    players = [person(ANN).to_json(), Player("open").to_json()]
    log = Log(first_event("seals", players=players)).add(Closed(gone=True))
    same(log.table, restored(log.table))


def test_discussions_and_their_challenges_are_restored() -> None:
    chance = random.Random(4)
    log = Log(first_event("torch", timer=10**6))
    while log.table.discussion is None:
        log.play(1, chance)
    log.add(Said(0, COMMENT, "The bridge is red"), Said(1, COMMENT, "No"))
    number = log.table.discussion.comments[0].number
    log.add(Challenged(1, number), Judged(2, number, False), Readied((2,)))
    found = restored(log.table)
    same(log.table, found)
    assert found.discussion is found.challenges[0].discussion
    assert found.challenges[0].comment is found.discussion.comments[0]


def test_snapshot_size_does_not_depend_on_the_length_of_the_log() -> None:
    log = Log(first_event("seals", clock=None)).add(*MOVES)
    short = len(json.dumps(snapshot.dump(log.table)))
    for _ in range(300):
        log.add(Undone(1), MOVES[1])
    assert len(json.dumps(snapshot.dump(log.table))) < short + 100
    same(log.table, restored(log.table))


def test_snapshot_of_other_rules_or_other_fields_is_refused() -> None:
    found = snapshot.dump(Log(first_event("seals")).table)
    for changed in (
        found | {"game": ["seals", 0]},
        found | {"fields": dict(islice(found["fields"].items(), 5))},
        found | {"fields": found["fields"] | {"players": ["object", "os.system"]}},
        found | {"fields": found["fields"] | {"players": ["pickle", ""]}},
        found | {"match": {**found["match"], "games": [[[0, "a1-a1"]]]}},
    ):
        with pytest.raises((ValueError, KeyError, TypeError, IcefieldError)):
            snapshot.load("t", changed)
