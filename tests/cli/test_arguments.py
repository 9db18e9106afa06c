"""`--option NAME=VALUE`: rules options at the commands that begin games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from icefield.play import read_records

from .conftest import Run, refused

LONE = "4/5b/8/8/8/8/s4b/4 s -"
ARENA = ("--players", "1,random", "--games", "2", "--workers", "1")


def test_a_game_is_played_with_an_option_and_kept_with_it(run: Run, tmp_path: Path) -> None:
    typed = "position\nb2-d4\n"
    ran = run("play", "seals", "--option", "setup=lone", "--record", "game.txt", typed=typed)
    assert ran.status == 0
    assert LONE in ran.lines
    (record,) = read_records((tmp_path / "game.txt").read_text())
    assert (record.options, record.moves) == ({"setup": "lone"}, ("b2-d4",))
    ran = run("play", "seals", "--from", "game.txt", typed="undo\nposition\n")
    assert LONE in ran.lines


def test_several_options_and_a_board_go_together(run: Run) -> None:
    given = ("--board", "d7", "--option", "repetition=continue", "--option", "eliminate=at-turn")
    ran = run("play", "glide", *given, typed="position\n")
    assert ran.status == 0
    assert any(line.startswith("*.....Q/") for line in ran.lines)


def test_the_arena_plays_with_an_option(run: Run, tmp_path: Path) -> None:
    ran = run("arena", "seals", *ARENA, "--option", "setup=chase", "--records", "games.txt")
    assert (ran.status, ran.err) == (0, "")
    records = read_records((tmp_path / "games.txt").read_text())
    assert [record.options for record in records] == [{"setup": "chase"}] * 2


@pytest.mark.slow
def test_stats_tell_the_option(run: Run) -> None:
    wanted = ("--levels", "1", "--games", "2", "--workers", "1", "--option", "setup=cracks")
    ran = run("stats", "seals", *wanted)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[:2] == ["Go with the Floe, 2 seats", "setup=cracks"]
    told = json.loads(run("stats", "seals", *wanted, "--json").out)
    assert told["seals"]["options"] == {"setup": "cracks"}


def test_perft_counts_with_an_option(run: Run) -> None:
    assert run("perft", "seals", "3", "--option", "setup=lone").out == "1331\n"
    assert run("perft", "seals", "3", "--option", "setup=standard").out == "4710\n"


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (["setup=alone"], "bad-option", "standard, cracks, chase, lone"),
        (["colour=red"], "bad-option", "setup"),
        (["setup"], "usage", "NAME=VALUE"),
        (["=lone"], "usage", "NAME=VALUE"),
        (["setup=lone", "setup=chase"], "usage", "twice"),
    ],
)
def test_a_wrong_option_is_told_in_one_line(
    run: Run, given: list[str], code: str, says: str
) -> None:
    words = [word for text in given for word in ("--option", text)]
    assert says in refused(run("play", "seals", *words), code)


@pytest.mark.parametrize(
    "command",
    [("arena", "seals", *ARENA), ("stats", "seals"), ("perft", "seals", "1")],
    ids=["arena", "stats", "perft"],
)
def test_every_command_refuses_a_wrong_option(run: Run, command: tuple[str, ...]) -> None:
    assert "standard" in refused(run(*command, "--option", "setup=alone"), "bad-option")


def test_an_option_does_not_go_with_an_old_game_or_its_own_board(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Game "seals"]\n\n1. b2-d4\n')
    given = ("--from", "game.txt", "--option", "setup=lone")
    assert "--from" in refused(run("play", "seals", *given), "usage")
    both = ("--board", "d7", "--option", "board=c5")
    assert "twice" in refused(run("play", "glide", *both), "usage")
