"""Run the program: in this process with captured streams, or as a real process."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import icefield
from icefield.cli.main import main

PROGRAM = Path(sys.executable).parent / "icefield"


@dataclass(frozen=True)
class Ran:
    """What a run of the program did."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """`run("perft", "seals", "2", typed="…")` in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C.UTF-8")

    def runner(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(arguments)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return runner


def hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the installed program as a process of its own, with pipes.

    It receives Ctrl-C even where the tests run in the background, and never outlives its test.
    """
    started: list[subprocess.Popen[str]] = []

    def starter(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**os.environ, "PYTHONWARNINGS": "error"},
            preexec_fn=hear_ctrl_c,  # noqa: PLW1509 (it only sets a signal)
        )
        started.append(process)
        return process

    yield starter
    for process in started:
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
            with suppress(OSError):  # what it never read is lost
                pipe.close()


def work(process: subprocess.Popen[str], seconds: float = 1.5) -> None:
    """Wait until a process, with its children, has used that much processor time.

    Then it is past its imports, however busy the machine is.
    """
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        if _ticks(process.pid) / ticks >= seconds:
            return
        time.sleep(0.05)


def _ticks(pid: int) -> int:
    """The processor time of a process and its children; 0 for one that has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        tasks = [task.read_text().split() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return 0
    return sum(map(int, fields[11:13])) + sum(_ticks(int(child)) for own in tasks for child in own)


def refused(ran: Ran, code: str) -> str:
    """Check that a run was refused the way every refusal looks; returns the sentence."""
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("icefield: ")
    assert ran.err.endswith(f" [{code}]\n"), ran.err
    return ran.err.removeprefix("icefield: ").removesuffix(f" [{code}]\n")


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def whole_game() -> list[str]:
    """Moves of a game to its end: always the first legal one."""
    position = icefield.game("seals").start()
    while position.turn is not None:
        position = position.play(position.moves()[0])
    return [str(move) for move in position.history]


Start = Callable[..., "subprocess.Popen[str]"]
