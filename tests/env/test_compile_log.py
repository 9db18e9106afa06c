"""The log line where an environment compiles its game."""

from __future__ import annotations

import pytest

from icefield.core.compilation import compile_listeners
from icefield.core.message import message
from icefield.env.compile_log import CompileLog, log_compiling


def test_log_has_one_line(caplog: pytest.LogCaptureFixture) -> None:
    log = CompileLog()
    for percent in (10, 20):
        log.show(message("play.prepare.line", game="G", percent=percent, seconds=9))
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith("Preparing G for this computer, the first time only: 10")


def test_log_compiling_listens_once() -> None:
    log_compiling()
    before = len(compile_listeners)
    log_compiling()
    assert len(compile_listeners) == before
