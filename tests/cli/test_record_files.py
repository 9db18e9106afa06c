"""Record files that commands read and write."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from icefield.analysis import strategy_check
from icefield.cli.record_files import MAX_FILE_BYTES, read_text
from icefield.play import read_records

from .conftest import Run, lines, refused, whole_game


def test_a_record_is_kept_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    run("play", "seals", "--record", "game.txt", typed=lines("b2-d4", "g7-e5", "undo"))
    assert read_records((tmp_path / "game.txt").read_text())[0].moves == ("b2-d4",)
    arguments = ("play", "seals", "--from", "game.txt", "--record", "game.txt")
    ran = run(*arguments, typed=lines("g7-e5"))
    assert ran.status == 0
    assert read_records((tmp_path / "game.txt").read_text())[0].moves == ("b2-d4", "g7-e5")


def test_a_match_is_taken_up_again(run: Run, tmp_path: Path) -> None:
    moves = whole_game()
    typed = lines(*moves, "next", "b2-d4", "save half.txt")
    run("play", "seals", "--match", typed=typed)
    ran = run("play", "seals", "--from", "half.txt", typed=lines("score"))
    assert [line for line in ran.lines if line.startswith("Game 2: Player 1 (Bears) –")]


def test_save_never_writes_over_a_file_of_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    ran = run("play", "seals", typed=lines("save mine.txt", "save new.txt", "save new.txt"))
    assert ran.out.count("Saved as new.txt.") == 2
    assert (tmp_path / "mine.txt").read_text() == "precious"
    refused(run("play", "seals", "--record", "mine.txt"), "file-exists")


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "bad-record", "no game"),
        ("[Game", "bad-record", "Line 1"),
        ('[Game "seals"]\n\n1. b2-b5', "bad-record", "(S4)"),
        ('[Game "walrus"]', "bad-record", "walrus"),
        ("\ufffd\x00", "bad-record", ""),
    ],
)
def test_a_bad_record_is_refused(run: Run, tmp_path: Path, text: str, code: str, says: str) -> None:
    (tmp_path / "bad.txt").write_text(text, encoding="utf-8")
    assert says in refused(run("play", "seals", "--from", "bad.txt"), code)


def test_a_home_of_nobody_is_told(run: Run) -> None:
    ran = run("play", "seals", typed=lines("save ~nobody-at-all/x.txt"))
    assert ran.status == 0
    assert "~nobody-at-all/x.txt" in ran.out
    refused(run("play", "seals", "--record", "~nobody-at-all/x.txt"), "file")


def test_a_mark_at_the_beginning_of_a_record_is_no_trouble(run: Run, tmp_path: Path) -> None:
    record = '[Game "seals"]\n\n1. b2-b4\n'
    (tmp_path / "marked.txt").write_text(record, encoding="utf-8-sig")
    assert run("play", "seals", "--from", "marked.txt").status == 0
    assert run("analyse", "marked.txt", "--seconds", "0.01").status == 0
    assert run("analyse", "-", "--seconds", "0.01", typed=f"\ufeff{record}").status == 0


def test_a_file_that_is_not_text_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.bin").write_bytes(bytes(range(256)))
    refused(run("play", "seals", "--from", "bad.bin"), "bad-record")


# -- files that are too large, and files that are none --------------------------------------------

READERS = (
    ("analyse", "{}"),
    ("play", "seals", "--from", "{}"),
    ("picture", "{}", "--to", "x.png"),
    ("puzzles", "check", "seals", "--file", "{}"),
    ("solve", "seals", "--verify", "{}"),
)


@pytest.mark.parametrize("arguments", READERS, ids=lambda arguments: arguments[0])
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_files_without_an_end_are_refused(
    run: Run, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy_check, "_MAX_FILE_BYTES", 2**20)
    for file in ("/dev/zero", "/"):
        ran = run(*(word.format(file) for word in arguments))
        assert ran.status == 2
        assert ran.err.count("\n") == 1


def test_large_files_and_inputs_are_refused(run: Run, tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes(b" " * (MAX_FILE_BYTES + 1))
    refused(run("analyse", "large.txt"), "file-too-large")
    refused(run("analyse", "-", typed=" " * (MAX_FILE_BYTES + 1)), "file-too-large")
    refused(run("solve", "strait", "--board", "large.txt"), "file-too-large")


def test_files_of_pipes_are_read(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = '[Game "seals"]\n\n1. b2-d4'
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    assert read_text(str(pipe)) == text
    writer.join()
