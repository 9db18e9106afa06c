"""`icefield solve --prove`, `--start` and `--verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from icefield.core.jit import INTERPRETED
from icefield.games import game

from ...search.proof import plain_kernel
from ..conftest import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

WON = "4/ooo2o/4oo2/2o1ooo1/1oooo1o1/bso1ooo1/o2o1b/2s1 b -"
SMALL = ("--memory", "16", "--jobs", "2")


def test_a_win_is_proven_written_down_and_verified(run: Run, tmp_path: Path) -> None:
    ran = run("solve", "seals", WON, "--prove", "--strategy", "won.strategy", *SMALL)
    assert ran.status == 0, ran.err
    assert ran.lines[0] == "Proven: Seals win."
    assert "won.strategy" in ran.lines[-1]
    for more in ((), ("--sample",)):
        ran = run("solve", "seals", "--verify", "won.strategy", *more)
        assert ran.status == 0, ran.err
        assert ran.out.startswith(f"No fault found: from {WON} ")
    found = json.loads(run("solve", "seals", "--verify", "won.strategy", "--json").out)
    assert found["start"] == WON
    assert found["leaves_checked"] == found["leaves"]

    damaged = bytearray((tmp_path / "won.strategy").read_bytes())
    damaged[-20] ^= 1
    (tmp_path / "won.strategy").write_bytes(damaged)
    ran = run("solve", "seals", "--verify", "won.strategy")
    assert ran.status == 2
    assert "damaged" in ran.err


@pytest.mark.slow
def test_what_is_not_a_win_is_told_so(run: Run) -> None:
    late = "4/o4o/oo4oo/oobo3o/1osooooo/2oooooo/oooo2/4 b -"
    found = json.loads(run("solve", "seals", late, "--prove", "--json", *SMALL).out)
    assert found["value"] in (True, False)
    solved = json.loads(run("solve", "seals", late, "--json").out)
    assert found["value"] is (solved["value"] == "loss")  # the bears are to move


def test_prove_needs_no_verdict_of_the_kernel(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    late = "4/o4o/oo4oo/oobo3o/1osooooo/2oooooo/oooo2/4 b -"
    with_verdict = json.loads(run("solve", "seals", late, "--prove", "--json", *SMALL).out)
    monkeypatch.setattr(type(game("seals")), "kernel", plain_kernel.__name__)
    ran = run("solve", "seals", late, "--prove", "--json", *SMALL)
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["value"] is with_verdict["value"]


@pytest.mark.slow
def test_work_is_kept_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    ran = run("solve", "seals", "--start", "--seconds", "0.5", "--work", "work.json", *SMALL)
    assert ran.status == 0, ran.err
    assert ran.lines[0].startswith("Not decided yet")
    before = json.loads((tmp_path / "work.json").read_text(encoding="utf-8"))
    assert before["nodes"] > 0
    run("solve", "seals", "--start", "--seconds", "0.5", "--work", "work.json", *SMALL)
    after = json.loads((tmp_path / "work.json").read_text(encoding="utf-8"))
    assert after["nodes"] > before["nodes"]
    ran = run("solve", "seals", WON, "--prove", "--work", "work.json", *SMALL)
    assert ran.status == 2
    assert "work.json belongs to another proof" in ran.err
    assert json.loads((tmp_path / "work.json").read_text(encoding="utf-8")) == after


def test_a_proof_may_begin_with_the_one_that_is_shipped(run: Run) -> None:
    first = "4/s4b/8/8/8/2s5/o4b/4 b -"  # after b2-c3
    ran = run("solve", "seals", first, "--prove", "--given", "--json", "--memory", "64")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert found["value"] is True
    assert found["nodes"] < 100


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("seals", WON, "--start"), "not both"),
        (("seals", WON, "--work", "x"), "--prove"),
        (("seals", WON, "--given"), "--prove"),
        (("seals", "--start", "--given", "--strategy", "x"), "strategy would be incomplete"),
        (("glide", "--start"), "cannot be proven this way"),
        (("seals", "--start", "--believe", "b2-b9"), "b2-b9"),
        (("seals", "--verify", "nothing.strategy"), "[unreadable]"),
    ],
)
def test_what_cannot_be_is_refused(run: Run, arguments: tuple[str, ...], says: str) -> None:
    ran = run("solve", *arguments, "--memory", "1")
    assert ran.status == 2
    assert says in ran.err
    assert "Traceback" not in ran.err
