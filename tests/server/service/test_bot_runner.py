"""The bots' votes in a ballot reveal nothing before the ballot ends.

Their order, their numbers and what a browser receives depend neither on the votes nor on the time
that each bot thinks.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from icefield.core.game import CHANCE
from icefield.games.torch.position import TorchPosition
from icefield.server.service import bot_runner, table_service
from icefield.server.service.bot_runner import BotRunner, Question
from icefield.server.service.hub import Hub
from icefield.server.service.table_service import TableService
from icefield.server.settings import Settings
from icefield.server.storage import event_log, schema
from icefield.server.storage.event_log import Store
from icefield.server.tables.commands import Move
from icefield.server.tables.events import ChanceMoved, Event, Payload, VotingOpened
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.table import discussion
from icefield.server.views.table.events import build_events
from icefield.server.views.table.state import build_state
from icefield.server.views.viewer import Viewer

from ...timeouts import ENDLESS_S, HANG_S
from ..viewers import ANN, BEN, EVE

BOT = Player("bot", level="1")
SEATINGS = {
    "a person and three bots": (BOT, Player("person", owner="ann-id"), BOT, BOT),
    "two people and two bots": (
        BOT,
        Player("person", owner="ann-id"),
        Player("person", owner="ben-id"),
        BOT,
    ),
}
PAUSE = 0.03  # seconds from one bot's finding its vote to the next one's


def before_ballot(players: tuple[Player, ...], seed: int, skip: int) -> list[Event]:
    """The log of a random game up to a ballot without votes."""
    body = {
        "game": "torch",
        "version": 1,
        "options": {},
        "games": 1,
        "timer": 0,
        "players": [player.to_json() for player in players],
    }
    chance, log = random.Random(seed), [Event(1, "opened", body, 1000)]
    table = Table.fold("t", log)
    while table.discussion is None or skip:
        position = table.position
        if position.turn == CHANCE:
            payload: Payload = ChanceMoved(chance.choice(position.moves()).text)
        elif table.discussion is not None and not table.discussion.open:
            payload, skip = VotingOpened(), skip - 1
        else:
            seat = position.deciders[0]
            move = chance.choice(position.moves(seat)).text
            payload = table.check_move(seat, move, table.decision(seat))
        log.append(Event.of(len(log) + 1, payload, 1000))
        table.apply(log[-1])
    return log


@dataclass
class Plan:
    """The bots of one run: the vote of each seat, and the order of their answers.

    None is the order of the questions.
    """

    votes: dict[int, str]
    order: tuple[int, ...] | None
    begins: int
    """How many moves were made before the ballot."""
    gate: threading.Event = field(default_factory=threading.Event)
    found: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def level(self, _seats: int) -> Any:
        """A level that may think before everything is compiled."""
        return SimpleNamespace(all_cores=False)

    def choose(self, position: Any, *, seat: int, stop: threading.Event, **_: object) -> Any:
        """Stands for the search of a bot; what comes after the ballot takes it for ever."""
        if len(position.history) != self.begins:
            stop.wait(ENDLESS_S)
            return SimpleNamespace(best=position.moves(seat)[0])
        assert self.gate.wait(HANG_S)
        with self.changed:
            self.asked.append(seat)
            if seat not in self.found:
                if self.order is not None:
                    rank = self.order.index(seat)
                    assert self.changed.wait_for(lambda: len(self.found) == rank, HANG_S)
                time.sleep(PAUSE)
                self.found.append(seat)
                self.changed.notify_all()
        assert self.votes[seat] in {move.text for move in position.moves(seat)}
        return SimpleNamespace(best=SimpleNamespace(text=self.votes[seat]))


@dataclass
class Run:
    """What became of one run."""

    told: list[bytes]
    """What the browsers get, each time that they are rung, up to the reveal."""
    log: list[Event]
    found_first: bool
    """Whether every bot had found its vote when the first of them was logged."""


class Ears(Hub):
    """Stands for live connections: records what each would fetch after a notification."""

    def __init__(self, plan: Plan, bots: list[int], since: int):
        super().__init__()
        self.plan, self.bots, self.since = plan, bots, since
        self.store: Store | None = None
        self.told: list[bytes] = []
        self.found_first = True
        self.newest = 0
        self.rung = threading.Condition()

    def notify(self, table: str, number: int) -> None:
        assert self.store is not None
        with self.rung:
            if number <= self.newest:
                return  # read back from the log
            self.newest = number
        log = list(self.store.events(table))
        folded = Table.fold(table, log)
        voters = {e.body.get("player") for e in log[self.since :] if e.kind == "moved"}
        with self.rung:
            if voters & set(self.bots) and len(self.plan.found) < len(self.bots):
                self.found_first = False
            if not voters or folded.position.view(None).concealed:
                self.told.append(
                    json.dumps([told(folded, log, v) for v in (ANN, BEN, EVE)]).encode()
                )
            self.rung.notify_all()


def told(table: Table, log: list[Event], viewer: Viewer) -> list[Any]:
    return [
        build_state(table, viewer),
        build_events(table, log, viewer),
        [len(json.dumps(event)) for event in build_events(table, log, viewer)],
    ]


def run(
    folder: Path,
    log: list[Event],
    plan: Plan,
    monkeypatch: pytest.MonkeyPatch,
    *,
    threads: int,
    people_first: bool,
) -> Run:
    """Hold the ballot at the end of a log; people vote before or after the bots."""
    monkeypatch.setattr(bot_runner, "bot", lambda *_: plan)
    folder.mkdir()
    settings = Settings(f"sqlite:///{folder / 'tables.db'}", "secret")
    kept = Store(settings.database)
    schema.metadata.create_all(kept.engine)
    kept.open("t", "torch", log[0].body)
    for event in log[1:]:
        kept.append("t", event.number, event.kind, event.body)
    start = Table.fold("t", log)
    bots = [s for s in start.position.deciders if start.player_at(s).is_bot]
    people = [s for s in start.position.deciders if not start.player_at(s).is_bot]
    ears = Ears(plan, bots, len(log))
    ears.store = kept
    host = TableService(
        Settings(settings.database, "", bot_pause_s=0, bot_threads=threads), kept, ears
    )

    def votes() -> int:
        return sum(e.kind == "moved" for e in kept.events("t", len(log)))

    def people_vote() -> None:
        for seat in people:
            with host.locked("t") as table:
                decision = table.decision(seat)
            command = Move(plan.votes[seat], decision)
            host.execute("t", command, start.player_at(seat).owner, lambda table: table.number)

    try:
        with host.locked("t"):  # opens the ballot and asks the bots
            pass
        if people_first:
            people_vote()
        plan.gate.set()
        end = time.monotonic() + HANG_S
        while votes() < len(bots) + people_first * len(people):
            assert time.monotonic() < end, "the bots do not vote"
            with host.locked("t"):  # a browser asks for the state
                pass
            time.sleep(0.005)
        if not people_first:
            people_vote()
    finally:
        plan.gate.set()
        host.close()
    after = Store(settings.database)
    events = list(after.events("t", len(log)))
    after.close()
    return Run(ears.told, events, ears.found_first)


@pytest.mark.parametrize("people_first", [True, False])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("seating", "skip"), [*zip(SEATINGS, (0, 3), strict=True)])
@pytest.mark.slow
def test_T14_bots_vote_in_the_rules_order_however_long_they_think_and_whatever_they_vote(
    seating: str,
    skip: int,
    threads: int,
    people_first: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (event_log, table_service, discussion):
        monkeypatch.setattr(module, "now", lambda: 2000)
    players = SEATINGS[seating]
    log = before_ballot(players, seed=7, skip=skip)
    position = Table.fold("t", log).position
    assert isinstance(position, TorchPosition)
    bots = [s for s in position.clockwise if s in position.deciders and players[s].is_bot]
    assert len(bots) >= 2
    orders = list(permutations(bots)) if threads >= len(bots) else [None, None, None]
    chance, runs = random.Random(seating), []
    for number, order in enumerate(orders):
        options = {s: [m.text for m in position.moves(s)] for s in position.deciders}
        votes = {
            # people vote the same in all runs, bots something else each time
            s: options[s][(number + s) % len(options[s]) if players[s].is_bot else 0]
            for s in position.deciders
        }
        if number % 3 == 2:
            votes |= {s: chance.choice(options[s]) for s in bots}
        plan = Plan(votes, order, len(position.history))
        folder = tmp_path / str(number)
        done = run(folder, log, plan, monkeypatch, threads=threads, people_first=people_first)
        assert sorted(plan.found) == sorted(bots)
        cast = [(e.number, e.body["player"], e.body["move"]) for e in done.log if e.kind == "moved"]
        by_bots = [(player, move) for _, player, move in cast if player in bots]
        assert by_bots == [(seat, votes[seat]) for seat in bots]
        assert done.found_first, "a bot's vote was logged while another bot thought"
        runs.append(([(n, player) for n, player, _ in cast], done.told))
    assert len(runs[0][1]) >= len(position.deciders) - 1
    for numbers, received in runs[1:]:
        assert numbers == runs[0][0]
        assert received == runs[0][1]


class Together(list[str]):
    """Where a bot's move is put; goes on when all bots have put theirs."""

    def __init__(self, barrier: threading.Barrier):
        super().__init__()
        self.barrier = barrier

    def append(self, move: str) -> None:
        super().append(move)
        self.barrier.wait(HANG_S)


class Minds:
    """Three bots that vote in the first ballot of a game, without a table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, reply: Callable[[int], None]):
        players = SEATINGS["a person and three bots"]
        position = Table.fold("t", before_ballot(players, seed=7, skip=0)).position
        assert isinstance(position, TorchPosition)
        self.bots = [s for s in position.clockwise if players[s].is_bot]
        self.plan = Plan(dict.fromkeys(self.bots, "vote:5"), None, len(position.history))
        self.plan.gate.set()
        monkeypatch.setattr(bot_runner, "bot", lambda *_: self.plan)
        self.position = position
        self.replied: list[int] = []
        self._reply = reply
        self._done = threading.Event()
        self.minds = BotRunner(self, rng=random.Random(0), threads=len(self.bots), pause=0)

    def ask(self, seats: Sequence[int], *, together: bool = False) -> None:
        """What the table does after each event and each request for its state."""
        barrier = threading.Barrier(len(seats))
        view = self.position.view
        asked = [Question("t", s, 9, "1", view(s)) for s in seats]
        if together:
            asked = [replace(question, found=Together(barrier)) for question in asked]
        self.minds.ask("t", tuple(asked))

    def on_bots_finished(self, _table: str, *, shown: bool) -> None:
        assert shown

    def on_bot_move(self, _table: str, seat: int, _move: str, _decision: int) -> None:
        self._reply(seat)
        self.replied.append(seat)
        self.ask([s for s in self.bots if s not in self.replied])
        if len(self.replied) == len(self.bots):
            self._done.set()

    def wait(self) -> None:
        try:
            assert self._done.wait(HANG_S)
        finally:
            self.minds.close()


def test_T14_bots_that_find_their_votes_at_the_same_moment_reply_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow_first(seat: int) -> None:  # another thread holds the table for a while
        time.sleep(0.2 if seat == minds.bots[0] else 0)

    minds = Minds(monkeypatch, slow_first)
    minds.ask(minds.bots, together=True)
    minds.wait()
    assert minds.replied == minds.bots


def test_T14_a_bot_whose_reply_is_on_its_way_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def looked_at(_: int) -> None:  # a client asks for the state before the reply is logged
        minds.ask([s for s in minds.bots if s not in minds.replied])
        time.sleep(0.1)

    minds = Minds(monkeypatch, looked_at)
    minds.ask(minds.bots)
    minds.wait()
    assert minds.replied == minds.bots
    assert sorted(minds.plan.asked) == sorted(minds.bots)


# -- the pace of a table --------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "pause_ms"), [(0.3, 210), (1.0, 700), (4.0, 2800)])
def test_a_move_is_shown_after_the_pause_of_its_table(
    monkeypatch: pytest.MonkeyPatch, pace: float, pause_ms: int
) -> None:
    """By a clock that stands still."""
    shown: list[int] = []
    scheduled = threading.Event()

    class Calls:
        def __init__(self, _name: str):
            pass

        def call_at(self, at: int, *_: Any) -> None:
            shown.append(at)
            scheduled.set()

        def close(self) -> None:
            pass

    listener = SimpleNamespace(on_bots_finished=lambda _table, shown: None)
    monkeypatch.setattr(bot_runner, "Scheduler", Calls)
    monkeypatch.setattr(bot_runner, "now", lambda: 1000)
    position = Table.fold("t", before_ballot((BOT,) * 4, seed=7, skip=0)).position
    runner = BotRunner(listener, rng=random.Random(0), threads=1, pause=0.7)
    try:
        seat = position.deciders[0]
        runner.ask("t", (Question("t", seat, 9, "1", position.view(seat), pace=pace),))
        assert scheduled.wait(HANG_S)
    finally:
        runner.close()
    assert shown == [1000 + pause_ms]
