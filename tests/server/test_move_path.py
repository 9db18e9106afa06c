"""The modules that a move passes, from its route to the database and the clients."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import icefield
from icefield.games import register
from icefield.server.settings import Settings

from ..timeouts import HANG_S
from .guest import Guest
from .live_updates import update
from .server_thread import Served

SOURCE = Path(icefield.__file__).parent
TOY = Path(__file__).parents[1] / "toy"
MAX_MODULES = 20

STARTS = (
    ("server/routes/table/tables.py", "move"),
    ("server/service/broadcast.py", "_render"),
    ("server/routes/table/live.py", "_push_changes"),
)
"""Where the path enters a thread: the route, and the live connections of the other clients."""
STATES = {
    ("server/views/table/live.py", "make_state"),
    ("server/views/table/live.py", "build_moment"),
}
"""What is called from here makes the state that a viewer gets, and hands nothing on."""
VALUES = {
    "core/arguments.py",
    "core/errors.py",
    "core/message.py",
    "server/clock.py",
    "server/tables/players.py",
    "server/views/viewer.py",
}
"""Values that are passed along, and the checks of their types."""


class MovePath:
    """Records the modules that run from the start of a path to its end, by thread."""

    def __init__(self) -> None:
        self.modules: dict[str, None] = {}
        self.on = False
        self._local = threading.local()

    def profile(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Called by the interpreter for each call and return."""
        if not self.on or event not in ("call", "return"):
            return
        place = self._place(frame)
        if place is None:
            return
        inside: list[tuple[str, str]] = self._local.__dict__.setdefault("inside", [])
        if event == "return":
            if inside and inside[-1] == place:
                inside.pop()
            return
        if place in STARTS or (inside and (place in STATES or place in inside)):
            inside.append(place)
        if not self.modules and place not in STARTS[:1]:
            return  # what an earlier request has brought about
        if inside and (STATES.isdisjoint(inside) or place in STATES):
            self.modules.setdefault(place[0])

    @staticmethod
    def _place(frame: FrameType) -> tuple[str, str] | None:
        file = Path(frame.f_code.co_filename)
        for root in (SOURCE, TOY.parent):
            if file.is_relative_to(root) and (root == SOURCE or file.is_relative_to(TOY)):
                return str(file.relative_to(root)), frame.f_code.co_name
        return None


def trace_move(database: str) -> list[str]:
    """The modules that a move passes; for a process without other threads."""
    path = MovePath()
    threading.setprofile(path.profile)
    register("toy", "tests.toy.rules:TOY")
    server = Served(Settings(database, "a test's secret", poll_s=60.0))
    try:
        player = Guest(server)
        warm, measured = (player.open_hot_seat(game="toy") for _ in range(2))
        player.table = warm["id"]
        player.move("heads")
        player.table = measured["id"]
        with server.live(player.table, held="") as live:
            assert update(live)["number"] == 1
            with pytest.raises(TimeoutError):  # all that opening it brought about is done
                update(live, timeout=3)
            path.on = True
            player.move("heads", measured["decision"])
            assert update(live)["number"] == 2
            path.on = False
    finally:
        server.close()
    return [module for module in path.modules if module not in VALUES]


@pytest.mark.databases("sqlite")
def test_a_move_passes_at_most_twenty_modules(database: str) -> None:
    code = f"""if 1:
        import json
        from tests.server.test_move_path import trace_move
        print(json.dumps(trace_move({database!r})))"""
    done = subprocess.run(
        (sys.executable, "-c", code),
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    passed = json.loads(done.stdout.splitlines()[-1])
    assert passed[0] == "server/routes/table/tables.py"
    wanted = {"service/table_service", "tables/commands", "storage/event_log", "service/broadcast"}
    assert wanted <= {module.removeprefix("server/").removesuffix(".py") for module in passed}
    assert len(passed) <= MAX_MODULES, "\n".join(passed)
    found, documented = [_documented(module) for module in passed], _move_path_of_the_documents()
    assert sorted(found) == sorted(documented)
    before = documented.index("server/service/broadcast")  # from there several threads run
    assert found[:before] == documented[:before]


def _documented(module: str) -> str:
    return "games/KEY" if module.startswith("toy/") else module.removesuffix(".py")


def _move_path_of_the_documents() -> list[str]:
    text = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("### A move\n")[2].partition("\nIn the page, ")[0]
    return re.findall(r"^\d+\. `([\w/]+|games/KEY)`", section, re.MULTILINE)


def test_every_module_of_the_documented_paths_is_there() -> None:
    text = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Three paths\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`((?:server|core|play|bots|search|analysis)/[\w/]+)`", section))
    assert len(named) > 25
    missing = [
        n for n in sorted(named) if not any(SOURCE.glob(f"{n}.py")) and not (SOURCE / n).is_dir()
    ]
    assert missing == []
