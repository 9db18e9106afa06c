"""A server on an empty cache of machine code: players never wait for a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from icefield.analysis.preparation import Progress
from icefield.core import jit
from icefield.server.views import preparation

from ..timeouts import HANG_S
from .guest import PERSON, Guest, bot

SCRIPT = """
import json, sys, time
from icefield.core.jit import config, fallback, requests
from icefield.server.service import bot_runner
from icefield.server.settings import Settings
from tests.server.server_thread import Served

compiled_here = []
config.compile_listeners.append(lambda said, done: done or compiled_here.append(said.name))
requests.Process.ensure = lambda self: None  # on a machine where the compiler gets nowhere
bot_runner.INTERPRETED_S = float("inf")  # on a slow machine, too
fallback.enable()
database = f"sqlite:///{sys.argv[1]}/cold.db"
moved = {}
served = Served(Settings(database, "secret", bot_pause_s=0.0))
with served.client() as client:
    assert client.get("/").status_code == 200
    for key, bots in (("seals", 1), ("glide", 1), ("torch", 2), ("strait", 1)):
        seats = [{"kind": "bot", "level": "3"}] * bots + [{"kind": "person"}]
        table = client.post("/api/tables", json={"game": key, "seats": seats})
        assert table.status_code == 201, table.text
        page = client.get(f"/tables/{table.json()['id']}")
        assert page.status_code == 200
        moved[key] = key == "strait"  # its bots may take more than they may without a compiler
        path, own = f"/api/tables/{table.json()['id']}", 0
        while not moved[key]:
            state = client.get(path).json()
            if state["deciding"]:  # the dice chose the person
                move, decision = state["touches"][0]["move"], state["decision"]
                body = {"move": move, "decision": decision}
                own += client.post(path + "/moves", json=body).is_success
            events = client.get(path + "/events").json()["events"]
            moved[key] = sum(event["kind"] == "moved" for event in events) > own
            time.sleep(0.05)
served.close()
print(json.dumps({"compiled": compiled_here, "moved": moved}))
"""


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
@pytest.mark.slow
def test_cold_start_opens_tables_and_bots_move_without_a_compiler(tmp_path: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-c", SCRIPT, str(tmp_path)),
        env=os.environ | {"ICEFIELD_CACHE": str(tmp_path / "cache")},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["compiled"] == []
    assert set(found["moved"]) == {"seals", "glide", "torch", "strait"}


def test_cold_start_table_page_shows_progress(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"/tables/{guest.open(PERSON, bot())['id']}"
    assert 'id="preparation"' not in guest.http.get(page).text
    shown = Progress(ready=False, percent=40, seconds_left=8)
    monkeypatch.setattr(preparation, "find_progress", lambda _key: shown)
    assert 'id="preparation"' in guest.http.get(page).text
    told = guest.http.get("/api/games/seals/preparation").json()
    assert (told["ready"], told["percent"], told["seconds"]) == (False, 40, 8)
    assert "about 8 s left" in told["sentence"]
