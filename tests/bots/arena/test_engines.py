"""Outside engines over UGI: ours, and engines that crash, hang, cheat or babble."""

from __future__ import annotations

import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import icefield
from icefield.bots.arena import engines
from icefield.bots.arena.engines import Engine, EngineFailed
from icefield.bots.arena.tournament import MatchSettings, Meeting, play_game, random_move
from icefield.core.game import CHANCE, Position

from ...cli.conftest import hear_ctrl_c
from ...timeouts import HANG_S
from .engine_scripts import OURS, script, told

SEALS, GLIDE = icefield.game("seals"), icefield.game("glide")


def decided(position: Position) -> Position:
    """A position after the draws it begins with."""
    rng = random.Random(1)
    while position.turn == CHANCE:
        position = position.play(random_move(position, rng))
    return position


# -- a good one -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "seats"), [("seals", 2), ("glide", 4), ("torch", 3)])
@pytest.mark.slow
def test_our_engine_plays_as_a_stranger(key: str, seats: int) -> None:
    game = icefield.game(key)
    engine = Engine(game, f"{OURS} {key}", 0.02)
    try:
        position = decided(game.start(seats))
        for _ in range(4):
            assert position.turn is not None
            move = engine.choose(position, position.turn)
            assert move in position.moves()
            position = decided(position.play(move))
    finally:
        engine.close()


@pytest.mark.slow
def test_an_engine_sees_its_own_view_of_a_ballot() -> None:
    torch = icefield.game("torch")
    text = next(t for t in _torch_positions() if "phase=number" in t)
    ballot = torch.read(text)
    assert ballot.turn is not None
    assert ballot.view(ballot.turn).concealed
    engine = Engine(torch, f"{OURS} torch", 0.02)
    try:
        assert engine.choose(ballot, ballot.turn) in ballot.moves()
    finally:
        engine.close()


def _torch_positions() -> list[str]:
    from icefield.search.signature import positions

    return positions()["torch"][1]


# -- what it is told ------------------------------------------------------------------------------

FIRST = 'print("bestmove", "up", flush=True)'


def test_an_engine_is_told_each_game_and_its_moves(tmp_path: Path) -> None:
    engine = Engine(GLIDE, script(tmp_path, "first", FIRST), 0.5)
    position = GLIDE.start(2)
    engine.choose(position, 0)
    after = position.play("up").play("left")
    engine.choose(after, 0)
    engine.choose(GLIDE.start(2), 0)
    engine.close()
    lines = told(tmp_path, "first")
    assert lines[0] == "ugi"
    assert lines[-1] == "quit"
    assert [line for line in lines if line == "uginewgame"] == ["uginewgame"] * 2
    assert [line for line in lines if "name seats" in line] == ["setoption name seats value 2"]
    positions = [line for line in lines if line.startswith("position")]
    played = " ".join(move.text for move in after.history)
    assert positions == [
        "position startpos",
        f"position startpos moves {played}",
        "position startpos",
    ]
    assert lines.count("go movetime 500") == 3


def test_an_engine_is_told_a_game_that_begins_elsewhere(tmp_path: Path) -> None:
    text = str(GLIDE.start(2).play("up").play("left"))
    engine = Engine(GLIDE, script(tmp_path, "first", FIRST), 0.5)
    position = GLIDE.read(text)
    engine.choose(position, 0)
    engine.close()
    assert f"position fen {text}" in told(tmp_path, "first")


# -- bad ones -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("illegal", "not allowed"),
        ("nothing", "not allowed"),
        ("junk", "not allowed"),
        ("crash", "ended unexpectedly"),
        ("hang", "in time"),
    ],
)
def test_a_bad_answer_is_told(
    tmp_path: Path, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "MOVE_GRACE_S", 0.2 if kind == "hang" else HANG_S)
    engine = Engine(SEALS, script(tmp_path, kind), 0.01)
    with pytest.raises(EngineFailed, match=said):
        engine.choose(SEALS.start(), 0)
    engine.close()


@pytest.mark.parametrize(("kind", "said"), [("mute", "ugiok"), ("dead", "ended unexpectedly")])
@pytest.mark.slow
def test_an_engine_that_does_not_come_up_is_told_and_ended(
    tmp_path: Path, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "STARTUP_TIMEOUT_S", 1.0 if kind == "mute" else HANG_S)
    with pytest.raises(EngineFailed, match=said):
        Engine(SEALS, script(tmp_path, kind), 0.01)


def test_a_program_that_floods_is_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "STARTUP_TIMEOUT_S", 1.0)
    with pytest.raises(EngineFailed, match="ugiok"):
        Engine(SEALS, f"{shlex.quote(sys.executable)} -c 'while 1: print(\"y\")'", 0.01)


@pytest.mark.parametrize("command", ["", "/nowhere/engine", "'unfinished", "\0"])
def test_a_command_that_starts_nothing_is_told(command: str) -> None:
    with pytest.raises(EngineFailed, match="cannot be started"):
        Engine(SEALS, command, 0.01)


@pytest.mark.slow
def test_an_engine_that_is_coming_up_ends_with_us(tmp_path: Path) -> None:
    mute = tmp_path / "mute.py"
    mute.write_text("import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    who = f"random,ugi:{shlex.quote(sys.executable)} {shlex.quote(str(mute))}"
    arguments = ["-m", "icefield", "arena", "seals", "--players", who, "--games", "2"]
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 (it only sets a signal)
    ) as ours:
        try:
            pid = tmp_path / "pid"
            while not (pid.is_file() and pid.read_text()):
                assert ours.poll() is None
                time.sleep(0.05)
            ours.send_signal(signal.SIGINT)
            _, err = ours.communicate(timeout=HANG_S)
        finally:
            ours.kill()
    assert ours.returncode == 130, err
    assert gone(int(pid.read_text()))


def gone(pid: int) -> bool:
    """Whether a process has ended, or does so soon."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_closing_ends_an_engine_that_does_not_listen(tmp_path: Path) -> None:
    engine = Engine(SEALS, script(tmp_path, "hang"), 0.01)
    engine.send("go movetime 1")
    engine.close()
    assert engine.process.poll() is not None


@pytest.mark.parametrize("kind", ["illegal", "crash"])
def test_an_engine_that_breaks_down_loses_that_game(tmp_path: Path, kind: str) -> None:
    name = f"ugi:{script(tmp_path, kind)}"
    setting = MatchSettings("seals", 2, seconds=0.01)
    for seat in range(2):
        played = play_game(setting, Meeting("random", name), 0, seat)
        assert played.failed == name
        assert played.trouble is not None
        assert played.shares[seat] == 1.0


def test_all_copies_of_a_player_lose_when_one_breaks_down(tmp_path: Path) -> None:
    name = f"ugi:{script(tmp_path, 'crash')}"
    setting = MatchSettings("glide", 4, seconds=0.01)
    played = play_game(setting, Meeting("random", name), 0, 2)
    assert played.shares == (0.0, 0.0, 1.0, 0.0)
    assert icefield.play.read_records(played.record)
