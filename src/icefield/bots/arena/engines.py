"""External engines over UGI, the Universal Game Interface: the client's side."""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import Final

from ...core.errors import IcefieldError
from ...core.game import Game, Move, Position
from ...core.message import Message, message
from .pool import call_at_worker_exit

STARTUP_TIMEOUT_S = 60.0
"""Seconds to start: an engine may compile something."""
MOVE_GRACE_S = 10.0
"""Seconds beyond its time for a move."""
_QUIT_TIMEOUT_S: Final = 1.0  # to exit after `quit`
_MAX_LINE_CHARACTERS: Final = 100_000
_MAX_WAITING_LINES: Final = 10_000  # that were not read yet
_MAX_OTHER_LINES: Final = 1_000_000  # before the one that is expected
_running: Final[set[subprocess.Popen[str]]] = set()
_starting: Final = threading.Lock()


class EngineFailed(IcefieldError):  # noqa: N818 (named like the errors of core)
    """An external engine that did not start, answer in time, or play by the rules."""

    code = "engine-failed"


def _start(command: str) -> subprocess.Popen[str]:
    """Start an engine and remember it, so that it never outlives this process."""
    with _starting:
        started = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is for this process
        )
        _running.add(started)
    return started


def _kill(process: subprocess.Popen[str]) -> None:
    """End an engine and its child processes, where the system can do that."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


@atexit.register
def kill_all_engines() -> None:
    """End all engines, also those that are starting; none is started after."""
    _starting.acquire(timeout=_QUIT_TIMEOUT_S)
    for process in [*_running]:
        _kill(process)


call_at_worker_exit(kill_all_engines)


class Engine:
    """A running engine, for many games; `close` ends it."""

    def __init__(self, game: Game, command: str, seconds: float):
        self.name = command
        self._seconds = seconds
        self._lines: queue.Queue[str | None] = queue.Queue(_MAX_WAITING_LINES)
        self._closing = threading.Event()
        self._known: dict[str, str] = {}
        self._first: Position | None = None
        self._game = game
        try:
            self.process = _start(command)
        except (OSError, ValueError, IndexError):
            raise self._failed("bots.engine.start") from None
        self._reader = threading.Thread(target=self._read, daemon=True, name="engine-reader")
        self._reader.start()
        try:
            self.send("ugi")
            self._await("ugiok", STARTUP_TIMEOUT_S, otherwise="bots.engine.handshake")
        except BaseException:
            self.close()
            raise

    def _failed(self, id_: str) -> EngineFailed:
        said: Message = message(id_, command=self.name[:60])
        return EngineFailed(said)

    def _read(self) -> None:
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):  # closed meanwhile
            while line := self.process.stdout.readline(_MAX_LINE_CHARACTERS):
                self._put(line.strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Hand a line over; an engine that writes too much waits until it is read."""
        while not self._closing.is_set():
            with suppress(queue.Full):
                self._lines.put(line, timeout=_QUIT_TIMEOUT_S / 4)
                return

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._failed("bots.engine.gone") from None

    def _await(self, first: str, seconds: float, otherwise: str = "bots.engine.late") -> str:
        """The next line that begins with that word.

        The failure is `otherwise` when it does not come in time, or after too many other lines.
        """
        deadline = time.monotonic() + seconds
        for _ in range(_MAX_OTHER_LINES):
            if (left_s := deadline - time.monotonic()) <= 0:
                break
            try:
                line = self._lines.get(timeout=left_s)
            except queue.Empty:
                break
            if line is None:
                raise self._failed("bots.engine.gone")
            if line.split(" ", 1)[0] == first:
                return line
        raise self._failed(otherwise)

    def _set_up(self, position: Position) -> None:
        """Begin a game; send the seats and options first where they have changed."""
        first = _first_position(position)
        if first is self._first:
            return
        wanted = {name: str(value) for name, value in position.options.items()}
        if len(self._game.seats) > 1:
            wanted["seats"] = str(position.seats)
        for name, value in wanted.items():
            if self._known.get(name) != value:
                self.send(f"setoption name {name} value {value}")
        self._first, self._known = first, wanted
        self.send("uginewgame")
        self.send("isready")
        self._await("readyok", STARTUP_TIMEOUT_S)

    def choose(self, position: Position, seat: int) -> Move:
        """The engine's move; raises EngineFailed when it is missing, late or illegal."""
        self._set_up(position)
        view = position.view(seat)
        self.send(f"position {_position_command(view)}")
        self.send(f"go movetime {max(1, round(1000 * self._seconds))}")
        words = self._await("bestmove", self._seconds + MOVE_GRACE_S).split(" ", 1)
        text = words[1].strip() if len(words) > 1 else ""
        found = next((move for move in position.moves(seat) if move.text == text), None)
        if found is None:
            raise self._failed("bots.engine.illegal")
        return found

    def close(self) -> None:
        """Ask the engine to quit, and end it when it does not."""
        self._closing.set()
        try:
            self.send("quit")
            self.process.wait(_QUIT_TIMEOUT_S)
        except (EngineFailed, subprocess.TimeoutExpired):
            pass
        _kill(self.process)
        self.process.wait()
        _running.discard(self.process)
        self._reader.join(_QUIT_TIMEOUT_S)
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what it never read is lost
                if pipe is not None:
                    pipe.close()


def _first_position(position: Position) -> Position:
    """The position in which a history begins."""
    while position.before is not None:
        position = position.before
    return position


def _position_command(view: Position) -> str:
    """A position as a command of the protocol, with its history.

    The history matters for repetition; it is left out where something in it is concealed.
    """
    if view.concealed:
        return f"fen {view}"
    first = _first_position(view)
    words = (
        "startpos" if first == first.game.start(first.seats, **first.options) else f"fen {first}"
    )
    moves = " ".join(move.text for move in view.history)
    return f"{words} moves {moves}" if moves else words
