"""The arena: rounds, openings, seats, results; and the processes it uses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import icefield
from icefield.bots.arena.players import player
from icefield.bots.arena.tournament import (
    MatchSettings,
    Meeting,
    PlayedGame,
    Scores,
    concurrent_games,
    open_game,
    play_game,
    round_means,
    round_robin,
    run_meetings,
    shares_of,
)
from icefield.core.errors import BadOption
from icefield.core.game import CHANCE, Outcome, Position
from icefield.core.message import message
from icefield.play import read_records
from icefield.search import Limits, Report, Stop, alphabeta, deadline
from icefield.search.exact import tablebase
from icefield.search.registry import SEARCHES, Search

from ...timeouts import HANG_S

WEAK = "uct:4n"
GLIDE = MatchSettings("glide", 2)
BOTH = Meeting(WEAK, "random")


# -- openings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", icefield.keys())
def test_an_opening_is_the_same_for_a_round_and_another_for_the_next(key: str) -> None:
    setting = MatchSettings(key, icefield.game(key).seats[-1], opening=3)
    found = [open_game(setting, number) for number in (0, 0, 1, 2, 3)]
    assert found[0] == found[1]
    assert found[0].history == found[1].history
    assert len({str(position) for position in found}) > 1
    for position in found:
        assert position.turn not in (None, CHANCE)
        path = [position]
        while path[-1].before is not None:
            path.append(path[-1].before)
        assert sum(p.turn != CHANCE for p in path[1:]) == 3


def test_no_opening_is_the_start() -> None:
    assert open_game(MatchSettings("seals", 2, opening=0), 5) == icefield.game("seals").start()


def test_an_opening_never_ends_the_game() -> None:
    position = open_game(MatchSettings("seals", 2, opening=1000), 0)
    assert position.turn is not None
    assert position.history


# -- one game -------------------------------------------------------------------------------------


def test_a_game_is_the_same_every_time() -> None:
    one, two = (play_game(GLIDE, BOTH, 3, 1) for _ in range(2))
    assert one == two
    assert one.players == ("random", WEAK)
    assert play_game(MatchSettings("glide", 2, seed=1), BOTH, 3, 1).record != one.record


def test_a_game_leaves_a_record() -> None:
    played = play_game(GLIDE, BOTH, 0, 0)
    (record,) = read_records(played.record)
    assert record.tags["Seat1"] == WEAK
    assert record.tags["Round"] == "1"
    last = record.replay()[-1]
    assert last.outcome is not None
    assert last.outcome.scores == played.scores
    start = open_game(GLIDE, 0).history
    assert record.moves[: len(start)] == tuple(move.text for move in start)


def outcome(seats: int, *winners: int) -> Outcome:
    return Outcome((0,) * seats, winners, message("core.game_over"), "S1")


def test_the_win_is_shared() -> None:
    assert shares_of(outcome(3, 1), 3) == (0, 1, 0)
    assert shares_of(outcome(4, 0, 3), 4) == (0.5, 0, 0, 0.5)
    assert shares_of(outcome(2), 2) == (0.5, 0.5)
    assert shares_of(None, 2) == (0.5, 0.5)
    assert shares_of(None, 3, [1]) == (0.5, 0, 0.5)
    assert shares_of(None, 2, [0, 1]) == (0.5, 0.5)


# -- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("seals", "uct:0n"),
        ("seals", "uct:0s"),
        ("seals", "alphabeta:0.5d"),
        ("seals", "uct:5"),
        ("seals", "magic:5n"),
        ("seals", "max:5n"),
        ("seals", "max:0s"),
        ("seals", "7:1s"),
        ("seals", ""),
        ("strait", "alphabeta:10n"),
        ("torch", "uct:10n"),
    ],
)
def test_a_player_that_is_none_is_refused(key: str, text: str) -> None:
    with pytest.raises(BadOption):
        player(icefield.game(key), text)


@pytest.mark.parametrize(
    "text", ["random", "1", "max:0.01s", "uct:5n", "uct:0.01s", "alphabeta:1d"]
)
def test_a_player_chooses_a_legal_move(text: str) -> None:
    game = icefield.game("glide")
    chosen = player(game, text)
    start = game.start(2)
    assert chosen.choose(start, 0, 1) in start.moves()
    chosen.close()


# -- rounds ---------------------------------------------------------------------------------------


def played(number: int, seat: int, share: float, points: int = 0) -> PlayedGame:
    shares = (share, 1 - share) if seat == 0 else (1 - share, share)
    scores = (points, 0) if seat == 0 else (0, points)
    return PlayedGame(BOTH, number, seat, (), shares, scores, 1, "")


def test_only_complete_rounds_count() -> None:
    scores = Scores(GLIDE)
    for each in (played(1, 0, 1.0), played(0, 1, 0.0), played(0, 0, 1.0), played(2, 0, 0.0)):
        scores.add(each)
    assert scores.rounds(BOTH) == [0.5]
    scores.add(played(2, 1, 0.0))
    assert scores.rounds(BOTH) == [0.5, 0.0]
    assert round_means(scores.unbroken(BOTH)) == [0.5]
    scores.add(played(1, 1, 1.0))
    assert round_means(scores.unbroken(BOTH)) == [0.5, 1.0, 0.0]
    assert scores.tally(BOTH).mean == 0.5
    assert scores.seat_shares() == pytest.approx([4 / 6, 2 / 6])


def test_matches_go_by_the_points_of_both_games() -> None:
    scores = Scores(GLIDE)
    for number, (here, there) in enumerate([(9, 5), (-4, 4), (2, -8)]):
        scores.add(played(number, 0, 1.0, here))
        scores.add(played(number, 1, 0.0, there))
    assert scores.matches(BOTH) == [1.0, 0.5, 0.0]


def test_whoever_breaks_down_has_lost_the_match() -> None:
    scores = Scores(GLIDE)
    for number, failed in enumerate([("random", None), (WEAK, None), (WEAK, "random")]):
        for seat, which in enumerate(failed):
            points = 0 if which else -1 if number == 0 else 1
            scores.add(replace(played(number, seat, 0.5, points), failed=which))
    assert scores.matches(BOTH) == [1.0, 0.0, 0.5]


def test_everybody_meets_everybody() -> None:
    assert len(round_robin("abc", 2)) == 3
    assert {*round_robin("ab", 3)} == {Meeting("a", "b"), Meeting("b", "a")}


def test_a_level_that_uses_all_cores_plays_alone() -> None:
    game = icefield.game("seals")
    assert concurrent_games(game, 2, ["1", "max"]) == 1
    assert concurrent_games(game, 2, ["1", "random", "max:1s"]) == (os.cpu_count() or 1)


def test_the_strongest_level_with_a_time_of_its_own_keeps_to_it_and_to_one_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[float | None, int]] = []
    search = SEARCHES["uct"]

    def watched(position: Position, limits: Limits, *, threads: int, **rest: Any) -> Report:
        asked.append((limits.seconds, threads))
        return search(position, limits, threads=threads, **rest)

    monkeypatch.setattr(deadline, "clock", lambda: 0.0)
    monkeypatch.setitem(SEARCHES, "uct", cast("Search", watched))
    game = icefield.game("glide")
    start = game.start(4)
    assert player(game, "max:0.01s").choose(start, 0, 1) in start.moves()
    assert asked == [(0.01, 1)]


def test_what_is_spent_on_a_proof_is_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    now = [0.0]

    def proving(position: Position, limits: Limits, **rest: Any) -> Report:
        asked.append(limits.seconds)
        now[0] += 0.75
        return Report(position.moves()[0], 0.0, 1, 1, seconds=0.75)

    def watched(position: Position, limits: Limits, **rest: Any) -> Report:
        asked.append(limits.seconds)
        return Report(position.moves()[0], 0.0, 1, 1, seconds=0.1)

    monkeypatch.setattr(deadline, "clock", lambda: now[0])
    monkeypatch.setattr(tablebase, "find", lambda _position: None)  # one may be built here
    monkeypatch.setattr(alphabeta, "search", proving)
    monkeypatch.setitem(SEARCHES, "uct", cast("Search", watched))
    game = icefield.game("glide")
    for seconds in ("2", "0.5"):
        player(game, f"max:{seconds}s").choose(game.start(2), 0, 1)
    assert asked == [0.8, 1.25, 0.2, 0.0]


# -- many games, in processes ---------------------------------------------------------------------


@pytest.mark.slow
def test_every_round_is_played_from_every_seat() -> None:
    heard: list[int] = []
    scores = run_meetings(
        GLIDE,
        [BOTH],
        3,
        done={BOTH: 1},
        workers=2,
        on_game=lambda found: heard.append(len(found.games)),
    )
    assert {(p.round, p.seat) for p in scores.games} == {(r, s) for r in (1, 2) for s in (0, 1)}
    assert heard == [1, 2, 3, 4]
    assert len(scores.unbroken(BOTH)) == 2
    assert {*scores.strengths()} == {WEAK, "random"}
    alone = {(p.round, p.seat): play_game(GLIDE, BOTH, p.round, p.seat) for p in scores.games}
    assert all(alone[p.round, p.seat] == p for p in scores.games)


@pytest.mark.slow
def test_the_arena_ends_when_it_is_enough_or_stopped() -> None:
    scores = run_meetings(
        GLIDE, [BOTH], None, workers=1, enough=lambda found: len(found.games) == 3
    )
    assert len(scores.games) == 3
    stop = Stop()
    stop.set()
    assert run_meetings(GLIDE, [BOTH], None, workers=1, stop=stop).games == []


ORPHANS = """\
import os, sys, time
from icefield.bots.arena.pool import run_jobs

def work(folder):
    open(os.path.join(folder, str(os.getpid())), "w").close()
    time.sleep(1000)

if __name__ == "__main__":
    run_jobs(work, [(sys.argv[1],)] * 2, print, workers=2)
"""


def alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks processes up in /proc")
def test_processes_end_with_whoever_started_them(tmp_path: Path) -> None:
    file, folder = tmp_path / "orphans.py", tmp_path / "pids"
    file.write_text(ORPHANS)
    folder.mkdir()
    with subprocess.Popen([sys.executable, str(file), str(folder)]) as process:
        try:
            end = time.monotonic() + HANG_S
            while len(pids := [int(p.name) for p in folder.iterdir()]) < 2:
                assert process.poll() is None
                assert time.monotonic() < end
                time.sleep(0.05)
        finally:
            process.send_signal(signal.SIGKILL)
    end = time.monotonic() + HANG_S
    while any(map(alive, pids)):
        assert time.monotonic() < end, "a process lives on"
        time.sleep(0.05)
