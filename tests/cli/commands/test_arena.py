"""The commands that play many games: arena, levels, stats; and the signature."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from icefield.bots.arena import tournament
from icefield.bots.arena.elo import Strength
from icefield.bots.arena.pool import PoolBroken
from icefield.cli.commands.arena import Seen
from icefield.core.message import message
from icefield.play import read_records

from ...bots.arena.engine_scripts import script
from ...timeouts import HANG_S
from ..conftest import Run, refused, work

WEAK = "uct:4n"


# -- arena ----------------------------------------------------------------------------------------


def test_players_meet_and_leave_records(run: Run, tmp_path: Path) -> None:
    ran = run(
        "arena",
        "seals",
        "--players",
        f"{WEAK}, random",
        *("--games", "3", "--workers", "1", "--records", "games.txt"),
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0] == "Go with the Floe, 2 seats, 4 games"
    assert ran.lines[1].split() == ["player", "Elo", "score", "games"]
    assert {line.split()[0] for line in ran.lines[2:4]} == {WEAK, "random"}
    assert f"{WEAK} against random: " in ran.out
    assert "by matches of two games" in ran.out
    assert "Won by seat: Seals" in ran.out
    records = read_records((tmp_path / "games.txt").read_text(encoding="utf-8"))
    assert len(records) == 4
    seats = [(record.tags["Round"], record.tags["Seat1"]) for record in records]
    assert sorted(seats) == [("1", "random"), ("1", WEAK), ("2", "random"), ("2", WEAK)]


def test_what_was_played_before_trouble_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(
        setting: tournament.MatchSettings, meetings: list[tournament.Meeting], *_: Any, **told: Any
    ) -> None:
        scores = tournament.Scores(setting)
        scores.add(tournament.play_game(setting, meetings[0], 0, 0))
        told["on_game"](scores)
        raise PoolBroken(message("bots.pool.broken"))

    monkeypatch.setattr(tournament, "run_meetings", broken)
    ran = run("arena", "glide", "--players", f"random,{WEAK}", "--games", "4")
    assert ran.status == 2
    assert "[pool-broken]" in ran.err
    assert ran.lines[0] == "Ice Floes, 2 seats, 1 game"


def test_the_arena_speaks_json(run: Run) -> None:
    common = ("--games", "4", "--workers", "1", "--seats", "4", "--json")
    ran = run("arena", "glide", "--players", f"random,{WEAK}", *common)
    found = json.loads(ran.out)
    assert (found["game"], found["seats"], found["games"]) == ("glide", 4, 8)
    assert {row["player"] for row in found["players"]} == {"random", WEAK}
    assert [(p["one"], p["others"]) for p in found["pairs"]] == [
        ("random", WEAK),
        (WEAK, "random"),
    ]
    assert all(p["par"] == 0.25 and p["rounds"] == 1 for p in found["pairs"])
    assert sum(found["seat_shares"]) == pytest.approx(1, abs=0.01)
    assert "sprt" not in found


@pytest.mark.slow
def test_a_sequential_test_stops_by_itself(run: Run) -> None:
    bounds = ("--sprt=-400,0", "--workers", "1", "--json", "--seed", "3")
    ran = run("arena", "glide", "--players", "alphabeta:3d,random", *bounds)
    test = json.loads(ran.out)["sprt"]
    assert test["verdict"] == "high"
    assert test["ratio"] >= test["limit"]
    assert 2 <= test["rounds"] < 200


def test_an_engine_that_breaks_down_is_told(run: Run, tmp_path: Path) -> None:
    engine = f"ugi:{script(tmp_path, 'illegal')}"
    ran = run("arena", "seals", "--players", f"random,{engine}", "--games", "2", "--workers", "1")
    assert ran.status == 0
    assert "in 2 games" in ran.err
    assert "not allowed" in ran.err
    assert re.search(r"random against .*: 100\.0 ±", ran.out)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--players", "1", "--games", "2"), "usage"),
        (("--players", "1,1", "--games", "2"), "usage"),
        (("--players", "1,99", "--games", "2"), "bad-option"),
        (("--players", "1,uct:0n", "--games", "2"), "bad-option"),
        (("--players", "1,ugi:/nowhere", "--games", "2"), "engine-failed"),
        (("--players", "1,2"), "usage"),
        (("--players", "1,2", "--games", "0"), "usage"),
        (("--players", "1,2", "--games", "2", "--sprt", "0,9"), "usage"),
        (("--players", "1,2", "--sprt", "9,0"), "usage"),
        (("--players", "1,2", "--sprt", "0,1e9"), "usage"),
        (("--players", "1,2", "--sprt", "x"), "usage"),
        (("--players", "1,2", "--sprt", "1999,2001"), "usage"),
        (("--players", "1,2", "--sprt", "-5,-7"), "usage"),
        (("--players", "1,2", "--games", "9" * 400), "usage"),
        (("--players", f"1,uct:{'9' * 20}n", "--games", "2"), "bad-option"),
        (("--players", f"1,uct:{'9' * 400}s", "--games", "2"), "bad-option"),
        (("--players", "1,2,random", "--sprt", "0,9"), "usage"),
        (("--players", "1,2", "--games", "2", "--seats", "3"), "bad-option"),
        (("--players", "1,2", "--games", "2", "--board", "c5"), "usage"),
        (("--players", "1,2", "--games", "2", "--records", "/nowhere/x.txt"), "file"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(run: Run, arguments: tuple[str, ...], code: str) -> None:
    refused(run("arena", "seals", *arguments), code)


@pytest.mark.parametrize("player", ["alphabeta", "foo:3n", "max:5n", "ratzfatz"])
def test_who_can_play_is_told(run: Run, player: str) -> None:
    ran = run("arena", "seals", "--players", f"1,{player}", "--games", "2")
    said = refused(ran, "bad-option")
    assert all(word in said for word in (player, "1, 2", "random", "alphabeta:1s", "ugi:"))


def test_bounds_below_nothing_need_no_sign_of_equality(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def played(setting: tournament.MatchSettings, *_: Any, enough: Any, **__: Any) -> None:
        seen.append(enough(tournament.Scores(setting)))

    monkeypatch.setattr(tournament, "run_meetings", played)
    assert run("arena", "glide", "--players", "1,random", "--sprt", "-5,5").status == 0
    assert seen == [False]


def test_trouble_with_the_records_keeps_what_is_known(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(
        setting: tournament.MatchSettings, meetings: list[tournament.Meeting], *_: Any, **told: Any
    ) -> None:
        scores = tournament.Scores(setting)
        (tmp_path / "games.txt").unlink()
        (tmp_path / "games.txt").mkdir()
        scores.add(tournament.play_game(setting, meetings[0], 0, 0))
        told["on_game"](scores)

    monkeypatch.setattr(tournament, "run_meetings", broken)
    arguments = ("--players", f"random,{WEAK}", "--games", "4", "--records", "games.txt")
    ran = run("arena", "glide", *arguments)
    assert ran.status == 2
    assert "games.txt" in ran.err
    assert ran.lines[0] == "Ice Floes, 2 seats, 1 game"


def test_nobody_is_ahead_by_minus_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(tournament.MatchSettings("glide", 2), 4)
    monkeypatch.setattr(seen.scores, "strengths", lambda: {"1": Strength(-0.2, 1.0)})
    assert "1 +0" in seen.told(1.0, None, tournament.Meeting("1", "random")).text()


def test_a_file_of_records_is_not_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("mine")
    arguments = ("--players", "1,random", "--games", "2", "--records", "old.txt")
    refused(run("arena", "seals", *arguments), "file-exists")
    assert (tmp_path / "old.txt").read_text() == "mine"


@pytest.mark.slow
def test_ctrl_c_prints_what_is_known(start: Callable[..., subprocess.Popen[str]]) -> None:
    players = ("--players", "random,uct:2n", "--sprt", "0,0.01")
    process = start("arena", "glide", *players, "--workers", "1", "--json")
    work(process, 4.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert err == ""
    assert json.loads(out)["sprt"]["verdict"] is None
