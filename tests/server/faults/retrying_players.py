"""Players who continue after every fault of the server.

Like the page they send a move with the number of its decision, and when no answer comes they read
the table before they try again.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from icefield.server.storage.event_log import Store
from icefield.server.storage.schema import events
from icefield.server.tables.events import Event
from icefield.server.tables.table import Table

from .serve_command import LONG, Real

PERSON, OPEN = {"kind": "person"}, {"kind": "open"}
LATER = (502, 503, 504)


class LostError(Exception):
    """No answer came: what was asked for may have been done, or not."""


@dataclass
class Sent:
    """A move that a player sent, and whether it was acknowledged."""

    decision: int
    move: str
    answered: bool = False


@dataclass
class Game:
    """A player's table, and what the player knows of it."""

    kind: str
    level: str | None
    table: str = ""
    sent: list[Sent] = field(default_factory=list)
    lost: int = 0
    heard: list[int] = field(default_factory=list)
    over: bool = False


class Visitor:
    """One player with own cookies; every request is repeated until it is answered."""

    def __init__(self, real: Real):
        self.http = real.client()

    def read(self, path: str) -> dict[str, Any]:
        end = time.monotonic() + LONG
        while True:
            try:
                answer = self.http.get(path)
                if answer.status_code not in LATER:
                    assert answer.status_code == 200, answer.text
                    return dict(answer.json())
            except httpx.TransportError:
                pass
            assert time.monotonic() < end, f"nobody answers at {path}"
            time.sleep(0.05)

    def write(self, path: str, **form: Any) -> httpx.Response:
        """Raises LostError when no answer came, or one that says to try again."""
        try:
            answer = self.http.post(path, json=form)
        except httpx.TransportError as error:
            raise LostError from error
        if answer.status_code in LATER:
            raise LostError
        return answer

    def insist(self, path: str, **form: Any) -> dict[str, Any]:
        """For what may be done twice: until it is answered."""
        end = time.monotonic() + LONG
        while True:
            try:
                answer = self.write(path, **form)
                assert answer.is_success or answer.json()["code"] == "seat-taken", answer.text
                return dict(answer.json())
            except LostError:
                assert time.monotonic() < end
                time.sleep(0.05)


class Watcher(threading.Thread):
    """Follows a table live, and reconnects after a lost connection.

    It asks for the events after the last number that it knows.
    """

    def __init__(self, real: Real, game: Game):
        super().__init__(daemon=True)
        self._real, self._game = real, game
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.is_set():
            since = self._game.heard[-1] if self._game.heard else 0
            url = f"ws://127.0.0.1:{self._real.port}/api/tables/{self._game.table}/live"
            try:
                with connect(f"{url}?since={since}", max_size=None, open_timeout=LONG) as live:
                    while not self.stop.is_set():
                        with contextlib.suppress(TimeoutError):
                            self._hear(live.recv(timeout=0.2))
            except (OSError, EOFError, ConnectionClosed, InvalidHandshake):
                self.stop.wait(0.1)

    def _hear(self, text: str | bytes) -> None:
        told = json.loads(text)
        if told["type"] == "update":
            self._game.heard += [event["number"] for event in told["events"]]


def play(real: Real, game: Game, chance: random.Random, moved: threading.Semaphore) -> None:
    """Play a game to its end; `moved` is released for each move that was acknowledged."""
    host, guest = Visitor(real), Visitor(real)
    seats = [PERSON, OPEN if game.level is None else {"kind": "bot", "level": game.level}]
    game.table = host.insist("/api/tables", game=game.kind, seats=seats)["id"]
    path = f"/api/tables/{game.table}"
    if game.level is None:
        guest.insist(f"{path}/sit", seat=1, name="guest")
    players = [host] if game.level is not None else [host, guest]
    watcher = Watcher(real, game)
    watcher.start()
    end, known = time.monotonic() + LONG, 0
    for player in itertools.cycle(players):
        state = player.read(path)
        assert time.monotonic() < end, f"table {game.table} is stuck: {state['moves']}"
        if state["outcome"]:
            break
        if state["number"] > known:
            known, end = state["number"], time.monotonic() + LONG
        if state["deciding"]:
            decide(player, path, state, game, chance, moved)
        else:
            time.sleep(0.05)
    game.over = True
    while len(game.heard) < state["number"]:
        assert time.monotonic() < end, f"nobody told of {state['number']}: {game.heard}"
        time.sleep(0.01)
    watcher.stop.set()
    watcher.join(LONG)


def decide(
    player: Visitor,
    path: str,
    state: dict[str, Any],
    game: Game,
    chance: random.Random,
    moved: threading.Semaphore,
) -> None:
    """Make a move.

    A move that was sent before without an answer is either in this state or was never made: the
    number of the decision shows which.
    """
    sent = Sent(state["decision"], chance.choice(state["touches"])["move"])
    game.sent.append(sent)
    try:
        answer = player.write(f"{path}/moves", move=sent.move, decision=sent.decision)
    except LostError:
        game.lost += 1
        return
    assert answer.status_code == 200, answer.text  # no other player could have moved
    sent.answered = True
    moved.release()


def check(store: Store, game: Game) -> None:
    """Every acknowledged move is in the log once and in order.

    An unacknowledged one is there wholly or not at all, and nothing else is.
    """
    query = sa.select(events.c.number, events.c.kind, events.c.body, events.c.at)
    with store.engine.connect() as connection:
        rows = connection.execute(query.where(events.c.table_id == game.table)).all()
    log = sorted((Event(*row) for row in rows), key=lambda event: event.number)
    numbers = [event.number for event in log]
    assert numbers == list(range(1, len(log) + 1)), (game.table, numbers)
    assert game.heard == numbers, (game.table, game.heard, numbers)
    table = Table.fold(game.table, log)
    assert table.match.game_over
    assert game.over
    bots = {i for i, player in enumerate(table.players) if player.is_bot}
    moves = [e.body for e in log if e.kind == "moved" and e.body["player"] not in bots]
    logged = [(body["decision"], body["move"]) for body in moves]
    assert len(set(logged)) == len(logged)
    answered = [(sent.decision, sent.move) for sent in game.sent if sent.answered]
    assert [each for each in logged if each in set(answered)] == answered
    assert set(logged) <= {(sent.decision, sent.move) for sent in game.sent}
    assert len({decision for decision, _ in logged}) == len(logged)
