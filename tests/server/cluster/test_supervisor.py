"""Several workers behind one port."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from ...timeouts import HANG_S
from ..child_processes import children_of
from ..guest import PERSON, bot


@pytest.mark.databases("postgres")
@pytest.mark.slow
def test_several_workers_share_a_port(database: str, tmp_path: Path) -> None:
    environment = {**os.environ, "ICEFIELD_DATABASE": database, "ICEFIELD_SECRET": "s", "LANG": "C"}
    command = [sys.executable, "-m", "icefield", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        try:
            assert process.stderr is not None
            url = process.stderr.readline().split()[3].rstrip("/")
            _play(url)
            _kill_one_worker(process.pid)
            _play(url)
        finally:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=HANG_S)
        assert process.returncode == 0, said
        assert "Traceback" not in said
    assert children_of(process.pid) == []


def _play(url: str) -> None:
    """Some moves against a bot, each request by a connection of its own."""
    end = time.monotonic() + HANG_S
    with httpx.Client(
        base_url=url, headers={"connection": "close"}, timeout=HANG_S, verify=False
    ) as client:

        def ask(path: str, form: dict[str, Any] | None = None) -> dict[str, Any]:
            while True:
                try:
                    answer = client.get(path) if form is None else client.post(path, json=form)
                    assert answer.is_success or answer.json()["code"] == "stale-move", answer.text
                    return dict(answer.json())
                except httpx.TransportError:  # not there yet, or not there any more
                    assert time.monotonic() < end
                    time.sleep(0.1)

        state = ask("/api/tables", {"game": "seals", "seats": [PERSON, bot()]})
        path = f"/api/tables/{state['id']}"
        while len(state["moves"]) < 8:
            assert time.monotonic() < end
            if state["deciding"]:
                form = {"move": state["touches"][0]["move"], "decision": state["decision"]}
                ask(f"{path}/moves", form)
            time.sleep(0.05)
            state = ask(path)


def _kill_one_worker(pid: int) -> None:
    workers = children_of(pid)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGSTOP)  # it is asked whether it lives, and does not answer
    time.sleep(1.5)
    os.kill(workers[0], signal.SIGKILL)
    end = time.monotonic() + HANG_S  # a starting worker may take longer to answer than that
    while len({*children_of(pid)} - {workers[0]}) < 2:
        assert time.monotonic() < end, "nobody took its place"
        time.sleep(0.1)
