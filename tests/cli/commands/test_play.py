"""`icefield play` at a terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ...timeouts import HANG_S
from ..conftest import PROGRAM

Popen = subprocess.Popen[bytes]


# Ctrl-C reaches the process whose terminal it is
_TAKE_TERMINAL = (
    "import fcntl, os, signal, sys, termios\n"
    "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"  # ignored where tests run in the background
    "fcntl.ioctl(1, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])"
)


def _at_terminal(options: list[str], folder: Path, **how: int) -> tuple[int, Popen]:
    """The program with a terminal of its own."""
    ours, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs} | how
    process = subprocess.Popen(
        [sys.executable, "-c", _TAKE_TERMINAL, str(PROGRAM), "play", "seals", *options],
        stdin=streams["stdin"],
        stdout=streams["stdout"],
        stderr=streams["stderr"],
        cwd=folder,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": ""},
    )
    os.close(theirs)
    return ours, process


@pytest.mark.parametrize(("keys", "status"), [(b"\x04", 0), (b"\x03", 130), (b"quit\n", 0)])
@pytest.mark.parametrize("options", [["--plain"], ["--words"]])
@pytest.mark.slow
def test_a_person_at_a_terminal(
    tmp_path: Path, options: list[str], keys: bytes, status: int
) -> None:
    """Ctrl-D and Ctrl-C leave without a traceback, colours or redrawing."""
    ours, process = _at_terminal(options, tmp_path)
    seen = _until(ours, b"Seals> ")
    os.write(ours, b"b2-d4\n")
    seen += _until(ours, b"Bears> ")
    _press(ours, keys, process)
    assert process.returncode == status
    os.close(ours)
    assert b"Traceback" not in seen
    assert b"\x1b[1;36mS" not in seen
    assert b"\x1b[?1049h" not in seen


@pytest.mark.slow
def test_moves_from_a_pipe_are_drawn_in_colours_on_a_terminal(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    ours, process = _at_terminal([], tmp_path, stdin=reader)
    os.close(reader)
    os.write(writer, b"b2-d4\n")
    seen = _until(ours, b"Bears, your turn: move a bear.")
    os.close(writer)
    assert process.wait(HANG_S) == 0
    os.close(ours)
    assert b"\x1b[1;36mS" in seen


@pytest.mark.parametrize(("keys", "status"), [(b"q", 0), (b"\x03", 130)])
@pytest.mark.slow
def test_at_a_terminal_the_app_opens(tmp_path: Path, keys: bytes, status: int) -> None:
    ours, process = _at_terminal([], tmp_path)
    seen = _until(ours, b"\x1b[?1049h")
    seen += _until(ours, b"Seals, your turn: move a seal.")
    os.write(ours, keys)
    with suppress(OSError):  # the other end is closed
        while left := os.read(ours, 4096):  # what it still writes must be read
            seen += left
    assert process.wait(HANG_S) == status
    os.close(ours)
    assert b"Traceback" not in seen


def _press(terminal: int, keys: bytes, process: subprocess.Popen[bytes]) -> None:
    """Press until the program has ended, as a person would.

    Under load a single Ctrl-C was seen to go unnoticed in `input` (three times in this suite, never
    in 520 trials outside it). The reason is not known, so this test does not check the number of
    presses.
    """
    for _ in range(15):
        os.write(terminal, keys)
        try:
            process.wait(60)  # a second Ctrl-C while it ends would kill it
            return
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    process.wait()


def _until(terminal: int, end: bytes) -> bytes:
    """What the program writes up to a prompt."""
    seen = b""
    while end not in seen:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, seen
        seen += os.read(terminal, 4096)
    return seen
