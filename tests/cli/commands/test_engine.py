"""The engine and the server as real processes."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

import icefield

from ...timeouts import HANG_S
from ..conftest import PROGRAM, Start


class Process:
    """An engine at the other end of two pipes."""

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, begin: str, patience: float = HANG_S) -> list[str]:
        """All lines up to the first that begins so."""
        seen: list[str] = []
        end = time.monotonic() + patience
        while not seen or not seen[-1].startswith(begin):
            seen.append(self._lines.get(timeout=max(0.01, end - time.monotonic())))
        return seen

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(HANG_S)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def engine(start: Start) -> Iterator[Process]:
    process = Process(start("engine", "seals"))
    yield process
    process.end()


@pytest.mark.slow
def test_an_engine_plays_a_game(engine: Process) -> None:
    engine.send("ugi")
    assert engine.until("ugiok")[0].startswith("id name Icefield seals")
    engine.send("isready")
    engine.until("readyok")
    position = icefield.game("seals").start()
    while position.turn is not None:
        played = " ".join(str(move) for move in position.history)
        engine.send(f"position startpos{' moves ' if played else ''}{played}", "go nodes 300")
        position = position.play(engine.until("bestmove")[-1].split()[1])
    engine.send(f"position fen {position}", "query gameover", "go nodes 10")
    assert engine.until("bestmove") == ["response true", "bestmove (none)"]
    engine.send("quit")
    assert engine.process.wait(HANG_S) == 0
    assert engine.process.stderr is not None
    assert engine.process.stderr.read() == ""


@pytest.mark.parametrize("search", ["alphabeta", "uct"])
def test_an_engine_stops_an_endless_search(engine: Process, search: str) -> None:
    engine.send(f"setoption name search value {search}", "isready")
    engine.until("readyok")
    engine.send("position startpos", "go infinite")
    engine.until("info")
    engine.send("isready")
    engine.until("readyok")
    engine.send("stop")
    assert engine.until("bestmove")[-1] != "bestmove (none)"


def test_an_engine_survives_junk(engine: Process) -> None:
    engine.send("\x00\x01", "go go go", "position fen ////", "setoption name é value ∞", "isready")
    answer = engine.until("readyok")
    assert [line.split()[:3] for line in answer[:-1]] == [["info", "string", "error"]] * 4


def test_an_engine_thinks_as_long_as_it_may(engine: Process) -> None:
    engine.send("isready")
    engine.until("readyok")
    began = time.monotonic()
    engine.send("position startpos", "go movetime 300")
    engine.until("bestmove")
    assert time.monotonic() - began > 0.25


@pytest.mark.slow
def test_a_limited_search_finishes_after_the_end_of_input() -> None:
    done = subprocess.run(
        [PROGRAM, "engine", "seals"],
        input=b"position startpos\ngo nodes 5000\n\xff\xfe\n",
        capture_output=True,
        timeout=HANG_S,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith(b"bestmove ")


@pytest.mark.slow
def test_an_endless_search_ends_with_the_input() -> None:
    done = subprocess.run(
        [PROGRAM, "engine", "seals"],
        input=b"isready\nposition startpos\ngo infinite\n",
        capture_output=True,
        timeout=HANG_S,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith(b"bestmove ")


@pytest.mark.slow
def test_a_reader_that_goes_away_during_a_search_is_no_trouble(start: Start) -> None:
    process = start("engine", "seals")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write("isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == "readyok\n"
    process.stdout.close()
    process.stdin.write("position startpos\ngo movetime 300\n")
    process.stdin.close()
    assert process.wait(HANG_S) == 141
    assert process.stderr.read() == ""
