"""`icefield analyse`: a game or a position looked at, in words and for programs."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import icefield
from icefield.play import Record

from ...games.glide.small_tablebase import GAME, LEVEL
from ...timeouts import HANG_S
from ..conftest import Run, refused, work

pytestmark = pytest.mark.usefixtures("tablebase_folder")

START = "...../..*../...../Q.P../.*... P 0"


def record(*moves: str) -> str:
    position = GAME.start(board=LEVEL)
    for move in moves:
        position = position.play(move)
    return str(Record.of(position))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record("right", "up", "left"), "utf-8")
    return path


def test_every_decision_has_a_line_and_mistakes_a_reason(run: Run, file: Path) -> None:
    ran = run("analyse", str(file))
    assert ran.status == 0, ran.err
    assert ran.err == ""
    first = next(i for i, line in enumerate(ran.lines) if line.startswith("   1. "))
    assert ran.lines[first] == "   1. Player 1 (P): right ??  Player 1 (P): won in 1 move"
    assert ran.lines[first + 1] == "        Better: up"
    assert ran.lines[first + 2].startswith("        ")
    assert any(line.startswith("   3. ") for line in ran.lines)
    assert "Player 1 (P), chance of winning" in ran.lines
    assert "100 % |*" in ran.out
    assert ran.lines[-2].startswith("Player 1 (P): ")
    assert "blunder × " in ran.lines[-2]
    assert ran.lines[-2].endswith("given away per move")


def test_from_standard_input_and_in_another_language(run: Run) -> None:
    ran = run("analyse", "-", "--lang", "de", typed=record("right"))
    assert ran.status == 0
    assert "        Besser: up" in ran.lines
    assert "grober Fehler × 1" in ran.out


def test_for_programs(run: Run, file: Path) -> None:
    told = json.loads(run("analyse", str(file), "--json").out)
    assert told["game"] == "glide"
    assert told["moves"] == ["right", "up", "left"]
    assert [d["ply"] for d in told["decisions"]] == [0, 1, 2]
    assert told["decisions"][0]["grade"] == "blunder"
    assert told["curve"][0] == [100, 0]
    assert told["seats"][0]["grades"]["blunder"] >= 1


def test_one_game_of_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{record('up')}\n{record('right')}", "utf-8")
    assert "2 games" in refused(run("analyse", str(path)), "usage")
    assert "   1. Player 1 (P): right ??" in run("analyse", str(path), "--game", "2").out
    assert "no game 3" in refused(run("analyse", str(path), "--game", "3"), "usage")


def test_what_is_wrong_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text('[Game "seals"]\n\n1. b2-d4 2. g7-e9\n', "utf-8")
    assert refused(run("analyse", str(path)), "bad-record").startswith("Line 3, column 13")
    refused(run("analyse", "nowhere.txt"), "file")
    refused(run("analyse"), "usage")
    refused(run("analyse", "a", "b"), "usage")
    refused(run("analyse", str(path), "--seconds", "0"), "usage")


def test_a_single_position(run: Run) -> None:
    ran = run("analyse", "--position", "glide", START)
    assert ran.lines == ["Player 1 (P): won in 1 move", "Best line: up"]
    told = json.loads(run("analyse", "--position", "glide", START, "--json").out)
    assert (told["value"], told["chance"], told["exact"], told["line"]) == (1.0, 100, True, ["up"])
    refused(run("analyse", "--position", "chess", START), "unknown-game")
    refused(run("analyse", "--position", "glide", "nonsense"), "bad-fields")
    refused(run("analyse", "--position", "strait", "start"), "not-now")
    refused(run("analyse", "--position", "glide", str(GAME.read(START).play("up"))), "game-over")


def test_more_than_two_seats_have_a_line_each(run: Run) -> None:
    position = GAME.start(4)
    for _ in range(2):
        position = position.play(position.moves()[0])
    ran = run("analyse", "-", "--seconds", "0.05", typed=str(Record.of(position)))
    assert ran.status == 0, ran.err
    assert "Chances of winning" in ran.lines
    names = [line for line in ran.lines if line.endswith(")") and line[:1].isdigit()]
    assert [line[:2] for line in names] == ["1 ", "2 ", "3 ", "4 "]


@pytest.mark.slow
def test_ctrl_c_prints_what_is_done(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    position = icefield.game("seals").start()
    for _ in range(12):
        position = position.play(position.moves()[0])
    (tmp_path / "game.txt").write_text(str(Record.of(position)), "utf-8")
    process = start("analyse", "game.txt", "--seconds", "20")
    work(process, 4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130, err
    assert "Seals, chance of winning" in out
    assert "Traceback" not in err


def test_threats_while_playing(run: Run) -> None:
    ran = run("play", "seals", typed="threats\nb2-d4\nthreats\nhelp\nquit\n")
    assert ran.status == 0
    assert "Nothing is threatened at the moment." in ran.out
    assert "what the others could do to you next" in ran.out
