"""`icefield puzzles`: make, check and list."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from icefield.analysis.puzzles import book, generator
from icefield.analysis.puzzles.book import read, write

from ...timeouts import HANG_S
from ..conftest import Run, refused, work


def some(count: int = 2) -> str:
    """A few quick ones."""
    return write([puzzle for puzzle in book("seals") if puzzle.plies <= 3][:count])


def test_list_tells_numbers_and_positions_and_no_solutions(run: Run) -> None:
    ran = run("puzzles", "list", "seals")
    assert ran.status == 0
    assert len(ran.lines) == len(book("seals"))
    first = book("seals")[0]
    assert ran.lines[0].split()[:2] == ["1", "*"]
    assert ran.lines[0].endswith(first.position)
    assert all(puzzle.solution not in ran.out for puzzle in book("seals")[:20])


def test_list_one_grade_with_solutions(run: Run) -> None:
    ran = run("puzzles", "list", "glide", "--grade", "5", "--solutions")
    chosen = [puzzle for puzzle in book("glide") if puzzle.grade == 5]
    assert ran.status == 0
    assert len(ran.lines) == 2 * len(chosen)
    assert ran.lines[1].strip() == " ".join(chosen[0].line)


def test_nothing_to_list(run: Run) -> None:
    ran = run("puzzles", "list", "torch")
    assert ran.status == 2
    assert "no such puzzles" in ran.err


def test_somebody_must_say_what_to_do(run: Run) -> None:
    ran = run("puzzles")
    assert ran.status == 2
    assert "make, check or list" in ran.err


def test_check_proves_a_file(run: Run, tmp_path: Path) -> None:
    lines = some().splitlines()
    renumbered = [json.dumps({**json.loads(x), "number": i}) for i, x in enumerate(lines, 1)]
    (tmp_path / "good.jsonl").write_text("\n".join(renumbered), "utf-8")
    ran = run("puzzles", "check", "seals", "--file", "good.jsonl")
    assert (ran.status, ran.out) == (0, "Go with the Floe: 2 puzzles, all proven.\n")


def test_a_file_of_something_else_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "picture.jsonl").write_bytes(b"\x89PNG\xff\xfe\n")
    ran = run("puzzles", "check", "seals", "--file", "picture.jsonl")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1


def test_check_tells_what_is_wrong(run: Run, tmp_path: Path) -> None:
    good = json.loads(some(1))
    bad = {**good, "number": 2, "grade": 5}
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps({**good, 'number': 1})}\n{json.dumps(bad)}\n")
    ran = run("puzzles", "check", "seals", "--file", "bad.jsonl")
    assert ran.status == 2
    assert "1 puzzle of Go with the Floe is wrong." in ran.err
    assert ran.lines == [
        "Puzzle 2: It is puzzle 1 again, turned or mirrored.",
        "Puzzle 2: The grade is not right.",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--file", "x"), "which game"),
        (("check", "seals", "--file", "missing"), "missing"),
        (("check", "torch"), "no such puzzles"),
        (("make", "torch"), "no way yet"),
        (("make", "seals", "--out", "nowhere/mine.jsonl"), "nowhere"),
        (("make", "seals", "--count", "0"), "count"),
        (("make", "nothing"), "nothing"),
    ],
)
def test_wrong_input_is_told_in_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = run("puzzles", *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.slow
def test_make_writes_a_file_that_can_be_read(run: Run, tmp_path: Path) -> None:
    ran = run(
        "puzzles",
        "make",
        "seals",
        "--count",
        "1",
        "--seed",
        "7",
        "--workers",
        "1",
        "--out",
        "mine.jsonl",
    )
    assert ran.status == 0
    assert "1 puzzle written to mine.jsonl" in ran.err
    (puzzle,) = read("seals", (tmp_path / "mine.jsonl").read_text("utf-8"))
    assert puzzle.number == 1
    printed = run("puzzles", "make", "seals", "--count", "1", "--seed", "7", "--workers", "1")
    assert read("seals", printed.out) == (puzzle,)


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_found(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = start("puzzles", "make", "seals", "--count", "5000", "--out", "some.jsonl")
    work(process, 6)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    if "No puzzle" in err:
        assert not [*tmp_path.iterdir()]
    else:
        found = read("seals", (tmp_path / "some.jsonl").read_text("utf-8"))
        assert f"{len(found)} puzzle" in err


def test_make_replaces_no_file_and_refuses_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(generator, "make_puzzles", never)
    (tmp_path / "mine.jsonl").write_text("precious")
    refused(run("puzzles", "make", "seals", "--out", "mine.jsonl"), "file-exists")
    assert (tmp_path / "mine.jsonl").read_text() == "precious"
    (tmp_path / "folder").mkdir()
    assert "folder" in refused(run("puzzles", "make", "seals", "--out", "folder"), "file")
    refused(run("puzzles", "make", "seals", "--out", "a\0b"), "file")


def test_make_without_a_puzzle_leaves_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "make_puzzles", lambda *_, **__: ())
    ran = run("puzzles", "make", "seals", "--out", "mine.jsonl")
    assert "No puzzle was found" in ran.err
    assert not [*tmp_path.iterdir()]


def test_a_mark_at_the_beginning_of_a_file_is_no_trouble(run: Run, tmp_path: Path) -> None:
    good = json.dumps({**json.loads(some(1)), "number": 1})
    (tmp_path / "marked.jsonl").write_text(good, "utf-8-sig")
    assert run("puzzles", "check", "seals", "--file", "marked.jsonl").status == 0


def test_one_bad_position_is_told_with_its_number(run: Run, tmp_path: Path) -> None:
    good = {**json.loads(some(1)), "number": 1}
    bad = {**good, "number": 2, "position": "nonsense"}
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n")
    ran = run("puzzles", "check", "seals", "--file", "bad.jsonl")
    assert ran.status == 2
    assert [line.split(":")[0] for line in ran.lines] == ["Puzzle 2"]
