"""Runs bots in a few threads.

A bot that searches an outdated position is stopped and its reply is dropped. Bots of one table that
are asked together reply together, in the order of the questions: the time a bot took tells a viewer
nothing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from ...bots import bot, levels
from ...bots.levels import Level
from ...core import jit
from ...core.game import Game, Position
from ..clock import now
from ..cluster.bot_jobs import BOTS_ONLY, DEFAULT_TURN, LONG, SHORT
from ..errors import Busy
from ..storage.bot_jobs import Turn
from .fair_pool import FairPool
from .fair_queue import NO_ACCOUNT, Account, Ledger
from .scheduler import Scheduler

_log = logging.getLogger("icefield.server")

_NICE: Final = 10
"""The priority of threads in which bots search: people's moves come first."""
INTERPRETED_S: Final = 5.0
"""The processor time for a move whose search is not compiled; then it waits for the compiler."""
_COMPILER_POLL_MS: Final = 300
"""The interval at which a bot looks whether its search has been compiled."""
_REPLY_THREADS: Final = 2
"""The number of threads that append the moves of bots; those that search do not wait."""
SHORT_S: Final = 0.25
"""A search that is expected to take longer leaves a thread to shorter ones."""
_NODES_PER_S: Final = 200_000
"""For what the first search of a level is expected to take."""
_WARM_UP: Final = BOTS_ONLY + 1
"""The rank of loading searches: after all that bots are asked."""
_MAX_QUESTIONS: Final = 10_000
_MAX_WARM_UPS: Final = 8
_CORES: Final = os.cpu_count() or 1
_CLOSE_S: Final = 3.0
"""The time that bots have to stop when the server ends."""

ObserveThinking = Callable[[str, str, float], None]
"""Gets the game, the level and for how many seconds a bot thought."""


def ignore_thinking(game: str, level: str, seconds: float) -> None:
    """Observe nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A bot's decision: `position` is its own view, `decision` its decision number."""

    table: str
    seat: int
    decision: int
    level: str
    position: Position
    pace: float = 1.0
    """By what the pause before its move is multiplied."""
    turn: Turn = DEFAULT_TURN
    """For whom the bot plays."""
    stop: threading.Event = field(default_factory=threading.Event, compare=False)
    found: list[str] = field(default_factory=list, compare=False)
    """The move, once it may be shown."""
    thought: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set once there is a move that is to be shown a little later."""
    began: list[float] = field(default_factory=list, compare=False)
    """When a thread began to think about it, by the monotonic clock in seconds."""
    began_at: list[int] = field(default_factory=list, compare=False)
    """The same in milliseconds since 1970."""


def _kind(game: Game, level: str, seats: int) -> str:
    return f"{game.key} {level} {seats}"


def _account_of(turn: Turn) -> Account:
    return Account(turn.address, turn.owner)


def _find_level(game: Game, name: str, seats: int) -> Level | None:
    return next((each for each in levels(game, seats) if each.name == name), None)


def _uses_all_cores(question: Question) -> bool:
    position = question.position
    level = _find_level(position.game, question.level, position.seats)
    return level is not None and level.all_cores


def _all_cores_clock() -> float:
    """The processor time of a search that uses the whole machine, in seconds."""
    return time.monotonic() * _CORES


class BotListener(Protocol):
    """Receives the moves of bots, in threads of the bot runner: the table service."""

    def on_bot_move(self, table_id: str, seat: int, move: str, decision: int) -> None:
        """Handle a bot's move; `decision` is the decision number of its question."""

    def on_bots_finished(self, table_id: str, *, shown: bool) -> None:
        """Handle that no bot searches for a table any more.

        Without `shown`, all their moves are found and are shown after a pause, for which no thread
        waits.
        """


class BotRunner:
    """All open questions of bots, at most one for each seat of a table.

    One thread more than `threads` runs short searches only, and one fewer those of tables of bots
    alone: a weak bot that plays with a person never waits for a strong one.

    Moves are shown `pause` seconds, times the pace of their table, after a bot began to search; a
    bot that takes more than `limit` seconds is given up.
    """

    def __init__(
        self,
        listener: BotListener,
        *,
        rng: random.Random,
        threads: int,
        pause: float,
        limit: float = float("inf"),
        observe: ObserveThinking = ignore_thinking,
    ):
        self._listener = listener
        self._observe = observe
        self._rng = rng
        self._pause = pause
        self._limit = limit
        self._ledger = Ledger()
        self._thinkers = FairPool(
            "bot",
            threads=threads + 1,
            short_threads=1,
            short_s=SHORT_S,
            rank_threads={BOTS_ONLY: max(1, threads - 1), _WARM_UP: 1},
            most=_MAX_QUESTIONS,
            nice=_NICE,
            ledger=self._ledger,
        )
        self._repliers = FairPool(
            "reply", threads=_REPLY_THREADS, most=_MAX_QUESTIONS, ledger=Ledger()
        )
        self._warming_up: set[tuple[str, str, int]] = set()
        self._scheduler = Scheduler("icefield-bot-scheduler")
        self._lock = threading.Lock()
        self._open: dict[tuple[str, int], Question] = {}
        self._delivering: set[str] = set()  # tables
        self._closed = False

    def cost(self, turn: Turn) -> tuple[float, float]:
        """What the bots of an address, and of an owner there, have computed lately."""
        account = _account_of(turn)
        return self._ledger.of_address(account.address), self._ledger.of_owner(account)

    def rank(self, game: Game, levels: Iterable[str], seats: int, *, with_people: bool) -> int:
        """The rank of a job for these levels of bots."""
        if not with_people:
            return BOTS_ONLY
        short = all(self._expected_s(game, level, seats) <= SHORT_S for level in levels)
        return SHORT if short else LONG

    def _expected_s(self, game: Game, name: str, seats: int) -> float:
        """The processor time that a search of a level is expected to take."""
        level = _find_level(game, name, seats)
        if level is not None and level.seconds is not None:
            return level.seconds * _CORES
        nodes = 1.0 if level is None or level.nodes is None else float(level.nodes)
        return self._thinkers.expected_s(_kind(game, name, seats), nodes / _NODES_PER_S)

    def warm_up(self, position: Position, level: str) -> None:
        """Load the search of a level, or have it compiled, before its first move."""
        key = (position.game.key, level, position.seats)
        with self._lock:
            if key in self._warming_up or len(self._warming_up) >= _MAX_WARM_UPS:
                return
            self._warming_up.add(key)
        job = self._thinkers.submit(
            partial(self._load, position, level), account=NO_ACCOUNT, rank=_WARM_UP
        )
        job.add_done_callback(lambda _: self._warming_up.discard(key))

    def _load(self, position: Position, level: str) -> None:
        self._schedule_limit()
        at_once = threading.Event()
        at_once.set()
        try:
            if position.deciders:
                with jit.policy(jit.Policy.TRY, INTERPRETED_S):
                    bot(position.game, level).choose(position, stop=at_once)
        except Exception:  # it was only to save time; the first question reports the error
            _log.debug("bot not loaded: game=%s level=%s", position.game.key, level, exc_info=True)

    def _submit(self, question: Question, compiled_only: bool = False) -> None:
        """Have a thread think about a question."""
        game, seats = question.position.game, question.position.seats
        with contextlib.suppress(Busy):  # closed
            self._thinkers.submit(
                partial(self._think, question, compiled_only),
                _kind(game, question.level, seats),
                _account_of(question.turn),
                rank=question.turn.rank,
                expected_s=self._expected_s(game, question.level, seats),
                clock=_all_cores_clock if _uses_all_cores(question) else None,
            )

    def _reply(self, function: Callable[..., None], *args: Any) -> None:
        """Have a thread append moves."""
        with contextlib.suppress(Busy):  # closed
            self._repliers.submit(partial(function, *args), account=NO_ACCOUNT)

    def ask(self, table_id: str, questions: tuple[Question, ...]) -> None:
        """Have bots decide these questions of a table, and no others."""
        wanted = {(q.table, q.seat): q for q in questions}
        with self._lock:
            if self._closed:
                return
            for key in [k for k in self._open if k[0] == table_id]:
                new, old = wanted.get(key), self._open[key]
                if new is not None and new.decision == old.decision:
                    del wanted[key]  # being searched already
                else:
                    old.stop.set()
                    del self._open[key]
            for key, question in wanted.items():
                self._open[key] = question
                self._submit(question)
            for key in [(q.table, q.seat) for q in questions]:
                self._open[key] = self._open.pop(key)  # in the order of the questions

    def is_busy(self, table_id: str) -> bool:
        """Whether a bot searches for a table."""
        with self._lock:
            return any(of == table_id for of, _ in self._open)

    def _think(self, question: Question, compiled_only: bool = False) -> None:
        """Search for a move; without machine code only as far as that is quick enough.

        A search that is not, or has a limit of time, is tried again once it has been compiled. Its
        thread is free for other bots meanwhile.
        """
        if not question.began:
            question.began.append(time.monotonic())
            question.began_at.append(now())
        self._schedule_limit()
        position = question.position
        try:
            if not question.stop.is_set():
                asked = bot(position.game, question.level)
                compiled_only = compiled_only or asked.level(position.seats).all_cores
                way = jit.Policy.RAISE if compiled_only else jit.Policy.TRY
                with jit.policy(way, INTERPRETED_S):
                    report = asked.choose(
                        position,
                        seat=question.seat,
                        seed=self._rng.getrandbits(31),
                        stop=question.stop,
                    )
                thought_s = time.monotonic() - question.began[0]
                self._observe(position.game.key, question.level, thought_s)
                at = question.began_at[0] + round(1000 * self._pause * question.pace)
                self._show(question, report.best.text, at)
        except jit.NotCompiledError:
            at = now() + _COMPILER_POLL_MS
            self._scheduler.call_at(at, self._submit, question, True)
        except Exception:
            _log.exception("bot failed: table=%s seat=%d", question.table, question.seat)
            self._forget(question)

    def _show(self, question: Question, move: str, at: int) -> None:
        """Show a bot's move, but not before that time, in milliseconds since 1970."""
        if self._pause <= 0:
            self._add_move(question, move)
            return
        question.thought.set()
        with self._lock:
            asked = [q for q in self._open.values() if q.table == question.table]
        if asked and all(q.thought.is_set() for q in asked):
            self._listener.on_bots_finished(question.table, shown=False)
        self._scheduler.call_at(at, self._reply, self._add_move, question, move)

    def _add_move(self, question: Question, move: str) -> None:
        question.found.append(move)
        self._deliver(question.table)

    def _deliver(self, table_id: str) -> None:
        """Deliver the moves of a table in the order of the questions, once all are found.

        One thread at a time does this for a table, and a question stays open until its move is
        delivered, so neither the order nor the number of moves depends on which bot was quick.
        """
        with self._lock:
            if table_id in self._delivering:
                return  # the thread that delivers checks again before it ends
            self._delivering.add(table_id)
        while True:
            with self._lock:
                asked = [q for q in self._open.values() if q.table == table_id]
                if not asked or not all(q.found for q in asked):
                    self._delivering.discard(table_id)
                    break
                question = asked[0]
            try:
                self._listener.on_bot_move(
                    table_id, question.seat, question.found[0], question.decision
                )
            except Exception:
                _log.exception("bot move not made: table=%s seat=%d", table_id, question.seat)
            with self._lock:
                if self._open.get((table_id, question.seat)) is question:
                    del self._open[table_id, question.seat]
        if not asked:
            self._listener.on_bots_finished(table_id, shown=True)

    def _forget(self, question: Question) -> None:
        """Remove a question; the others do not wait for it."""
        key = (question.table, question.seat)
        with self._lock:
            if self._open.get(key) is not question:
                return
            del self._open[key]
        self._deliver(question.table)

    def _schedule_limit(self) -> None:
        """Schedule giving up a task that begins now, should it exceed the limit."""
        if self._limit < float("inf"):
            at = now() + round(1000 * self._limit) + 1
            self._scheduler.call_at(at, self._reply, self._give_up)

    def _give_up(self) -> None:
        """Drop the questions of bots that hang; their threads are replaced."""
        before = time.monotonic() - self._limit
        with self._lock:
            late = [
                q for q in self._open.values() if not q.found and q.began and q.began[0] < before
            ]
        for question in late:
            _log.error("bot given up: table=%s seat=%d", question.table, question.seat)
            question.stop.set()
            self._forget(question)
        self._thinkers.replace_hung(self._limit)

    def close(self) -> None:
        """Stop all bots, and wait for a while until they have; their moves are not needed."""
        with self._lock:
            self._closed = True
            for question in self._open.values():
                question.stop.set()
            self._open.clear()
        self._scheduler.close()
        self._repliers.close(_CLOSE_S)
        if not self._thinkers.close(_CLOSE_S):
            _log.error("bots not stopped: waited_s=%.0f", _CLOSE_S)
