"""The engine's side of UGI, without a process: every command, every refusal."""

from __future__ import annotations

import threading
import time
from fractions import Fraction

import pytest

import icefield
from icefield.cli import search_choice
from icefield.cli.ugi import Engine, info
from icefield.core.game import CHANCE, Move, Position
from icefield.games.strait.board_file import load_board, read_shipped
from icefield.search import Limits, Listener, Report, Stop

from ..timeouts import HANG_S

OVER = "3o/o2soo/1o2ob1o/1o1ooooo/1o1ooooo/2obooso/o1oooo/1ooo b -"


class Talk:
    """An engine and everything it has said since the last question."""

    def __init__(self, key: str = "seals") -> None:
        self.heard: list[str] = []
        self.engine = Engine(icefield.game(key), self.heard.append)

    def ask(self, *lines: str, wait: bool = True) -> list[str]:
        self.heard.clear()
        for line in lines:
            assert self.engine.handle(line)
        if wait:
            self.engine.finish()
        return list(self.heard)


@pytest.fixture
def strait() -> Talk:
    return Talk("strait")


class Searches:
    """Stands in for the searches; remembers what it was asked."""

    def __init__(self) -> None:
        self.name = ""
        self.limits = Limits()
        self.seed = self.threads = 0
        self.wait = False
        self.error: Exception | None = None

    def find(self, name: str, _position: Position) -> Searches:
        self.name = name
        return self

    def __call__(
        self,
        position: Position,
        limits: Limits,
        *,
        seed: int = 0,
        threads: int = 1,
        stop: Stop | None = None,
        on_report: Listener | None = None,
    ) -> Report:
        self.limits, self.seed, self.threads = limits, seed, threads
        if self.error is not None:
            raise self.error
        if self.wait and stop is not None:
            assert stop.wait(HANG_S)
        return Report(position.moves()[0], 0.5, 10, 2, 0.01, exact=True, score=7)


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    made = Searches()
    monkeypatch.setattr(search_choice, "search", made.find)
    return made


def error(answer: list[str]) -> str:
    """The code of the one error in an answer."""
    assert len(answer) == 1
    assert answer[0].startswith("info string error ")
    return answer[0].split()[3].rstrip(":")


def test_handshake(talk: Talk) -> None:
    answer = talk.ask("ugi")
    assert answer[0] == f"id name Icefield seals {icefield.__version__}"
    assert answer[1].startswith("id author ")
    assert answer[-1] == "ugiok"
    assert all(line.startswith("option name ") for line in answer[2:-1])
    assert "option name seats type combo default 2 var 2" in answer
    assert "option name search type combo default alphabeta var alphabeta var uct" in answer


def test_ready(talk: Talk) -> None:
    assert talk.ask("isready") == ["readyok"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("skate", "usage"),
        ("UGI", "usage"),
        ("position", "usage"),
        ("position fen", "usage"),
        ("position somewhere", "usage"),
        ("position startpos b2-d4", "usage"),
        ("position fen junk", "bad-fields"),
        ("position fen 4/s4b/8/8/8/8/s4b/4 x -", "bad-mover"),
        ("position startpos moves b2-b5", "too-far"),
        ("position startpos moves nonsense", "bad-move"),
        (f"position fen {OVER} moves b2-d4", "game-over"),
        ("setoption", "usage"),
        ("setoption name", "usage"),
        ("setoption name seed", "usage"),
        ("setoption name walrus value 1", "bad-option"),
        ("setoption name seats value 3", "bad-option"),
        ("setoption name threads value 0", "bad-option"),
        ("setoption name threads value -1", "bad-option"),
        ("setoption name seed value x", "bad-option"),
        ("setoption name search value luck", "bad-option"),
        ("go fast", "usage"),
        ("go nodes", "usage"),
        ("go nodes x", "usage"),
        ("go nodes 0", "usage"),
        ("go depth -3", "usage"),
        ("go movetime 1e3", "usage"),
        ("go nodes 99999999999999999999", "usage"),
        ("query", "usage"),
        ("query weather", "usage"),
        ("\x00\ufffd", "usage"),
    ],
)
def test_malformed_commands_are_answered(talk: Talk, line: str, code: str) -> None:
    assert error(talk.ask(line)) == code
    assert talk.ask("isready") == ["readyok"]


def test_empty_lines_are_nothing(talk: Talk) -> None:
    assert talk.ask("", "   ", "\n") == []


def test_positions(talk: Talk) -> None:
    assert talk.ask("position startpos moves b2-d4 g7-e5") == []
    wanted = icefield.game("seals").start().play("b2-d4").play("g7-e5")
    assert talk.engine.position == wanted
    assert talk.ask(f"position fen {icefield.game('seals').start()} moves b2-d4 g7-e5") == []
    assert talk.engine.position == wanted
    talk.ask("uginewgame")
    assert talk.engine.position == icefield.game("seals").start()


def test_after_a_bad_position_no_move_is_told(talk: Talk, searches: Searches) -> None:
    talk.ask("position startpos moves b2-b5")
    answer = talk.ask("go nodes 10")
    assert answer[0] == "bestmove (none)"
    assert error(answer[1:]) == "not-now"
    assert error(talk.ask("query result")) == "not-now"
    assert talk.ask("position startpos", "go nodes 10")[-1] == "bestmove b2-a3"


def test_queries(talk: Talk) -> None:
    asked = ("query gameover", "query p1turn", "query result")
    assert talk.ask(*asked) == ["response false", "response true", "response none"]
    talk.ask("position startpos moves b2-d4")
    assert talk.ask(*asked) == ["response false", "response false", "response none"]
    talk.ask(f"position fen {OVER}")
    assert talk.ask(*asked) == ["response true", "response false", "response p1win"]


def test_a_finished_game_has_no_move(talk: Talk) -> None:
    assert talk.ask(f"position fen {OVER}", "go nodes 10") == ["bestmove (none)"]


def test_chance_is_not_the_engines(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    position = type(icefield.game("seals").start())
    monkeypatch.setattr(position, "turn", CHANCE)
    monkeypatch.setattr(position, "odds", lambda _self: {Move("x"): Fraction(1)})
    assert talk.ask("position startpos", "go nodes 10") == ["bestmove (chance)"]


def test_options_reach_the_search(talk: Talk, searches: Searches) -> None:
    talk.ask("setoption name Search value UCT", "setoption name seed value 42", "go nodes 10")
    assert (searches.name, searches.seed, searches.threads) == ("uct", 42, 1)
    talk.ask("setoption name search value alphabeta", "go nodes 10")
    assert searches.name == "alphabeta"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("movetime 1500", Limits(seconds=1.5)),
        ("nodes 10", Limits(nodes=10)),
        ("depth 3", Limits(depth=3)),
        ("depth 3 nodes 10", Limits(depth=3, nodes=10)),
        ("infinite", Limits()),
        ("", Limits()),
        ("p1time 20000 p2time 1", Limits(seconds=1.0)),
        ("p1time 20000 p2time 1 p1inc 1000 p2inc 0", Limits(seconds=1.8)),
        ("p1time 100 p1inc 5000 p2time 1", Limits(seconds=0.08)),
        ("p2time 1000", Limits()),
    ],
)
def test_limits(talk: Talk, searches: Searches, words: str, limits: Limits) -> None:
    answer = talk.ask(f"go {words}")
    talk.engine.close()
    assert searches.limits.nodes == limits.nodes
    assert searches.limits.depth == limits.depth
    assert searches.limits.seconds == pytest.approx(limits.seconds)
    assert len(answer) <= 3


def test_the_answer_of_a_search(talk: Talk, searches: Searches) -> None:
    assert talk.ask("go nodes 10") == [
        "info depth 2 nodes 10 nps 1000 time 10 score cp 50 wdl 750 0 250 pv b2-a3",
        "info string exact score 7",
        "bestmove b2-a3",
    ]


@pytest.mark.parametrize(
    ("value", "wdl"), [(1.0, "1000 0 0"), (-1.0, "0 0 1000"), (0, "500 0 500")]
)
def test_a_value_as_chances(value: float, wdl: str) -> None:
    assert f" wdl {wdl} pv " in info(Report(Move("a"), value, 1, 1, 0.0))


def test_while_searching_only_some_commands_are_allowed(talk: Talk, searches: Searches) -> None:
    searches.wait = True
    assert talk.ask("go infinite", wait=False) == []
    assert talk.ask("isready", wait=False) == ["readyok"]
    assert talk.ask("query p1turn", wait=False) == ["response true"]
    for line in ("position startpos", "uginewgame", "go nodes 1", "setoption name seed value 1"):
        assert error(talk.ask(line, wait=False)) == "not-now"
    began = time.monotonic()
    talk.ask("stop", wait=False)
    talk.engine.close()
    assert time.monotonic() - began < HANG_S
    assert talk.heard[-1] == "bestmove b2-a3"
    assert not talk.engine.searching


def test_stop_without_a_search_is_nothing(talk: Talk, searches: Searches) -> None:
    assert talk.ask("stop") == []
    assert talk.ask("go nodes 10")[-1] == "bestmove b2-a3"


def test_quit_ends_a_search(talk: Talk, searches: Searches) -> None:
    searches.wait = True
    talk.ask("go infinite", wait=False)
    assert not talk.engine.handle("quit")
    assert talk.heard[-1] == "bestmove b2-a3"


@pytest.mark.parametrize(
    "wrong", [RuntimeError("oh"), icefield.UnknownGame(icefield.Message("core.game_over"))]
)
def test_a_failing_search_does_not_kill_the_engine(
    talk: Talk, searches: Searches, wrong: Exception
) -> None:
    searches.error = wrong
    answer = talk.ask("go nodes 10")
    assert answer[-1] == "bestmove (none)"
    assert error(answer[:-1]) in ("internal", "unknown-game")
    searches.error = None
    assert talk.ask("go nodes 10")[-1] == "bestmove b2-a3"


@pytest.mark.parametrize("search", ["alphabeta", "uct"])
def test_the_real_searches_answer(talk: Talk, search: str) -> None:
    answer = talk.ask(f"setoption name search value {search}", "position startpos", "go nodes 2000")
    legal = [str(move) for move in icefield.game("seals").start().moves()]
    *infos, best = answer
    assert best.split()[0] == "bestmove"
    assert best.split()[1] in legal
    assert infos
    assert all(line.startswith("info depth ") and " pv " in line for line in infos)
    assert infos[-1].split(" pv ")[1].split()[0] == best.split()[1]


def test_one_thread_and_a_seed_are_repeatable(talk: Talk) -> None:
    def asked() -> list[str]:
        lines = talk.ask("setoption name search value uct", "position startpos", "go nodes 3000")
        return [line.split(" score ")[-1] for line in lines[-2:]]

    assert asked() == asked()


def test_lines_are_never_mixed(searches: Searches) -> None:
    """Answers come from two threads, but only one of them writes at a time."""
    inside = threading.Lock()

    def write(_line: str) -> None:
        assert inside.acquire(blocking=False)
        time.sleep(0.001)
        inside.release()

    engine = Engine(icefield.game("seals"), write)
    engine.handle("isready")
    for _ in range(10):
        engine.handle("go nodes 10")
        for _ in range(5):
            engine.handle("query p1turn")
        engine.close()


def test_a_search_is_over_when_its_best_move_is_told(searches: Searches) -> None:
    """A client's command right after `bestmove` is not refused as too early.

    Otherwise the engine would continue with the position before.
    """
    told: list[bool] = []

    def write(line: str) -> None:
        if line.startswith("bestmove "):
            told.append(engine.searching)

    engine = Engine(icefield.game("seals"), write)
    for _ in range(5):
        engine.handle("go nodes 10")
        engine.finish()
    assert told == [False] * 5


# -- a game with chance, seats and boards --------------------------------------------------------


def test_strait_tells_its_options(strait: Talk) -> None:
    told = strait.ask("ugi")
    assert "option name seats type combo default 2 var 2 var 3 var 4" in told
    assert "option name goal type combo default 3 var 3 var 2" in told
    assert "option name tiles type combo default dealt var dealt var drawn" in told
    assert "option name board type string default bering" in told


def test_strait_leaves_draws_to_the_other_program(strait: Talk) -> None:
    assert strait.ask("position startpos", "go nodes 10") == ["bestmove (chance)"]
    dealt = " ".join(f"tile:{mask}" for mask in (3, 3, 5, 5, 9, 9, 7, 7, 11, 11, 13, 13))
    drawn = f"position startpos moves start:1 {dealt}"
    assert strait.ask(drawn, "go nodes 10") == ["bestmove (chance)"]
    *_, best = strait.ask(f"{drawn} card:D110", "go nodes 10")
    position = strait.engine.position
    assert position is not None
    assert best.removeprefix("bestmove ") in [move.text for move in position.moves()]


def test_strait_begins_with_the_seats_the_goal_and_the_board_that_were_set(strait: Talk) -> None:
    own = load_board(read_shipped("bering").replace('"Bering Strait"', '"Polar Night"')).packed
    strait.ask("setoption name seats value 4", "setoption name goal value 2")
    assert strait.ask(f"setoption name board value {own}", "position startpos") == []
    position = strait.engine.position
    assert position is not None
    assert position.seats == 4
    assert position.options == {"goal": 2, "tiles": "dealt", "board": own}
    assert error(strait.ask("setoption name board value atlantis")) == "bad-option"
    assert error(strait.ask("setoption name goal value 4")) == "bad-option"


def test_strait_reads_a_position_text(strait: Talk) -> None:
    played = icefield.game("strait").start(seats=3)
    for move in ("start:2", "tile:7", "tile:3", "tile:5"):
        played = played.play(move)
    assert strait.ask(f"position fen {played}") == []
    assert strait.engine.position == played


def test_strait_is_ready_when_its_search_is(strait: Talk, searches: Searches) -> None:
    """A game that begins with draws is prepared too: its first move is not slower."""
    assert strait.ask("isready") == ["readyok"]
    assert searches.limits.nodes == 64
