"""What all commands share: help, version, languages, and errors in one line."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

import icefield
from icefield.cli.commands import games

from ..timeouts import HANG_S
from .conftest import PROGRAM, Run, refused, work

Start = Callable[..., "subprocess.Popen[str]"]

COMMANDS = ("games", "rules", "play", "perft", "bench", "solve", "engine", "serve")


def test_help_names_every_command(run: Run) -> None:
    for arguments in ([], ["--help"]):
        ran = run(*arguments)
        assert ran.status == 0
        assert all(f"\n    {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"usage: icefield {command} ")
    assert "cli." not in ran.out  # every message has its text


def test_version(run: Run) -> None:
    assert run("--version").out == f"icefield {icefield.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["skate"], "usage", "skate"),
        (["perft", "seals"], "usage", "DEPTH"),
        (["perft", "seals", "many"], "usage", "“many” is not a whole number"),
        (["perft", "seals", "-1"], "usage", ""),
        (["perft", "seals", "101"], "usage", "“101” is not a whole number from 0 to 100"),
        (["perft", "walrus", "1"], "unknown-game", "seals"),
        (["perft", "seals", "1", "--position", "junk"], "bad-fields", "three parts"),
        (["perft", "seals", "1", "--position", "4/7b/8/8/8/8/s4b/4 s -"], "bad-row", "(S1)"),
        (["rules", "walrus"], "unknown-game", "walrus"),
        (["rules", "seals", "S99"], "no-such-rule", "S12"),
        (["solve", "seals"], "usage", "POSITION"),
        (["solve", "seals", "junk", "s", "-"], "bad-letter", "j"),
        (["solve", "seals", "start", "--seconds", "nan"], "usage", "“nan”"),
        (["bench", "walrus"], "unknown-game", "walrus"),
        (["engine", "walrus"], "unknown-game", "walrus"),
        (["serve", "--port", "70000"], "usage", "70000"),
        (["play", "walrus"], "unknown-game", "walrus"),
        (["play", "seals", "--bot", "99"], "bad-option", "1, 2"),
        (["play", "seals", "--bot", "1", "--side", "walrus"], "bad-option", "seals, bears"),
        (["play", "seals", "--side", "bears"], "usage", "--bot"),
        (["play", "seals", "--from", "nothing.txt"], "file", "nothing.txt"),
        (["play", "seals", "--from", "."], "file", "."),
        (["play", "seals", "--record", "no/where.txt"], "file", "no/where.txt"),
        (["--lang", "xx", "games"], "bad-option", "xx"),
        (["games", "--lang=xx"], "bad-option", "en"),
        (["games", "--lang"], "bad-option", "en"),
        (["games", "--walrus"], "usage", "--walrus"),
    ],
    ids=" ".join,
)
def test_wrong_input_is_refused_in_one_line(
    run: Run, arguments: list[str], code: str, says: str
) -> None:
    assert says in refused(run(*arguments), code)


def test_ctrl_c_has_its_own_status(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "keys", interrupted)
    assert run("games").status == 130


def test_trouble_of_the_system_is_told_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(games, "keys", failing)
    assert refused(run("games"), "file") == "That did not work: No space left on device."


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_mistake_of_ours_is_told_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, debug: str
) -> None:
    def failing() -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(games, "keys", failing)
    monkeypatch.setenv("ICEFIELD_DEBUG", debug)
    ran = run("games")
    assert (ran.status, ran.out) == (70, "")
    assert "RuntimeError: two lines" in ran.err.splitlines()[-1]
    assert ran.err.endswith(" [internal]\n")
    assert (ran.err.count("\n") > 1) == ("Traceback" in ran.err) == bool(debug)


# -- as a real process ----------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", ["['--help']", "['games']", "['play', '--help']"])
def test_light_commands_load_nothing_heavy(arguments: str) -> None:
    code = (
        "import sys; from icefield.cli.main import main\n"
        f"assert main({arguments}) == 0\n"
        "heavy = {'numba', 'numpy', 'llvmlite', 'sqlalchemy', 'fastapi'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=HANG_S)


def test_the_entry_point_is_installed() -> None:
    done = subprocess.run(
        [PROGRAM, "--version"], capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"icefield {icefield.__version__}\n")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "icefield", "rules", "no-such-game"],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("icefield: ")
    assert "no-such-game" in done.stderr


def test_a_reader_that_goes_away_is_no_trouble(start: Start) -> None:
    process = start("rules", "seals")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(HANG_S) == 141
    assert process.stderr.read() == ""
    process.communicate()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("games", 0), ("analyse -", 2), ("engine seals", 0), ("play seals --plain", 0)],
)
@pytest.mark.slow
def test_closed_streams_are_no_trouble(arguments: str, status: int, closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {shlex.quote(str(PROGRAM))} {arguments} {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert "internal" not in done.stderr


def test_output_that_cannot_be_encoded_is_replaced() -> None:
    done = subprocess.run(
        [PROGRAM, "rules", "seals", "S1"],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "HOME": "/nonexistent", "PATH": ""},
        timeout=HANG_S,
    )
    assert done.returncode == 0
    assert b"8?8 board" in done.stdout


@pytest.mark.parametrize(
    "arguments", [("perft", "seals", "14"), ("bench", "--seconds", "3600")], ids=" ".join
)
@pytest.mark.slow
def test_ctrl_c_ends_compiled_work_at_once(start: Start, arguments: tuple[str, ...]) -> None:
    process = start(*arguments)
    work(process)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert "Traceback" not in err
