"""The commands that print and are done: games, rules, perft, bench, solve."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ...games.glide.small_tablebase import LEVEL, table_folder
from ...search.small_strategy import SMALL, strategy
from ...timeouts import HANG_S
from ..conftest import Run, refused, work
from ..seals_positions import LATE, OVER

LOST = "4/o3oo/2o1ooob/1ooooooo/1oooosoo/oooooo1o/oooo1o/oo2 b -"

EARLY = "4/s4b/8/8/8/1s6/o4b/4 b -"  # the winner is not known
# -- solve ----------------------------------------------------------------------------------------


def test_solve_json_is_one_line(run: Run) -> None:
    ran = run("solve", "seals", LATE, "--json")
    assert ran.status == 0
    assert ran.err == ""
    assert len(ran.lines) == 1
    found = json.loads(ran.out)
    winning = ["c3-b3", "c3-c1", "c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-e3"]
    told = ["value", "plies", "score", "best", "winning", "bounds", "moves", "holding", "of"]
    assert list(found) == told
    assert found["bounds"] == {"winner": 0, "least": [9, 0], "most": [9, 0]}
    assert (found["value"], found["plies"], found["score"]) == ("win", 9, 9)
    assert (found["best"], found["winning"]) == (["c3-e3"], winning)
    assert (found["holding"], found["of"]) == (7, 7)
    assert [move["move"] for move in found["moves"]] == winning
    assert found["moves"][-1] == {
        "move": "c3-e3",
        "value": "win",
        "plies": 9,
        "score": 9,
        "holds": True,
    }


def test_solve_a_lost_position(run: Run) -> None:
    found = json.loads(run("solve", "seals", LOST, "--json").out)
    assert (found["value"], found["score"]) == ("loss", 8)
    assert (found["best"], found["winning"]) == (["h6-f8"], [])


def test_solve_takes_a_position_without_quotes(run: Run) -> None:
    assert json.loads(run("solve", "seals", *LOST.split(" "), "--json").out)["value"] == "loss"


def test_solve_in_words(run: Run) -> None:
    ran = run("solve", "seals", LATE)
    assert ran.lines[0] == "Seals to move: a win."
    assert ran.lines[1] == "Score of the winner under best play: 9"
    assert "Best: c3-e3" in ran.lines
    assert any(line.startswith("Winning: c3-b3 c3-c1") for line in ran.lines)
    assert "* c3-e3  win in 9, score 9" in ran.lines
    assert "7 of 7 moves hold the result." in ran.lines


def test_solve_lists_what_every_move_is_worth(run: Run, tmp_path: Path) -> None:
    with table_folder(tmp_path):
        ran = run("solve", "glide", f"{LEVEL} P 0")
        shown = run("solve", "glide", "--board", LEVEL, "--json")
        german = run("--lang", "de", "solve", "glide", f"{LEVEL} P 0")
    assert ran.lines[:-1] == [
        "Player 1 (P) to move: a win.",
        "Over after 1 move.",
        "Best: down up",
        "Moves, the best first (* holds the result):",
        "* up     win in 1",
        "* down   win in 3",
        "  left   draw",
        "  right  loss in 8",
        "2 of 4 moves hold the result.",
    ]
    found = json.loads(shown.out)
    assert (found["holding"], found["of"]) == (2, 4)
    assert {m["move"]: (m["value"], m["plies"]) for m in found["moves"]} == {
        "down": ("win", 3),
        "left": ("draw", None),
        "right": ("loss", 8),
        "up": ("win", 1),
    }
    assert "2 von 4 Zügen halten das Ergebnis." in german.lines


def test_G11_solve_for_one_player_alone(run: Run) -> None:
    ran = run("solve", "glide", "...../..*.P/...../...../...*. P 0")
    assert "* up    goal in 5" in ran.lines
    assert "1 of 3 moves keeps to a shortest way." in ran.lines


def test_solve_for_four_is_refused(run: Run) -> None:
    refused(run("solve", "glide", "S.*.R/.*.*./*...*/.*.*./P.*.Q P 0"), "no-analysis")


def test_solve_gives_up_after_its_time(run: Run) -> None:
    began = time.monotonic()
    ran = run("solve", "seals", EARLY, "--seconds", "0.3", "--json")
    assert time.monotonic() - began < HANG_S
    assert ran.status == 0
    found = json.loads(ran.out)
    assert (found["value"], found["plies"], found["score"]) == ("unknown", None, None)
    assert (found["best"], found["winning"]) == ([], [])
    assert (found["holding"], found["of"]) == (None, 16)
    assert {move["value"] for move in found["moves"]} == {"unknown"}
    assert found["bounds"]["winner"] is None
    assert found["bounds"]["least"] == [0, 0]
    seals, bears = found["bounds"]["most"]
    assert 0 < seals < 42  # some of the ice around a seal is gone when it wins
    assert 0 < bears <= 49  # all that is empty now, and where the seals stand


PROVEN = "4/s4b/8/2s5/2o3b1/2o2o2/o2ooo/4 s -"  # from where a small strategy file wins


@pytest.mark.slow
def test_solve_says_between_which_bounds_the_score_lies(run: Run) -> None:
    with strategy(SMALL):
        ran = run("solve", "seals", PROVEN, "--seconds", "0.3")
        found = json.loads(run("solve", "seals", PROVEN, "--seconds", "0.3", "--json").out)
        told = {
            language: run("--lang", language, "solve", "seals", PROVEN, "--seconds", "0.3").lines[1]
            for language in ("de", "fr", "ja")
        }
        analysed = run("analyse", "--position", "seals", PROVEN)
        worth = json.loads(run("analyse", "--position", "seals", PROVEN, "--json").out)
    said = r"Points of the winner with best play: (at least \d+, )?at most \d+"
    assert ran.lines[0] == "Seals to move: a win."
    assert re.fullmatch(said, ran.lines[1])
    assert "Punkte der Siegerseite bei bestem Spiel: " in told["de"]
    assert "Points du vainqueur si tous jouent au mieux : " in told["fr"]
    assert "互いに最善を尽くしたときの勝者の得点：" in told["ja"]
    for bounds in (found["bounds"], worth["bounds"]):
        assert bounds["winner"] == 0
        assert bounds["least"][1] == bounds["most"][1] == 0
        assert 0 <= bounds["least"][0] <= bounds["most"][0] < 40
    assert re.search(rf"then a short calculation\. {said}$", analysed.lines[0])


def test_a_finished_game_has_nothing_to_solve(run: Run) -> None:
    refused(run("solve", "seals", OVER, "--json"), "game-over")


@pytest.mark.slow
def test_ctrl_c_stops_solving_and_prints_what_is_known(
    start: Callable[..., subprocess.Popen[str]],
) -> None:
    process = start("solve", "seals", EARLY, "--json")
    work(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert json.loads(out)["value"] == "unknown"
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("solve", "strait", "start"), "no-analysis", "cannot be solved"),
        (("solve", "torch", "start", "--seconds", "1"), "no-analysis", "cannot be solved"),
        (("solve", "strait", "--build"), "bad-option", "no tablebase"),
        (("solve", "torch", "--build"), "bad-option", "no tablebase"),
        (("solve", "strait", "--start"), "bad-option", "cannot be proven"),
        (("puzzles", "make", "strait"), "bad-option", "no way yet"),
        (("puzzles", "make", "torch"), "bad-option", "no way yet"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_games_without_an_ability_are_refused_without_compiling(
    run: Run, arguments: tuple[str, ...], code: str, says: str
) -> None:
    assert says in refused(run(*arguments), code)
