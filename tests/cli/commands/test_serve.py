"""`icefield serve` as a process."""

from __future__ import annotations

import re
import signal
import socket
import urllib.request
from pathlib import Path

import pytest

from ...timeouts import HANG_S
from ..conftest import Ran, Run, Start, refused


def test_a_port_in_use_is_refused_in_one_line(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--port", str(taken.getsockname()[1]))
    assert "in use" in refused(ran, "file")


@pytest.mark.parametrize("database", ["junk.db", "."])
def test_a_database_that_cannot_be_opened_is_told_and_nothing_announced(
    start: Start, tmp_path: Path, database: str
) -> None:
    (tmp_path / "junk.db").write_bytes(b"no database" * 1000)
    process = start("serve", "--port", "0", "--database", database)
    out, err = process.communicate(timeout=HANG_S)
    assert "http" not in refused(Ran(process.returncode, out, err), "no-database")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_server_answers_once_it_is_announced_and_ends_with_ctrl_c(
    start: Start, workers: str
) -> None:
    process = start("serve", "--port", "0", "--database", "tables.db", "--workers", workers)
    assert process.stderr is not None
    line = process.stderr.readline()
    url = re.search(r"http://\S+", line)
    assert url, line
    with urllib.request.urlopen(url[0], timeout=HANG_S) as answer:
        assert "<html" in answer.read().decode()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "Icefield is at" not in err  # it is announced once
