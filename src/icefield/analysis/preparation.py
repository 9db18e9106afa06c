"""Compiles what players need of each game, and tells how far that is.

Run with `python -m icefield.analysis.preparation` in the background of a server: on an empty cache
it goes through the games and calls what a table calls, so that all of it is compiled when it is
needed. Games that are played already are compiled by another process first (see `core/jit`).

The time that is left is estimated from `compile_times.toml` in the game's data: how long each
function took on one machine (`scripts/compile_times.py` writes it). What the cache holds is done.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..bots import bot, levels
from ..core import jit
from ..core.game import CHANCE, Game, Position
from ..core.jit import requests
from ..core.jit.config import index_name
from ..core.message import Message, message
from ..games import game as find_game
from ..games import keys, read_toml
from ..play.session import find_threats
from .hints import find_hint

MODULE: Final = "icefield.analysis.preparation"
_NICE: Final = 15
_MOVES: Final = 12
_AT_ONCE: Final = threading.Event()
_AT_ONCE.set()


# -- what is compiled -----------------------------------------------------------------------------


def steps(game: Game) -> Iterator[Callable[[], None]]:
    """The calls that compile all that a table needs, the most urgent first."""
    first = _after_chance(game.start())
    known = levels(game)
    usual = len(known) // 3
    yield lambda: _decide(first, known[usual].name)
    yield lambda: _play(game)
    seen = {(known[usual].search, bool(known[usual].proof), known[usual].all_cores)}
    for seats in (n for n in game.seats if n > 1):
        start = _after_chance(game.start(seats=seats))
        for level in levels(game, seats):
            if (kind := (level.search, bool(level.proof), level.all_cores)) not in seen:
                seen.add(kind)
                yield lambda start=start, name=level.name: _decide(start, name)  # type: ignore[misc]
    yield lambda: _help(first)


def _after_chance(position: Position) -> Position:
    chance = random.Random(1)
    while position.turn == CHANCE:
        position = position.play(chance.choice([*position.odds()]))
    return position


def _decide(position: Position, level: str) -> None:
    bot(position.game, level).choose(position, seat=position.deciders[0], stop=_AT_ONCE)


def _play(game: Game) -> None:
    """Call what the page of a table calls, in a short game."""
    chance = random.Random(1)
    position = game.start()
    for _ in range(_MOVES):
        position = _after_chance(position)
        if not position.deciders:
            return
        seat = position.deciders[0]
        view = position.view(seat)
        view.scene(seat)
        game.read(str(position))
        position = position.play(chance.choice(position.moves(seat)), seat)


def _help(position: Position) -> None:
    seat = position.deciders[0]
    view = position.view(seat)
    find_hint(view, seat, _AT_ONCE)
    find_threats(view, seat)


def prepare(game: Game) -> None:
    """Compile all that a table of a game needs, as far as it is not in the cache."""
    for step in steps(game):
        step()
    _marker(game.key).touch()


# -- how far it is --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a game is compiled; `percent` and `seconds_left` are estimates."""

    ready: bool
    percent: int = 100
    seconds_left: int = 0
    """About how long it still takes; 0 where that is not known."""

    def sentence(self) -> Message:
        """What a player is told."""
        if self.seconds_left > 0:
            return message("play.prepare.left", seconds=self.seconds_left)
        return message("play.prepare.begins")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A function in `compile_times.toml`: its machine code's index, its seconds."""

    path: Path
    seconds: float


def _marker(key: str) -> Path:
    """The file that says that all of a game is compiled.

    Its name holds what that depends on.
    """
    kernel = find_spec(find_game(key).kernel)
    assert kernel is not None
    assert kernel.origin is not None
    searches = jit.digest(jit.config.PACKAGE / "search")
    return jit.cache_folder(Path(kernel.origin).resolve().parent) / f"{searches}.prepared"


@lru_cache(maxsize=32)
def _entries(key: str) -> tuple[_Entry, ...]:
    """The functions that have to be compiled for a game."""
    game = find_game(key)
    tags = (jit.bind(game).name,)
    found = []
    for name, seconds in read_toml(key, "compile_times.toml").items():
        tagged = name.endswith("!")
        module, _, function = name.removesuffix("!").rpartition(".")
        if (spec := find_spec(module)) is None or spec.origin is None:
            continue
        folder = jit.cache_folder(Path(spec.origin).resolve())
        index = index_name(module, function, tags if tagged else ())
        found.append(_Entry(folder / f"{index}.nbi", float(seconds)))
    return tuple(found)


class Estimate:
    """The progress of a game, as this process has seen it.

    Several threads may use it.
    """

    _SLOWEST: Final = 0.1  # seconds of the table that are compiled in a second
    _EXPECTED: Final = 0.7

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic):
        self._key = key
        self._clock = clock
        self._lock = threading.Lock()
        self._first: tuple[float, float] | None = None
        self._last = (float("-inf"), Progress(ready=False))

    def progress(self) -> Progress:
        """How far it is, looked up at most twice a second."""
        with self._lock:
            at, known = self._last
            now = self._clock()
            if known.ready or now - at < 0.5:
                return known
            found = self._look(now)
            self._last = now, found
            return found

    def _look(self, now: float) -> Progress:
        if _marker(self._key).exists():
            return Progress(ready=True)
        entries = _entries(self._key)
        total = sum(entry.seconds for entry in entries)
        done = sum(entry.seconds for entry in entries if entry.path.exists())
        if total <= 0:
            return Progress(ready=False, percent=0)
        if self._first is None:
            self._first = now, done
        began, before = self._first
        rate = self._EXPECTED
        if now - began > 5.0:
            rate = max(self._SLOWEST, (done - before) / (now - began))
        percent = min(99, int(100 * done / total))
        return Progress(False, percent, max(1, round((total - done) / rate)))


@lru_cache(maxsize=64)
def estimate(key: str) -> Estimate:
    """The estimate of a game, one for each process."""
    return Estimate(key)


# -- the process ----------------------------------------------------------------------------------

_process: Final = requests.Process(MODULE)


def start() -> None:
    """Have all games compiled in the background, unless they are."""
    if not jit.INTERPRETED and not all(_marker(key).exists() for key in keys()):
        _process.ensure()


def stop() -> None:
    """End the background process; what it has compiled stays."""
    _process.close()


def prepare_all() -> None:
    """Compile all games that are not compiled, unless another process does."""
    with requests.alone("preparation") as alone:
        for key in keys() if alone else ():
            if not _marker(key).exists():
                prepare(find_game(key))


if __name__ == "__main__":
    requests.end_with_parent()
    requests.lower_priority(_NICE)
    prepare_all()
