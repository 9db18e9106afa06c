"""Bots think here, in a few worker threads. Whoever thinks about an outdated position is stopped,
and its reply is dropped. Bots of one table that are asked at once answer at once, in the order of
the questions: who thought longer tells nobody anything.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ...bots import bot
from ...core.game import Position
from .delays import Pauses
from .thread_pool import Hands

_log = logging.getLogger("icefield.server")

_NICE: Final = 10
"""Bots think when nobody else wants the processor: people's moves come first."""
_REPLIERS: Final = 2
"""How many threads write down what bots have found; those that think do not wait for it."""
_ENDING: Final = 3.0
"""How many seconds bots have to stop when the server ends."""

Timed = Callable[[str, str, float], None]
"""Is told the game, the level and how many seconds a bot thought."""
Reply = Callable[[str, int, str, int], None]
"""Gets table, seat, move and the decision number that was thought about."""


def untimed(game: str, level: str, seconds: float) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: `position` is its own view, `decision` what its reply will name."""

    table: str
    seat: int
    decision: int
    level: str
    position: Position
    stop: threading.Event = field(default_factory=threading.Event, compare=False)
    found: list[str] = field(default_factory=list, compare=False)
    """The move, once it may be shown."""
    thought: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set once there is a move that is to be shown a little later."""
    began: list[float] = field(default_factory=list, compare=False)
    """When somebody began to think about it, once somebody has."""


class Thinking:
    """All questions that bots are thinking about, at most one for each seat of a table. `rest` is
    told of a table when nobody thinks about it any more, whether or not there was a reply, and
    `thought` of one where all moves are found and are shown after a pause, for which nobody waits.
    Who thinks for more than `limit` seconds is given up."""

    def __init__(
        self,
        reply: Reply,
        *,
        chance: random.Random,
        threads: int,
        pause: float,
        rest: Callable[[str], None] = lambda _table: None,
        thought: Callable[[str], None] = lambda _table: None,
        timed: Timed = untimed,
        limit: float = float("inf"),
    ):
        self._reply = reply
        self._rest = rest
        self._thought = thought
        self._timed = timed
        self._chance = chance
        self._pause = pause
        self._limit = limit
        self._hands = Hands(threads, "icefield-bot", _NICE)
        self._repliers = Hands(_REPLIERS, "icefield-reply")
        self._pauses = Pauses(self._repliers.do, "icefield-pause")
        self._lock = threading.Lock()
        self._open: dict[tuple[str, int], Question] = {}
        self._giving: set[str] = set()  # tables whose replies are being given
        self._closed = False

    def warm_up(self, position: Position, level: str) -> None:
        """Have the search of a level loaded while people think about their first move."""
        self._hands.do(self._load, position, level)

    @staticmethod
    def _load(position: Position, level: str) -> None:
        at_once = threading.Event()
        at_once.set()
        try:
            if position.deciders:
                bot(position.game, level).choose(position, stop=at_once)
        except Exception:  # it was only to save time; thinking in earnest will tell
            _log.debug("a bot of %s could not be loaded", position.game.key, exc_info=True)

    def ask(self, table: str, questions: tuple[Question, ...]) -> None:
        """Have these, and no other, questions of a table thought about."""
        wanted = {(q.table, q.seat): q for q in questions}
        with self._lock:
            if self._closed:
                return
            for key in [k for k in self._open if k[0] == table]:
                new, old = wanted.get(key), self._open[key]
                if new is not None and new.decision == old.decision:
                    del wanted[key]  # being thought about already
                else:
                    old.stop.set()
                    del self._open[key]
            for key, question in wanted.items():
                self._open[key] = question
                self._hands.do(self._think, question)
            for key in [(q.table, q.seat) for q in questions]:
                self._open[key] = self._open.pop(key)  # in the order of the questions

    def busy(self, table: str) -> bool:
        """Whether somebody thinks about a table."""
        with self._lock:
            return any(of == table for of, _ in self._open)

    def _think(self, question: Question) -> None:
        began = time.monotonic()
        question.began.append(began)
        try:
            if not question.stop.is_set():
                thinker = bot(question.position.game, question.level)
                report = thinker.choose(
                    question.position,
                    seat=question.seat,
                    seed=self._chance.getrandbits(31),
                    stop=question.stop,
                )
                thought = time.monotonic() - began
                self._timed(question.position.game.key, question.level, thought)
                self._show(question, report.best.text, began + self._pause)
        except Exception:
            _log.exception("a bot failed at table %s", question.table)
            self._forget(question)

    def _show(self, question: Question, move: str, at: float) -> None:
        """Have a bot's move shown, but not before a moment of the monotonic clock."""
        if self._pause <= 0:
            self._found(question, move)
            return
        question.thought.set()
        with self._lock:
            asked = [q for q in self._open.values() if q.table == question.table]
        if asked and all(q.thought.is_set() for q in asked):
            self._thought(question.table)
        self._pauses.until(at, self._found, question, move)

    def _found(self, question: Question, move: str) -> None:
        question.found.append(move)
        self._deliver(question.table)

    def _deliver(self, table: str) -> None:
        """Give the replies of a table in the order of the questions, once nobody thinks about one
        of them any more. One thread at a time does this for a table, and a question stays open
        until its reply is given, so neither the order nor the number of replies depends on who
        was quick."""
        with self._lock:
            if table in self._giving:
                return  # whoever is at it looks again before leaving
            self._giving.add(table)
        while True:
            with self._lock:
                asked = [q for q in self._open.values() if q.table == table]
                if not asked or not all(q.found for q in asked):
                    self._giving.discard(table)
                    break
                question = asked[0]
            try:
                self._reply(table, question.seat, question.found[0], question.decision)
            except Exception:
                _log.exception("a bot's reply failed at table %s", table)
            with self._lock:
                if self._open.get((table, question.seat)) is question:
                    del self._open[table, question.seat]
        if not asked:
            self._rest(table)

    def _forget(self, question: Question) -> None:
        """Take a question off the list; the others do not wait for it."""
        key = (question.table, question.seat)
        with self._lock:
            if self._open.get(key) is not question:
                return
            del self._open[key]
        self._deliver(question.table)

    def give_up(self) -> None:
        """Leave the questions to others, or to a later time, that a bot does not come back from.
        Its thread is lost and another takes its place."""
        before = time.monotonic() - self._limit
        with self._lock:
            late = [
                q for q in self._open.values() if not q.found and q.began and q.began[0] < before
            ]
        for question in late:
            _log.error("a bot does not come back from table %s", question.table)
            question.stop.set()
            self._forget(question)
        self._hands.replace(self._limit)

    def close(self) -> None:
        """Stop all bots and wait until they have stopped, or for a while: nothing that they might
        still find is needed."""
        with self._lock:
            self._closed = True
            for question in self._open.values():
                question.stop.set()
            self._open.clear()
        self._pauses.close()
        self._repliers.close(_ENDING)
        if not self._hands.close(_ENDING):
            _log.error("a bot did not stop")
