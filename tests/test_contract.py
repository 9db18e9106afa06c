"""Every game passes the contract: compiled, interpreted, bounds-checked."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.core import jit
from icefield.core.message import message
from icefield.games.seals import kernel as seals_kernel
from icefield.games.seals.position import SealsPosition
from icefield.testing import GameContract, golden, perft

from .timeouts import HANG_S
from .toy.rules import TOY, ToyPosition

TESTS = Path(__file__).parent
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
EVERY: dict[str, Any] = {"most": 10**9} if SOAK else {}
INNER = "ICEFIELD_CONTRACT_INNER"  # set in the runs that the tests below start

_EXPLORERS = ("b5.d6.wales", "a4.d6.nuluk", "e4.tincity.uelen", "g5.i6.shishmaref")
_PACKS = ("rff", "ff", "rf", "rr")
SETTINGS: dict[str, dict[str, Any]] = {
    "glide": {"history_rules": frozenset({"G10"})},  # the third occurrence of a position
    "strait": {  # random explorers never get home: the game lasts 1,000 turns (I32)
        "games": 6,
        "late": tuple(
            f"seats={seats} goal=3 phase=turn turns={1000 - 6 * seats} first=0 active=0"
            " floes=a4:12:r,b5:6:f,c3:18:b,d6:9:rf,f4:12:b,g5:5,h3:9:rb,i6:10:f diomede=rf"
            f" explorers={'/'.join(_EXPLORERS[:seats])} packs={'/'.join(_PACKS[:seats])}"
            " deck=111:1,001:1,110:2,D110:1"
            for seats in (2, 3, 4)
        ),
    },
}

SLOW = ("strait", "torch")  # long games, and many kinds of decisions

for _key in sorted(icefield.keys()):
    globals()[f"Test{_key.capitalize()}"] = type(
        f"Test{_key.capitalize()}",
        (GameContract,),
        {"key": _key, "data": TESTS / "games" / _key, **EVERY, **SETTINGS.get(_key, {})},
    )
    if _key in SLOW:
        pytest.mark.slow(globals()[f"Test{_key.capitalize()}"])


class TestToy(GameContract):
    """A secret ballot and chance, which keep the contract too."""

    key = "toy"
    data = TESTS / "toy"
    game = TOY


# -- three ways to run it -----------------------------------------------------------------------


def test_kernels_run_in_the_mode_that_the_environment_asks_for() -> None:
    assert (os.environ.get("NUMBA_DISABLE_JIT", "0") == "1") == jit.INTERPRETED
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1"
    assert ("-checked-" in jit.cache_folder().name) == checked
    assert hasattr(seals_kernel.apply, "nopython_signatures") != jit.INTERPRETED


def run_inside(**settings: str) -> subprocess.CompletedProcess[str]:
    """This file in a process of its own, without the tests that start processes."""
    clean = {
        k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "ICEFIELD_GOLDEN"))
    }
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            __file__,
        ],
        env={**clean, INNER: "1", **settings},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )


outer = pytest.mark.skipif(INNER in os.environ, reason="this is the inner run")


@outer
@pytest.mark.slow
def test_contract_holds_interpreted() -> None:
    done = run_inside(
        NUMBA_DISABLE_JIT="1",
        ICEFIELD_CONTRACT_GAMES="1",
        ICEFIELD_CONTRACT_NODES="300",
        ICEFIELD_CONTRACT_POSITIONS="50",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@outer
@pytest.mark.slow
def test_contract_holds_with_bounds_checks() -> None:
    done = run_inside(
        NUMBA_BOUNDSCHECK="1",
        ICEFIELD_CONTRACT_GAMES="6",
        ICEFIELD_CONTRACT_NODES="2000000",
        ICEFIELD_CONTRACT_POSITIONS="1000",
    )
    assert done.returncode == 0, done.stdout + done.stderr


OVERRUN = """
import sys
import numpy as np
from icefield.core.jit import compiled

@compiled
def fifth(row):
    return row[4]

memory = np.arange(8)
try:
    print(fifth(memory[:4]))  # past the end of the slice, inside the memory
except IndexError:
    print("caught")
"""


@outer
@pytest.mark.slow
def test_bounds_checks_catch_a_deliberate_overrun(tmp_path: Path) -> None:
    (tmp_path / "overrun.py").write_text(OVERRUN)
    printed = []
    for flag in "0101":  # one cache for all four: the flag must keep the two kinds apart
        done = subprocess.run(
            [sys.executable, "overrun.py"],
            env={**os.environ, "NUMBA_BOUNDSCHECK": flag, "ICEFIELD_CACHE": str(tmp_path / "c")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=True,
        )
        printed.append(done.stdout.strip())
    assert printed == ["4", "caught"] * 2


# -- the suite itself: a game that breaks a promise does not pass ---------------------------------


def small() -> type[GameContract]:
    """The suite for seals with few games, and with no games kept from before."""
    return type(
        "Small", (GameContract,), {"key": "seals", "data": TESTS / "games" / "seals", "games": 4}
    )


real_moves = SealsPosition._moves
real_apply = SealsPosition._apply
real_scene = SealsPosition.scene


def doubled(self: SealsPosition, seat: int) -> Any:
    return real_moves(self, seat) * 2


def spaced(self: SealsPosition, seat: int) -> Any:
    return tuple(
        icefield.Move(m.text.replace("-", " "), m.touches, m.code) for m in real_moves(self, seat)
    )


def forgotten(self: SealsPosition, seat: int) -> Any:
    return real_moves(self, seat)[:1]


def same_touches(self: SealsPosition, seat: int) -> Any:
    return tuple(icefield.Move(m.text, m.touches[:1], m.code) for m in real_moves(self, seat))


def untouchable(self: SealsPosition, seat: int) -> Any:
    return tuple(icefield.Move(m.text, ("a1", m.text), m.code) for m in real_moves(self, seat))


def nameless(self: SealsPosition, seat: int) -> Any:
    return tuple(
        icefield.Move(m.text, m.touches, m.code, message("seals.no.such.entry"))
        for m in real_moves(self, seat)
    )


def in_place(self: SealsPosition, move: icefield.Move, seat: int) -> Any:
    after = real_apply(self, move, seat)
    self._state = after._state
    self.__dict__.pop("_text", None)
    return after


def no_history(self: SealsPosition, move: icefield.Move, seat: int) -> Any:
    return SealsPosition(real_apply(self, move, seat).state)


def silent(self: SealsPosition, move: icefield.Move, seat: int) -> Any:
    return icefield.Refusal("", "S3", message("seals.why.must-move"))


def speechless(self: SealsPosition, move: icefield.Move, seat: int) -> Any:
    return icefield.Refusal("no", "S3", message("seals.why.no-such-reason"))


def wrong_rule(self: SealsPosition, move: icefield.Move, seat: int) -> Any:
    return icefield.Refusal("no", "S99", message("seals.why.must-move"))


def bare_scene(self: SealsPosition, seat: int | None = None) -> Any:
    whole = real_scene(self, seat)
    return icefield.Scene(whole.game, whole.width, whole.height, whole.caption)


def doubled_scene(self: SealsPosition, seat: int | None = None) -> Any:
    whole = real_scene(self, seat)
    return icefield.Scene(
        whole.game, whole.width, whole.height, whole.caption, whole.spaces * 2, whole.pieces
    )


def partial_view(self: SealsPosition, seat: int | None = None) -> Any:
    return self.game.start()


DEFECTS: list[tuple[str, str, Any]] = [
    ("moves_are_sorted_unique", "_moves", doubled),
    ("moves_are_sorted_unique", "_moves", spaced),
    ("kernel_and_position_agree", "_moves", forgotten),
    ("pick_makes_every_legal_move", "_moves", forgotten),
    ("perft_tables_hold_by_position", "_moves", forgotten),
    ("golden_playthroughs", "_moves", forgotten),
    ("scenes_hold_everything", "_moves", same_touches),
    ("scenes_hold_everything", "_moves", untouchable),
    ("moves_have_names", "_moves", nameless),
    ("play_leaves_the_position", "_apply", in_place),
    ("random_games_end_and_remember", "_apply", no_history),
    ("explain_agrees", "_diagnose", silent),
    ("explain_agrees", "_diagnose", speechless),
    ("explain_agrees", "_diagnose", wrong_rule),
    ("scenes_hold_everything", "scene", bare_scene),
    ("scenes_are_well_formed", "scene", doubled_scene),
    ("views_round_trip", "view", partial_view),
    ("somebody_decides_exactly", "deciders", property(lambda self: (0, 1))),
    ("somebody_decides_exactly", "deciders", property(lambda self: ())),
    ("odds_are_exact", "odds", lambda self: {self.game.start().moves()[0]: Fraction(1)}),
    ("outcomes_name_a_rule", "outcome", property(lambda self: odd_outcome(self, "S99"))),
    ("texts_are_one_line", "__str__", lambda self: f"{self._text}\n"),
    ("read_back_equal", "__str__", lambda self: self._text.replace("s", "b", 1)),
    ("different_positions", "__eq__", lambda self, other: True),
    ("same_moves_lead_to_equal", "__hash__", lambda self: id(self) // 16),
]


def leaking_scene(self: ToyPosition, seat: int | None = None) -> Any:
    return icefield.Scene("toy", 1, 1, message("core.unknown_game", key=str(self), known="-"))


def in_order(self: ToyPosition, move: icefield.Move, seat: int) -> Any:
    """The second call comes to stand where the first one should."""
    calls = [*(c for c in self._calls[:2] if c), move.code, 0][:2]
    return ToyPosition((calls[0], calls[1], 0 if seat >= 0 else move.code), self, self._made)


TOY_DEFECTS: list[tuple[str, str, Any]] = [
    ("odds_are_exact", "odds", lambda self: dict.fromkeys(self.moves(), Fraction(1, 3))),
    ("odds_are_exact", "odds", lambda self: dict.fromkeys(self.moves(), 0.5)),
    ("odds_are_exact", "odds", lambda self: {self.moves()[0]: Fraction(1)} if self.moves() else {}),
    ("simultaneous_decisions", "view", lambda self, seat=None: self),
    ("simultaneous_decisions", "scene", leaking_scene),
    ("simultaneous_decisions", "_apply", in_order),
    ("views_round_trip", "concealed", False),
    ("views_round_trip", "view", lambda self, seat=None: TOY.start()),
    ("scenes_are_well_formed", "scene", leaking_scene),
]

real_outcome = SealsPosition.outcome.func  # type: ignore[attr-defined]


def odd_outcome(self: SealsPosition, rule: str) -> Any:
    found = real_outcome(self)
    return found and icefield.Outcome(found.scores, found.winners, found.reason, rule)


@outer
@pytest.mark.parametrize(
    ("check", "attribute", "defect"),
    DEFECTS,
    ids=[f"{check}-{attribute}-{i}" for i, (check, attribute, _) in enumerate(DEFECTS)],
)
def test_contract_catches_a_defect(
    monkeypatch: pytest.MonkeyPatch, check: str, attribute: str, defect: Any
) -> None:
    suite = small()
    (found,) = [getattr(suite(), n) for n in dir(suite) if n.startswith("test_") and check in n]
    if attribute == "deciders":  # random play could not even choose a seat
        suite().plays()
    monkeypatch.setattr(SealsPosition, attribute, defect)
    suite().plays()
    with pytest.raises((AssertionError, icefield.IcefieldError)):
        found()


@outer
@pytest.mark.parametrize(
    ("check", "attribute", "defect"),
    TOY_DEFECTS,
    ids=[f"{check}-{attribute}-{i}" for i, (check, attribute, _) in enumerate(TOY_DEFECTS)],
)
def test_contract_catches_a_defect_of_ballots_and_chance(
    monkeypatch: pytest.MonkeyPatch, check: str, attribute: str, defect: Any
) -> None:
    suite = type("Small", (TestToy,), {"games": 12, "__test__": False})
    suite().plays()
    (found,) = [getattr(suite(), n) for n in dir(suite) if n.startswith("test_") and check in n]
    found()  # holds without the defect
    monkeypatch.setattr(ToyPosition, attribute, defect)
    with pytest.raises((AssertionError, icefield.IcefieldError)):
        found()


@outer
def test_contract_wants_a_perft_table_and_a_golden_playthrough(tmp_path: Path) -> None:
    suite = small()
    suite.data = tmp_path
    with pytest.raises(AssertionError, match="no perft table"):
        suite().test_perft_tables_hold()
    with pytest.raises(AssertionError, match="no golden playthrough"):
        suite().test_golden_playthroughs_read_the_same()


@outer
def test_a_wrong_perft_count_shows_the_split_by_move(tmp_path: Path) -> None:
    (tmp_path / perft.FILE).write_text(
        '{"tables": [{"name": "start", "counts": [16, 257], "source": "invented"}]}'
    )
    suite = small()
    suite.data = tmp_path
    with pytest.raises(AssertionError, match="depth 2: 256 instead of 257\n  b2-a3: 16\n"):
        suite().test_perft_tables_hold()
    with pytest.raises(AssertionError, match="256, not 257"):
        suite().test_perft_tables_hold_by_position_too()


@outer
def test_golden_playthroughs_can_be_written_and_notice_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = small()
    suite.data = tmp_path
    monkeypatch.setenv("ICEFIELD_GOLDEN", "write")
    suite().test_golden_playthroughs_read_the_same()
    monkeypatch.delenv("ICEFIELD_GOLDEN")
    suite().test_golden_playthroughs_read_the_same()
    path = tmp_path / golden.FILE
    written = path.read_text()
    for old, new in [
        ("turn 0", "turn 1"),
        ("moves b2-a3 ", "moves "),
        ("  plays ", "  plays a"),
        ("\n  outcome", "\n  winner"),
        ("seats 2\n", "seats 2 \n"),
    ]:
        assert old in written
        path.write_text(written.replace(old, new, 1))
        with pytest.raises(AssertionError, match="differs"):
            suite().test_golden_playthroughs_read_the_same()
    path.write_text(written[: written.rindex("\n  plays")])
    with pytest.raises(AssertionError, match=r"differs|stops before the end"):
        suite().test_golden_playthroughs_read_the_same()


@outer
def test_rewriting_a_golden_playthrough_keeps_its_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / golden.FILE
    path.write_text("seats 2\noptions -\n  plays b7-d5\n  plays g7-e7\n  plays b2-h8\n")
    monkeypatch.setenv("ICEFIELD_GOLDEN", "write")
    golden.check(icefield.game("seals"), tmp_path, 200)
    _, decisions = golden.parse(icefield.game("seals"), path.read_text())
    assert decisions[:2] == ["b7-d5", "g7-e7"]
    assert decisions[2] != "b2-h8"
    assert len(decisions) > 3
