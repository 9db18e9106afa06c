"""Small forms of the load test, and the laws that the simulation keeps."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ..timeouts import HANG_S

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
GAME = {"move": 8.0, "first_view": 3.0, "other_view": 2.0, "database": 1.0}
BYTES = {"event_bytes": 200.0, "wire_bytes": 5000.0}
IDLE = {"connection_cpu_ms_per_s": 0.1, "connection_kb": 80.0, "table_kb": 15.0, "process_mb": 250}
BOTS = {"1": {"cpu_ms": 1.0}, "2": {"cpu_ms": 40.0}, "max": {"cpu_ms": 2000.0}}
COSTS = {
    "databases": {
        "postgresql": {
            "games": {"seals": GAME | BYTES, "strait": GAME | BYTES | {"move": 40.0}},
            "idle": IDLE,
            "written": {"1": 1500.0, "4": 1800.0},
        }
    },
    "bots": {"seals": BOTS, "strait": BOTS},
}


@pytest.fixture
def scale(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("scale")


@pytest.mark.xdist_group("load")
@pytest.mark.slow
def test_a_full_house_loses_nothing(tmp_path: Path) -> None:
    figures = tmp_path / "load.json"
    few = ["--tables", "6", "--sockets", "24", "--seconds", "3", "--pause", "0.5"]
    program = str(BENCHMARKS / "load.py")
    command = [sys.executable, program, *few, "--thinkers", "1", "--json", str(figures)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=HANG_S)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(figures.read_text())
    for run in ("icefield", "while bots think"):
        assert found[run]["moves"] > 5
        assert (found[run]["lost"], found[run]["errors"]) == (0, 0)
        assert found[run]["bytes_per_event"] > 0
    assert found["bare echo"]["moves"] > 5


def test_a_simulated_day_is_the_same_for_the_same_seed(scale: ModuleType) -> None:
    cost = scale.Cost.read(COSTS, "postgresql")
    days = [
        scale.simulate(scale.a_day(300, cost, np.random.default_rng(s)), cost, 1, 2, s)
        for s in (1, 1, 2)
    ]
    assert days[0] == days[1] != days[2]


@pytest.mark.parametrize(("tables", "servers"), [(300, 1), (3000, 2)])
def test_what_arrives_in_a_simulated_day_ends(scale: ModuleType, tables: int, servers: int) -> None:
    cost = scale.Cost.read(COSTS, "postgresql")
    asked = scale.a_day(tables, cost, np.random.default_rng(1))
    day = scale.simulate(asked, cost, servers, 2, 1)
    assert day.tables == tables
    assert len(asked.ends) == tables
    assert (asked.ends > asked.opened).all()
    assert day.decisions == len(asked.at)
    assert day.ended == day.jobs == day.decisions + asked.crowd.sum()
    assert 0 < max(day.uses.values()) <= 1
    assert day.p50 > cost.move["seals"]
    assert 0 < day.live_tables <= tables


def test_queues_do_one_thing_at_a_time(scale: ModuleType) -> None:
    chance = np.random.default_rng(3)
    at, takes = np.sort(chance.random(200)), chance.random(200) / 50
    one = scale.one_by_one(at, takes)
    assert np.allclose(one, scale.shared(at, takes, 1))
    assert (one >= at + takes - 1e-9).all()
    assert (np.diff(one) >= takes[1:] - 1e-9).all()
    assert (scale.shared(at, takes, 3) <= one + 1e-9).all()
