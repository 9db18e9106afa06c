"""The line on standard error while a command compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from icefield.cli.compile_line import PROGRESS, CompileLine
from icefield.cli.console import Console
from icefield.core import jit
from icefield.core.message import message

from ..timeouts import HANG_S

LINES = [message("play.prepare.line", game="G", percent=p, seconds=9) for p in (10, 20)]


def test_line_is_rewritten_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = CompileLine(Console())
    for each in LINES:
        line.show(each)
    line.hide()
    line.hide()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 0
    assert "10 %" in said.err
    assert said.err.endswith("left\r\x1b[K")


def test_line_is_written_once_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    line = CompileLine(Console())
    for each in LINES:
        line.show(each)
    line.hide()
    assert capsys.readouterr().err.splitlines() == [LINES[0].text()]


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
@pytest.mark.slow
def test_command_says_that_it_compiles_on_an_empty_cache(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "icefield", "perft", "glide", "2")
    environment = os.environ | {"ICEFIELD_CACHE": str(tmp_path), PROGRESS: ""}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Preparing Ice Floes for this computer, the first time only")
    assert "Preparing" not in done.stdout
