"""T14 byte by byte: a secret vote changes nothing that other viewers receive.

Two tables whose logs differ in one vote are compared by every route, in every refusal, in the page
and on the live connection.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from icefield.server.asgi.identity import Identities
from icefield.server.clock import now
from icefield.server.storage.event_log import Store
from icefield.server.storage.schema import events, tables
from icefield.server.tables.events import (
    CameBack,
    Event,
    Flagged,
    Left,
    Payload,
    Said,
    Undone,
)
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.table import discussion
from icefield.server.views.table.events import build_events
from icefield.server.views.table.live import LiveRenderer, make_state
from icefield.server.views.viewer import Viewer

from ..timeouts import HANG_S
from .guest import Guest
from .server_thread import Served
from .viewers import ANN, BEN, EVE
from .vote_logs import person, received, stages

ONE, OTHER = "ballot-table-one", "ballot-table-two"
READS = (
    *("", "/events", "/events?since=3", "/record", "/record?format=ppn", "/record?format=x"),
    *("/worth", "/solution", "/verdict", "/plies/1/0", "/plies/1/99999", "/plies/2/0"),
    *("/hint?decision=1", "/threats?decision=1", "/preview?decision=1&move=vote:5"),
)
PAGES = ("/tables/{}", "/replays/{}", "/pictures/tables/{}", "/analyse?table={}")


class Seen:
    """What a viewer gets of the two tables; the same, or the test fails."""

    def __init__(self, guest: Guest):
        self.http = guest.http
        self.served = guest.served
        self.compared = 0

    def get(self, path: str) -> list[httpx.Response]:
        return self._same([self.http.get(path.format(table)) for table in (ONE, OTHER)])

    def post(self, path: str, **body: Any) -> list[httpx.Response]:
        return self._same([self.http.post(path.format(t), json=body) for t in (ONE, OTHER)])

    def live(self, since: int, held: str | None = None) -> None:
        told = []
        for table in (ONE, OTHER):
            with self.served.live(table, since, client=self.http, held=held) as live:
                told.append(_plain(str(live.recv(timeout=HANG_S))))
        assert told[0] == told[1]
        self.compared += 1

    def _same(self, answers: list[httpx.Response]) -> list[httpx.Response]:
        one, other = answers
        assert one.status_code == other.status_code < 500, (one.text[:300], other.text[:300])
        assert _plain(one.text) == _plain(other.text), one.url
        length = "content-length"
        assert one.headers.get(length) == other.headers.get(length), one.url
        self.compared += 1
        return answers


def _plain(text: str) -> str:
    """An answer without the name of its table, and without the time of day."""
    return re.sub(r'"(now|at|since|left)": ?\d+', r'"\1":0', text.replace(OTHER, ONE))


def put(store: Store, id_: str, log: Sequence[Event]) -> None:
    """Have a log as a table of the server."""
    with store.engine.begin() as connection:
        connection.execute(sa.insert(tables).values(id=id_, game="torch", opened_at=now()))
        rows = [
            {"table_id": id_, "number": e.number, "kind": e.kind, "body": dict(e.body), "at": e.at}
            for e in log
        ]
        connection.execute(sa.insert(events), rows)


@pytest.mark.any_database
def test_T14_a_vote_cannot_be_told_by_any_answer(own_server: Served) -> None:
    guests = [Guest(own_server) for _ in range(3)]
    identities = Identities(own_server.settings.secret)
    players = []
    for guest in guests:
        guest.http.get("/")
        identity = identities.read(guest.http.cookies["icefield"]) or ""
        players.append(person(Viewer(identity)))
    log, (place, voter) = _with_one_vote(tuple(players))
    cast = log[place].body["move"]
    changed = list(log)
    other = min(_votes(log) - {cast})
    changed[place] = Event(place + 1, "moved", {**log[place].body, "move": other}, log[place].at)
    store = Store(own_server.settings.database)
    put(store, ONE, log)
    put(store, OTHER, changed)
    store.close()
    watchers = [*(g for seat, g in enumerate(guests) if seat != voter), Guest(own_server)]
    for watcher in watchers:
        assert _looked_at(Seen(watcher), len(log)) > 40
    own = [guests[voter].http.get(f"/api/tables/{id_}/events").text for id_ in (ONE, OTHER)]
    assert cast in own[0]  # so a difference would have been seen
    assert _plain(own[0]) != _plain(own[1])


@pytest.mark.any_database
def test_T14_a_vote_cannot_be_told_at_a_shared_screen_after_leaving(
    slow_bots_server: Served,
) -> None:
    screen, guest = Guest(slow_bots_server), Guest(slow_bots_server)
    identities = Identities(slow_bots_server.settings.secret)
    found = []
    for each in (screen, guest):
        each.http.get("/")
        found.append(person(Viewer(identities.read(each.http.cookies["icefield"]) or "")))
    players = (found[0], found[0], found[1])
    log, (place, voter) = _with_one_vote(players, seats=(0, 1))
    log = [*log, *_leaving((Left,), 1 - voter, len(log))]
    other = min(_votes(log[:place]) - {log[place].body["move"]})
    changed = list(log)
    changed[place] = Event(place + 1, "moved", {**log[place].body, "move": other}, log[place].at)
    store = Store(slow_bots_server.settings.database)
    put(store, ONE, log)
    put(store, OTHER, changed)
    store.close()
    seen = Seen(screen)
    assert screen.http.get(f"/api/tables/{ONE}").json()["can"]["back"]
    for path in (*READS, "/picture.png?width=200"):
        answers = seen.get("/api/tables/{}" + path)
        assert answers[0].headers.get("etag") == answers[1].headers.get("etag")
    for path in PAGES:
        seen.get(path)
    for since in (0, len(log) - 2):
        seen.live(since)
    assert seen.compared > len(READS)


def _looked_at(seen: Seen, number: int) -> int:
    """Everything that can be asked for, and everything that can be refused."""
    for path in READS:
        seen.get("/api/tables/{}" + path)
    for path in PAGES:
        seen.get(path)
    for ply in range(max(0, number - 8), number + 1):
        seen.get("/api/tables/{}/plies/1/" + str(ply))
    state = seen.get("/api/tables/{}")[0].json()
    for since in (0, number - 2, number - 1):
        seen.live(since)
        seen.live(since, held="")
        seen.live(since, held=state["version"])
    table, decision = "/api/tables/{}/", state["decision"]
    for text in ("vote:9", "vote:S", "decline", "x", "bar:S"):
        for at in (decision, 1, 2**31 - 1):
            answer = seen.post(table + "moves", move=text, decision=at)[0]
            assert answer.status_code >= 400
    for what in ("undo", "next", "extend", "restart"):
        seen.post(table + what, decision=decision)
        seen.post(table + what, decision=1)
    seen.post(table + "why", touches=["vote-5"], decision=decision)
    seen.post(table + "rematch")
    seen.post(table + "comments/check", text="vote")
    for seat in range(3):
        seen.post(table + "sit", seat=seat)
        seen.post(table + "fill", seat=seat, level="1")
    return seen.compared


def _with_one_vote(
    players: tuple[Player, ...], seats: Sequence[int] = (0, 1, 2)
) -> tuple[list[Event], tuple[int, int]]:
    """A game up to a ballot with one vote, late enough for interesting views."""
    for log, votes in stages(players, 3):
        if len(votes) == 1 and len(log) > 25 and votes[0][1] in seats:
            return log, votes[0]
    raise AssertionError("no ballot")


def _votes(log: list[Event]) -> set[str]:
    """The votes that can be cast there."""
    position = Table.fold("t", log).position
    return {move.text for move in position.moves(position.turn)}


TABLES = count()  # states are kept by the name of their table


SOAK = bool(os.environ.get("ICEFIELD_SOAK"))


GAMES = 50 if SOAK else 1  # of each seating


MOMENTS = 8 if SOAK else 3  # of each game at which votes are swapped


@pytest.fixture
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discussion, "now", lambda: 2000)


class Resigning(Payload):
    """Resigning where others play on: a bot takes the seat for good."""


SEATINGS = {
    "three people": (person(ANN), person(BEN), person(Viewer("cat-id"))),
    "two people and a bot": (person(ANN), person(BEN), Player("bot", level="1")),
    "two at one screen": (person(ANN), person(ANN), person(BEN), Player("bot", level="1")),
    "one screen": (person(ANN), person(ANN), person(ANN)),
}


def compare(
    players: tuple[Player, ...],
    log: list[Event],
    votes: list[tuple[int, int]],
    chance: random.Random,
) -> int:
    """Swap votes and compare what all other viewers receive.

    A soak swaps each vote for all others; returns the number of comparisons.
    """
    table, compared = Table.fold("t", log), 0
    viewers = (ANN, BEN, EVE, Viewer(None))
    before = {viewer: received(table, log, viewer) for viewer in viewers}
    for place, seat in votes:
        voted = log[place].body["move"]
        options = [m.text for m in table.position.moves(table.position.turn) if m.text != voted]
        owner = players[seat].owner
        for other in options if SOAK else chance.sample(options, 1):
            changed = list(log)
            body = {**log[place].body, "move": other}
            changed[place] = Event(place + 1, "moved", body, log[place].at)
            swapped = Table.fold("t", changed)
            for viewer in viewers:
                alone = len(table.players_of(viewer.identity)) == 1
                if owner is not None and viewer.identity == owner and alone:
                    continue  # one's own vote at one's own screen
                assert before[viewer] == received(swapped, changed, viewer), (place, viewer)
                compared += 1
            for s in range(len(players)):
                assert table.decision(s) == swapped.decision(s)
    return compared


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.slow
def test_T14_what_others_receive_does_not_depend_on_a_vote(seating: str) -> None:
    players, compared = SEATINGS[seating], 0
    chance = random.Random(seating)
    for seed in range(GAMES):
        moments = list(stages(players, seed))
        for log, votes in chance.sample(moments, min(MOMENTS, len(moments))):
            compared += compare(players, log, votes, chance)
    assert compared >= 6 * GAMES


DEPARTURES: dict[str, tuple[type[Payload], ...]] = {
    "leave": (Left,),
    "resign": (Resigning,),
    "flag": (Flagged,),
    "leave and return": (Left, CameBack),
    "flag and return": (Flagged, CameBack),
    "take over and leave": (Left, CameBack, Left),
}


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize("departure", DEPARTURES)
def test_T14_a_vote_stays_secret_when_players_leave(departure: str) -> None:
    """At a screen of two seats, the one who has not voted leaves, or the one who has."""
    players, chance = SEATINGS["two at one screen"], random.Random(departure)
    moments = [moment for moment in _first_votes() if moment[1][0][1] in (0, 1)]
    for log, votes in chance.sample(moments, MOMENTS if SOAK else 1):
        for leaver in (0, 1):
            gone = [*log, *_leaving(DEPARTURES[departure], leaver, len(log))]
            assert compare(players, gone, votes, chance) >= 3


@lru_cache(maxsize=1)
def _first_votes() -> list[tuple[list[Event], list[tuple[int, int]]]]:
    """The moments of a game at which one player has voted."""
    found = stages(SEATINGS["two at one screen"], 2)
    return [moment for moment in islice(found, 40) if len(moment[1]) == 1]


def _leaving(kinds: Sequence[type[Payload]], player: int, number: int) -> list[Event]:
    """The events of a player who leaves and returns, after event `number`."""
    written: dict[type[Payload], Payload] = {
        Left: Left(player, "3"),
        Resigning: Left(player, "3", for_good=True),
        Flagged: Flagged(player, "3"),
        CameBack: CameBack((player,)),
    }
    return [
        Event.of(number + place, written[kind], 1000 + number + place)
        for place, kind in enumerate(kinds, 1)
    ]


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize("seating", SEATINGS)
def test_T14_updates_do_not_depend_on_a_vote(seating: str) -> None:
    """Connections that hold each earlier state of two tables that differ in one vote.

    They follow the tables through the ballot, a message, an absence and a takeback.
    """
    players, chance, compared = SEATINGS[seating], random.Random(seating), 0
    for log, votes in chance.sample(list(stages(players, 1)), 4):
        place, seat = votes[0]
        position = Table.fold("t", log[:place]).position
        cast = log[place].body["move"]
        others = [m.text for m in position.moves(seat) if m.text != cast]
        body = {**log[place].body, "move": chance.choice(others)}
        changed = [*log]
        changed[place] = Event(place + 1, "moved", body, log[place].at)
        for viewer in (ANN, BEN, EVE, Viewer(None, "de")):
            if players[seat].owner == viewer.identity and seat_is_alone(log, viewer):
                continue  # one's own vote at one's own screen
            told = [
                updates(f"secret-{next(TABLES):09}", each, place, players, viewer)
                for each in (log, changed)
            ]
            assert len(told[0]) > 2
            assert told[0] == told[1]
            compared += 1
    assert compared >= 8


def seat_is_alone(log: list[Event], viewer: Viewer) -> bool:
    return len(Table.fold("t", log).seats_of(viewer.identity)) == 1


def updates(
    id_: str, log: list[Event], place: int, players: tuple[Player, ...], viewer: Viewer
) -> list[str]:
    """The texts for connections that hold states from before a vote, by event."""
    table = Table.fold(id_, log[:place])
    after: list[Payload] = [Said(0, "chat", "Hello")]  # nothing of this reveals a vote
    for i, player in enumerate(players):
        if player.owner == BEN.identity:
            after += [Left(i, "1", for_good=False), CameBack((i,))]
    after.append(Undone(1))
    made = [Event.of(len(log) + 1 + i, payload, 5000 + i) for i, payload in enumerate(after)]
    renderer, told, held = LiveRenderer(), [], [make_state(table, viewer)]
    for event in [*log[place:], *made]:
        table.apply(event)
        if event.number > len(log) and table.shown == table.number:
            break  # an event opened the ballot
        told += [renderer.write_update(table, [event], viewer, state) for state in held]
        held.append(make_state(table, viewer))
    return [re.sub(r'"(left|now|at)":\d+', r'"\1":0', text.replace(id_, "t")) for text in told]


@pytest.mark.usefixtures("_still")
def test_T14_anothers_vote_leaves_my_decision_alone_and_all_is_open_after_the_last() -> None:
    seen = 0
    for log, votes in islice(stages(SEATINGS["three people"], 5), 12):
        table = Table.fold("t", log)
        before = Table.fold("t", log[: votes[0][0]])
        for seat in table.position.deciders:
            assert table.decision(seat) == before.decision(seat)
        shown = [e.get("move") for e in build_events(table, log, EVE)[votes[0][0] :]]
        assert shown == [None] * len(votes)
        seen += 1
    assert seen > 10
